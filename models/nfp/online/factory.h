#pragma once
#include <cstdint>
#include <memory>

#include "models/nfp/functional_network.h"
#include "models/nfp/nfp_model.h"
#include "models/nfp/online/blocks.h"

namespace ngpcsim::models::online {

/// Makes blocks that are not the model's own, such as Verilated RTL. `network` holds the tables and weights to load; it and `model` outlive the blocks.
/// Throws InputError, at the parameter to blame, for parameters that the implementation does not have.
class Factory {
 public:
  virtual ~Factory() = default;
  /// Lane `lane` of a group: levels lane, lane + lanes, ...
  [[nodiscard]] virtual std::unique_ptr<EngineLane> engine_lane(const NfpModel& model, const FunctionalNetwork& network, std::uint32_t lane) = 0;
  [[nodiscard]] virtual std::unique_ptr<DirectionLane> direction_lane(const NfpModel& model) = 0;
  [[nodiscard]] virtual std::unique_ptr<MlpEngine> mlp_engine(const NfpModel& model, const FunctionalNetwork& network) = 0;
  [[nodiscard]] virtual std::unique_ptr<NfpCore> nfp(const NfpModel& model, const FunctionalNetwork& network) = 0;
};

}  // namespace ngpcsim::models::online
