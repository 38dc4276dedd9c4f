#include "tests/equiv/direction/direction_equivalence.h"

#include <utility>

#include <fmt/format.h>

#include "models/nfp/online/model_lane.h"
#include "tests/contract/model_setup.h"

namespace ngpcsim::equiv {

naive::DirectionSetup direction_setup(const rtl::Sizes& sizes, bool per_ray) {
  return {.per_ray = per_ray,
          .interval = sizes["Interval"],
          .latency = sizes["Latency"],
          .input_queue_depth = sizes["InputDepth"],
          .index_queue_depth = sizes["OperandDepth"],
          .output_queue_depth = sizes["OutputDepth"]};
}

models::NfpModel direction_model(const naive::DirectionSetup& setup) {
  naive::NfpSetup nfp;
  nfp.direction = setup;
  return contract::nfp_model(nfp);
}

std::unique_ptr<rtl::RtlDirectionLane> direction_rtl(const models::NfpModel& model, const rtl::Build& build, std::uint64_t power_up_seed) {
  std::unique_ptr<models::online::DirectionLane> lane = build.direction_lane({.model = model, .power_up_seed = power_up_seed});
  auto* rtl = dynamic_cast<rtl::RtlDirectionLane*>(lane.get());
  check(rtl != nullptr, "a direction encoder that is not RTL");
  static_cast<void>(lane.release());
  return std::unique_ptr<rtl::RtlDirectionLane>(rtl);
}

std::string direction_difference(const DirectionCase& c, const rtl::Build& build) {
  const models::NfpModel model = direction_model(direction_setup(build.sizes, c.per_ray));
  models::online::ModelDirectionLane expected(model, true);
  const std::unique_ptr<rtl::RtlDirectionLane> actual = direction_rtl(model, build, c.seed + 1);
  const LockstepResult result = lockstep(expected, *actual, c.stimulus);
  return result.difference.empty() ? "" : fmt::format("{}, {}: {}\n", build.name, describe(c), result.difference);
}

std::string direction_differences(std::uint64_t first, std::uint64_t count, const rtl::Build& build) {
  constexpr unsigned kEnough = 3;
  std::string differences;
  unsigned found = 0;
  for (std::uint64_t seed = first; seed < first + count && found < kEnough; ++seed) {
    const std::string difference = direction_difference(random_direction_case(seed), build);
    if (!difference.empty()) ++found;
    differences += difference;
  }
  return differences;
}

}  // namespace ngpcsim::equiv
