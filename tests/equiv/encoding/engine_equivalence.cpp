#include "tests/equiv/encoding/engine_equivalence.h"

#include <exception>

#include "models/nfp/online/model_lane.h"

namespace ngpcsim::equiv {
namespace {

/// The output port and its flag against what the lane says of the query at its head.
[[nodiscard]] std::string port_difference(const rtl::RtlEngineLane& lane, std::size_t passes, bool last_of_batch, const rtl::Sizes& sizes) {
  if (lane.last_of_batch() != last_of_batch) return "the wrong last flag";
  const std::span<const models::Fp16> values = lane.values();
  const std::vector<models::Fp16> places = lane.places();
  const std::size_t features = values.size() / passes;
  for (std::size_t place = 0; place < places.size(); ++place) {
    const std::size_t pass = place / sizes["MaxFeatures"], f = place % sizes["MaxFeatures"];
    const models::Fp16 wanted = pass < passes && f < features ? values[pass * features + f] : models::Fp16{0};
    if (places[place] != wanted) return fmt::format("{:#06x} at place {} of the output port, not {:#06x}", places[place].bits, place, wanted.bits);
  }
  return "";
}

}  // namespace

std::unique_ptr<rtl::RtlEngineLane> engine_rtl(const EngineCase& c, const EngineModel& resolved, const rtl::Build& build) {
  std::unique_ptr<models::online::EngineLane> lane = build.engine_lane(
      {.model = resolved.model, .network = &resolved.network, .lane = c.lane, .load_through_port = c.seed % 8 == 0, .power_up_seed = c.seed + 1});
  auto* rtl = dynamic_cast<rtl::RtlEngineLane*>(lane.get());
  check(rtl != nullptr, "an encoding engine that is not RTL");
  static_cast<void>(lane.release());
  return std::unique_ptr<rtl::RtlEngineLane>(rtl);
}

EngineRun run_engine(const EngineCase& c, const rtl::Build& build) {
  EngineRun run;
  try {
    const EngineModel resolved(c, build.sizes);
    models::online::ModelEngineLane expected(resolved.model, c.lane, &resolved.network);
    const std::unique_ptr<rtl::RtlEngineLane> actual = engine_rtl(c, resolved, build);
    const auto at_take = [&](std::size_t query) -> std::string {
      const std::span<const models::Fp16> values = actual->values();
      run.values.insert(run.values.end(), values.begin(), values.end());
      return port_difference(*actual, resolved.model.placement.lane_passes[c.lane], c.stimulus.queries[query].last_of_batch, build.sizes);
    };
    run.difference = lockstep(expected, *actual, c.stimulus, {.at_take = at_take, .counters = {}}).difference;
    run.counters = actual->level_counters();
  } catch (const std::exception& error) {
    run.difference = error.what();
  }
  if (!run.difference.empty()) run.difference = fmt::format("{}, {}: {}\n", build.name, describe(c), run.difference);
  return run;
}

std::string engine_differences(std::uint64_t first, std::uint64_t count, const rtl::Build& build) {
  constexpr unsigned kEnough = 3;
  std::string differences;
  unsigned found = 0;
  for (std::uint64_t seed = first; seed < first + count && found < kEnough; ++seed) {
    const std::string difference = run_engine(random_engine_case(seed, build.sizes), build).difference;
    if (!difference.empty()) ++found;
    differences += difference;
  }
  return differences;
}

}  // namespace ngpcsim::equiv
