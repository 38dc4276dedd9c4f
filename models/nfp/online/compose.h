#pragma once
#include <memory>

#include "models/nfp/online/composed_nfp.h"
#include "models/nfp/online/factory.h"

namespace ngpcsim::models::online {

/// Which blocks of an NFP the factory makes; the model makes the others.
struct Implementations {
  bool encoding_engine = false;
  bool direction_encoder = false;
  bool mlp_engine = false;
};

/// An NFP of blocks from both sides. Without a network, blocks of the model give no values, and the factory has no part in it. `factory` may be null where
/// nothing is asked of it. `model` and `network` outlive the NFP.
[[nodiscard]] std::unique_ptr<ComposedNfp> compose(const NfpModel& model, const FunctionalNetwork* network, const Implementations& made_by_factory = {},
                                                   Factory* factory = nullptr);

}  // namespace ngpcsim::models::online
