// Which engine holds which level, and what is said when a level does not fit.
#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/encoding_engine/encoding_services.h"

namespace ngpcsim::models {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const InputLocation kHere{.file = "chip.xml", .line = 12};

LevelPlacement placed(std::uint32_t levels, std::uint32_t engines, Regroup regroup, std::uint32_t levels_per_engine = 2) {
  EncodingEngineParams engine;
  engine.engines = engines;
  engine.regroup = regroup;
  engine.levels_per_engine = levels_per_engine;
  return place_levels(levels, engine, kHere);
}

std::string message_of(const auto& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

/// The paper: 8 levels on 16 engines serve 2 inputs at a time, 2 levels 8.
TEST(PlaceLevels, FewerLevelsThanEngines) {
  EXPECT_EQ(placed(8, 16, Regroup::kReplicate).groups, 2u);
  EXPECT_EQ(placed(2, 16, Regroup::kReplicate).groups, 8u);
  EXPECT_EQ(placed(5, 16, Regroup::kReplicate).groups, 3u);
  EXPECT_EQ(placed(8, 16, Regroup::kReplicate).shards, 1u);
  EXPECT_EQ(placed(2, 16, Regroup::kShard).shards, 8u);
  EXPECT_EQ(placed(5, 16, Regroup::kShard).shards, 2u) << "the largest power of two that is at most 3";
  EXPECT_EQ(placed(5, 16, Regroup::kShard).groups, 1u);
  EXPECT_EQ(placed(16, 16, Regroup::kShard).shards, 1u);
}

TEST(PlaceLevels, MoreLevelsThanEnginesFold) {
  EXPECT_THAT(placed(20, 16, Regroup::kReplicate).lane_passes, ElementsAre(2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1));
  EXPECT_THAT(placed(7, 3, Regroup::kReplicate, 3).lane_passes, ElementsAre(3, 2, 2));
  EXPECT_EQ(placed(20, 16, Regroup::kReplicate).groups, 1u);
}

TEST(PlaceLevels, SaysHowManyLevelsAnEngineWouldNeed) {
  const std::string message = message_of([] { static_cast<void>(placed(33, 16, Regroup::kReplicate)); });
  EXPECT_THAT(message, AllOf(HasSubstr("chip.xml:12: 33 levels on 16 engines need 3 levels per engine"), HasSubstr("levels up to 32"), HasSubstr("at least 3")));
}

GridLevel level_of(std::uint32_t entries) {
  GridLevel level;
  level.entries = entries;
  return level;
}

std::string capacity(const std::vector<GridLevel>& levels, std::uint32_t features, const EncodingEngineParams& engine) {
  return message_of([&] { check_capacity(levels, features, engine, place_levels(static_cast<std::uint32_t>(levels.size()), engine, kHere), kHere); });
}

/// GIA's densegrid: a 2-D level of 513^2 = 263 169 vertices, rounded up to 8: 263 176 entries of 2 fp16 features are 1 052 704 B, 4128 B more than 1 MiB;
/// 1029 KiB would hold it (1 053 696 B), 1028 KiB not, and at 8 bits it takes 526 352 B.
TEST(CheckCapacity, GiasFinestLevelInFp16) {
  const std::vector<GridLevel> levels = make_grid_levels({.grid = GridKind::kDense, .dims = 2, .levels = 1, .features = 2, .base_resolution = 513, .per_level_scale = 1.0}, 1, kHere);
  ASSERT_EQ(levels[0].entries, 263'176u);
  EncodingEngineParams engine;
  engine.engines = 1;
  engine.feature_type = FeatureType::kFp16;
  const std::string message = capacity(levels, 2, engine);
  EXPECT_THAT(message, AllOf(HasSubstr("chip.xml:12"), HasSubstr("takes 1052704 B, 4128 B more than the 1048576 B"), HasSubstr("at least 1029"), HasSubstr("int8"), HasSubstr("unbounded")));
  engine.grid_sram.size_kib = 1028;
  EXPECT_NE(capacity(levels, 2, engine), "no error");
  engine.grid_sram.size_kib = 1029;
  EXPECT_EQ(capacity(levels, 2, engine), "no error");
  engine.grid_sram.size_kib = 1024;
  engine.feature_type = FeatureType::kInt8;
  EXPECT_EQ(capacity(levels, 2, engine), "no error");
  engine.feature_type = FeatureType::kFp16;
  engine.grid_sram.mode = SramMode::kUnbounded;
  EXPECT_EQ(capacity(levels, 2, engine), "no error");
}

/// T = 2^19, F = 2: exactly 1 MiB at 8 bits.
TEST(CheckCapacity, ExactlyFull) {
  EncodingEngineParams engine;
  EXPECT_EQ(capacity(std::vector<GridLevel>(16, level_of(1u << 19)), 2, engine), "no error");
  engine.grid_sram.size_kib = 1023;
  EXPECT_THAT(capacity(std::vector<GridLevel>(16, level_of(1u << 19)), 2, engine), AllOf(HasSubstr("1024 B more"), HasSubstr("at least 1024"), Not(HasSubstr("int8"))));
}

/// Folded levels share an engine's SRAM: levels 0 and 16 lie in engine 0.
TEST(CheckCapacity, FoldedLevelsShare) {
  EncodingEngineParams engine;
  std::vector<GridLevel> levels(17, level_of(1u << 18));
  EXPECT_EQ(capacity(levels, 2, engine), "no error");
  levels[16] = level_of((1u << 18) + 8);
  EXPECT_THAT(capacity(levels, 2, engine), AllOf(HasSubstr("level 0 (262144 entries), 16 (262152 entries)"), HasSubstr("16 B more"), HasSubstr("at least 1025")));
}

/// `shard`: two engines hold a level together, 1 MiB each.
TEST(CheckCapacity, ShardsAddUp) {
  EncodingEngineParams engine;
  std::vector<GridLevel> levels(8, level_of(1u << 20));
  EXPECT_THAT(capacity(levels, 2, engine), AllOf(HasSubstr("regroup shard"), HasSubstr("at least 2048")));
  engine.regroup = Regroup::kShard;
  EXPECT_EQ(capacity(levels, 2, engine), "no error");
}

}  // namespace
}  // namespace ngpcsim::models
