#pragma once
#include <memory>
#include <vector>

#include "models/chip/chip.h"
#include "models/nfp/functional_network.h"
#include "models/nfp/nfp_model.h"
#include "models/nfp/online/blocks.h"

namespace ngpcsim::models {

/// The pipelines of a chip whose NFPs are clocked edge by edge.
struct ClockedCores {
  std::unique_ptr<const FunctionalNetwork> network;  ///< what the tables and weights hold, and what values are checked against
  std::vector<std::unique_ptr<online::NfpCore>> pipelines;  ///< by NFP; none where NFPs run ahead
};

/// Throws InputError where the setup asks for RTL that there is not.
void require_rtl(const ChipSetup& setup);

/// None unless the setup asks for RTL. They are made in order of the NFPs, whatever the order of construction of the blocks. Throws InputError for parameters
/// that the RTL does not have. `model` outlives them.
[[nodiscard]] ClockedCores make_clocked_cores(const ChipSetup& setup, const NfpModel& model);

}  // namespace ngpcsim::models
