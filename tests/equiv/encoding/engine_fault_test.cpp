#include <functional>

#include <gtest/gtest.h>
#include <rtl_builds/engine_narrow.h>
#include <rtl_builds/engine_wide.h>

#include "models/nfp/online/model_lane.h"
#include "tests/equiv/encoding/engine_equivalence.h"

// The test of the test: a small fault on one side must turn the comparison red.
namespace ngpcsim::equiv {
namespace {

constexpr std::uint64_t kCases = 60;

/// How many cases differ when the model is changed by `plant`.
[[nodiscard]] unsigned red_cases(const rtl::Build& build, const std::function<void(models::NfpModel&)>& plant) {
  unsigned red = 0;
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const EngineCase c = random_engine_case(seed, build.sizes);
    const EngineModel right(c, build.sizes);
    EngineModel wrong = right;
    plant(wrong.model);
    models::online::ModelEngineLane expected(wrong.model, c.lane, &wrong.network);
    if (!lockstep(expected, *engine_rtl(c, right, build), c.stimulus).difference.empty()) ++red;
  }
  return red;
}

TEST(EngineFault, NoneIsGreen) {
  EXPECT_EQ(red_cases(rtl::builds::engine_wide(), [](models::NfpModel&) {}), 0U);
}

TEST(EngineFault, SizeOffByOneIsRed) {
  const rtl::Build& build = rtl::builds::engine_wide();
  EXPECT_GT(red_cases(build, [](models::NfpModel& m) { ++m.geometry.engine.front_latency; }), 50U) << "front latency";
  EXPECT_GT(red_cases(build, [](models::NfpModel& m) { --m.geometry.engine.back_latency; }), 50U) << "back latency";
  EXPECT_GT(red_cases(build, [](models::NfpModel& m) { ++m.geometry.engine.input_depth; }), 10U) << "input queue";
  EXPECT_GT(red_cases(build, [](models::NfpModel& m) { --m.geometry.engine.index_depth; }), 5U) << "index queue";
  EXPECT_GT(red_cases(build, [](models::NfpModel& m) { ++m.geometry.engine.output_depth; }), 5U) << "output queue";
}

TEST(EngineFault, SmallerWindowIsRed) {
  EXPECT_GT(red_cases(rtl::builds::engine_narrow(), [](models::NfpModel& m) {
              if (m.geometry.overlaps()) --m.geometry.banks.window;
            }), 5U);
}

TEST(EngineFault, OtherLookUpIsRed) {
  EXPECT_GT(red_cases(rtl::builds::engine_wide(), [](models::NfpModel& m) {
              models::CornerReuse& reuse = m.params.encoding_engine.grid_sram.corner_reuse;
              reuse = reuse == models::CornerReuse::kNone ? models::CornerReuse::kCell : models::CornerReuse::kNone;
            }), 20U) << "corner reuse";
  EXPECT_GT(red_cases(rtl::builds::engine_wide(), [](models::NfpModel& m) {
              for (models::GridLevel& level : m.levels) level.strides[1] += 1;
            }), 10U) << "stride";
  EXPECT_GT(red_cases(rtl::builds::engine_narrow(), [](models::NfpModel& m) {
              for (models::GridLevel& level : m.levels) level.entries -= level.entries > 1 ? 1 : 0;
            }), 20U) << "entries";
  EXPECT_GT(red_cases(rtl::builds::engine_narrow(), [](models::NfpModel& m) {
              for (models::GridLevel& level : m.levels) level.scale *= 1.001F;
            }), 30U) << "scale";
}

/// The case with another table, one bit of whose entries differs.
TEST(EngineFault, OtherBitInTheTableIsRed) {
  const rtl::Build& build = rtl::builds::engine_narrow();
  unsigned red = 0;
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const EngineCase c = random_engine_case(seed, build.sizes);
    EngineCase other = c;
    std::vector<StoredTable::Level> levels(c.grid.levels.size());
    for (std::uint32_t level = 0; level < levels.size(); ++level) {
      const std::uint32_t entries = model_of(c, build.sizes).levels[level].entries;
      for (std::uint32_t entry = 0; entry < entries; ++entry) {
        for (std::uint32_t f = 0; f < c.grid.features; ++f)
          levels[level].bits.push_back(static_cast<std::uint16_t>(c.table->stored_bits(level, entry, f) ^ (f + 1 == c.grid.features ? 0x0100U : 0U)));
      }
    }
    other.table = std::make_shared<StoredTable>(c.table->type(), c.grid.features, std::move(levels));
    const EngineModel right(c, build.sizes), wrong(other, build.sizes);
    models::online::ModelEngineLane expected(wrong.model, c.lane, &wrong.network);
    if (!lockstep(expected, *engine_rtl(c, right, build), c.stimulus).difference.empty()) ++red;
  }
  EXPECT_GT(red, 50U);
}

}  // namespace
}  // namespace ngpcsim::equiv
