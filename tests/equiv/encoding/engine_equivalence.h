#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rtl/bridge/build.h"
#include "rtl/bridge/encoding_engine_block.h"
#include "tests/equiv/encoding/engine_case.h"

namespace ngpcsim::equiv {

/// The engine of a case, resolved for a build. Blocks refer to it.
struct EngineModel {
  models::NfpModel model;
  models::FunctionalNetwork network;

  EngineModel(const EngineCase& c, const rtl::Sizes& sizes) : model(model_of(c, sizes)), network(network_of(c)) {}
};

/// The block of a build, running. One case in eight loads its tables through the write port.
[[nodiscard]] std::unique_ptr<rtl::RtlEngineLane> engine_rtl(const EngineCase& c, const EngineModel& resolved, const rtl::Build& build);

/// What comes out of RTL and model in lockstep. Values and counters are those of the RTL.
struct EngineRun {
  std::string difference;  ///< the first, and the case, in words; "": none
  std::vector<models::Fp16> values;
  std::vector<models::LevelCounters> counters;
};
[[nodiscard]] EngineRun run_engine(const EngineCase& c, const rtl::Build& build);

/// Of the random cases first .. first + count - 1, those that differ, in words: the first few of them.
[[nodiscard]] std::string engine_differences(std::uint64_t first, std::uint64_t count, const rtl::Build& build);

}  // namespace ngpcsim::equiv
