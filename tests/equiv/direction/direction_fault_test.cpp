#include <gtest/gtest.h>
#include <rtl_builds/direction_encoder_default.h>

#include "models/nfp/online/model_lane.h"
#include "tests/equiv/direction/direction_equivalence.h"

// The test of the test: a small fault on one side must turn the comparison red.
namespace ngpcsim::equiv {
namespace {

constexpr std::uint64_t kCases = 60;

/// How many cases differ when the model is that of `faulty(sizes)`.
[[nodiscard]] unsigned red_cases(void (*faulty)(naive::DirectionSetup&)) {
  const rtl::Build& build = rtl::builds::direction_encoder_default();
  unsigned red = 0;
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const DirectionCase c = random_direction_case(seed);
    naive::DirectionSetup setup = direction_setup(build.sizes, c.per_ray);
    const models::NfpModel model = direction_model(setup);
    faulty(setup);
    const models::NfpModel wrong = direction_model(setup);
    models::online::ModelDirectionLane expected(wrong, true);
    if (!lockstep(expected, *direction_rtl(model, build, seed), c.stimulus).difference.empty()) ++red;
  }
  return red;
}

TEST(DirectionFault, NoneIsGreen) {
  EXPECT_EQ(red_cases([](naive::DirectionSetup&) {}), 0U);
}

TEST(DirectionFault, SizeOffByOneIsRed) {
  EXPECT_GT(red_cases([](naive::DirectionSetup& s) { ++s.interval; }), 50U) << "interval";
  EXPECT_GT(red_cases([](naive::DirectionSetup& s) { --s.latency; }), 50U) << "latency";
  EXPECT_GT(red_cases([](naive::DirectionSetup& s) { ++s.input_queue_depth; }), 10U) << "input queue";
  EXPECT_GT(red_cases([](naive::DirectionSetup& s) { --s.index_queue_depth; }), 10U) << "operand queue";
  EXPECT_GT(red_cases([](naive::DirectionSetup& s) { ++s.output_queue_depth; }), 3U) << "output queue";
  EXPECT_GT(red_cases([](naive::DirectionSetup& s) { s.per_ray = !s.per_ray; }), 30U) << "per_ray";
}

/// The model with its values one unit in the last place off, at one coefficient.
class OffByOneUlp final : public models::online::DirectionLane {
 public:
  OffByOneUlp(const models::NfpModel& model, std::size_t coefficient) : lane_(model, true), coefficient_(coefficient) {}
  [[nodiscard]] bool ready() const override { return lane_.ready(); }
  [[nodiscard]] bool valid() const override { return lane_.valid(); }
  [[nodiscard]] std::span<const models::Fp16> values() const override {
    const std::span<const models::Fp16> right = lane_.values();
    values_.assign(right.begin(), right.end());
    values_[coefficient_].bits ^= 1U;
    return values_;
  }
  void clock(const models::online::QueryRecord* pushed, bool taken) override { lane_.clock(pushed, taken); }
  [[nodiscard]] models::online::LaneEvents events() const override { return lane_.events(); }
  [[nodiscard]] models::online::LaneCount count() const override { return lane_.count(); }
  [[nodiscard]] std::uint64_t evaluations() const override { return lane_.evaluations(); }

 private:
  models::online::ModelDirectionLane lane_;
  std::size_t coefficient_;
  mutable std::vector<models::Fp16> values_;
};

TEST(DirectionFault, WrongBitOfAnyCoefficientIsRed) {
  const rtl::Build& build = rtl::builds::direction_encoder_default();
  const DirectionCase c = random_direction_case(1);
  const models::NfpModel model = direction_model(direction_setup(build.sizes, c.per_ray));
  for (std::size_t coefficient = 0; coefficient < 16; ++coefficient) {
    OffByOneUlp expected(model, coefficient);
    EXPECT_NE(lockstep(expected, *direction_rtl(model, build, 1), c.stimulus).difference, "") << coefficient;
  }
}

}  // namespace
}  // namespace ngpcsim::equiv
