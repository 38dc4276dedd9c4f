#include <gtest/gtest.h>
#include <rtl_builds/direction_encoder_default.h>
#include <rtl_builds/direction_encoder_short.h>

#include "models/nfp/online/model_lane.h"
#include "tests/equiv/direction/direction_equivalence.h"

// The direction encoder in RTL against the model: ready, valid, coefficients, events and counters, edge by edge.
namespace ngpcsim::equiv {
namespace {

TEST(DirectionEquivalence, RandomCasesOfTheDefaultSizes) { EXPECT_EQ(direction_differences(0, 1000, rtl::builds::direction_encoder_default()), ""); }

TEST(DirectionEquivalence, RandomCasesOfTheShortestQueues) { EXPECT_EQ(direction_differences(1000, 1000, rtl::builds::direction_encoder_short()), ""); }

TEST(DirectionEquivalence, SpecialDirections) { EXPECT_EQ(direction_difference(special_directions(), rtl::builds::direction_encoder_default()), ""); }

TEST(DirectionEquivalence, ResetInFlightLeavesNothing) {
  const rtl::Build& build = rtl::builds::direction_encoder_default();
  for (std::uint64_t seed = 4000; seed < 4050; ++seed) {
    DirectionCase c = random_direction_case(seed);
    const models::NfpModel model = direction_model(direction_setup(build.sizes, c.per_ray));
    const std::unique_ptr<rtl::RtlDirectionLane> rtl = direction_rtl(model, build, seed);
    models::online::ModelDirectionLane before(model, true);
    c.stimulus.stop_after = 1 + seed % 40;
    EXPECT_EQ(lockstep(before, *rtl, c.stimulus).difference, "") << describe(c);
    rtl->restart();
    models::online::ModelDirectionLane after(model, true);
    const DirectionCase clean = random_direction_case(seed + 1000);
    EXPECT_EQ(lockstep(after, *rtl, clean.stimulus).difference, "") << describe(clean);
  }
}

TEST(DirectionEquivalence, ResetForgetsTheRay) {
  // The first query of a run evaluates even if nothing says that a launch begins and the ray is the one before the reset.
  const rtl::Build& build = rtl::builds::direction_encoder_default();
  const models::NfpModel model = direction_model(direction_setup(build.sizes, true));
  const std::unique_ptr<rtl::RtlDirectionLane> rtl = direction_rtl(model, build, 1);
  LaneStimulus stimulus;
  stimulus.queries = {{.direction = {1.0F, 0.0F, 0.0F}, .ray = 7}};
  models::online::ModelDirectionLane before(model, true);
  EXPECT_EQ(lockstep(before, *rtl, stimulus).difference, "");
  rtl->restart();
  stimulus.queries = {{.direction = {0.0F, 1.0F, 0.0F}, .ray = 7}};
  models::online::ModelDirectionLane after(model, true);
  EXPECT_EQ(lockstep(after, *rtl, stimulus).difference, "");
  EXPECT_EQ(rtl->evaluations(), 1U);
}

TEST(DirectionEquivalence, ChipOfOtherSizesIsRefusedAtItsParameter) {
  const models::NfpModel model = direction_model(direction_setup(rtl::builds::direction_encoder_short().sizes, true));
  try {
    static_cast<void>(rtl::builds::direction_encoder_default().direction_lane({.model = model}));
    FAIL() << "a build of other sizes was taken";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "chip.nfp.direction_encoder.interval_cycles: 1, but the RTL was compiled with Interval = 4; allowed: 4");
  }
}

}  // namespace
}  // namespace ngpcsim::equiv
