#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "models/nfp/functional_network.h"
#include "models/nfp/nfp_model.h"
#include "models/nfp/online/blocks.h"
#include "rtl/bridge/sizes.h"
#include "rtl/bridge/waves.h"

namespace ngpcsim::rtl {

/// What a block is made for.
struct BlockSetup {
  const models::NfpModel& model;
  const models::FunctionalNetwork* network = nullptr;  ///< tables and weights to load; null: none, and values mean nothing
  std::uint32_t lane = 0;                              ///< of an encoding engine: it holds levels lane, lane + lanes, ...
  Waves waves{};
  bool load_through_port = false;  ///< tables through the write port, word by word, instead of the back door of simulation
  std::uint64_t power_up_seed = 1;  ///< of what registers without reset hold at the start
};

/// A Verilated build of one block: its sizes, and the maker of the kind of block it is (the others are empty). Makers throw InputError for a model that does not fit.
///
/// Each block has a header `rtl/bridge/<block>_block.h` with `template <class Top> Build <block>_build(std::string_view name, const Sizes& sizes)`.
struct Build {
  std::string_view name;
  Sizes sizes;
  std::function<std::unique_ptr<models::online::EngineLane>(const BlockSetup&)> engine_lane{};
  std::function<std::unique_ptr<models::online::DirectionLane>(const BlockSetup&)> direction_lane{};
  std::function<std::unique_ptr<models::online::MlpEngine>(const BlockSetup&)> mlp_engine{};
  std::function<std::unique_ptr<models::online::NfpCore>(const BlockSetup&)> nfp{};
};

}  // namespace ngpcsim::rtl
