// Services of whole networks against a computation that looks at one query at a time: passes, beats, groups, shards, reuse; and no dependence on
// how the stream is cut into blocks.
#include "models/encoding_engine/encoding_services.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "tests/naive/grid_index.h"
#include "tests/unit/models/random_grid.h"

namespace ngpcsim::models {
namespace {

struct Positions {
  std::vector<float> x, y, z;
};

/// A walk in small steps with a jump now and then: many queries fall into the cell of the one before.
Positions walk(Rng& rng, std::size_t count) {
  Positions p;
  float at[3] = {};
  float step = 0.0f;
  for (std::size_t i = 0; i < count; ++i) {
    if (i == 0 || rng.below(30) == 0) {
      step = rng.below(3) == 0 ? 0.05f : 0.002f;
      for (float& a : at) a = rng.below(20) == 0 ? 1.0f : rng.unit();
    } else {
      for (float& a : at) a = std::clamp(a + step * (rng.unit() - 0.5f), 0.0f, 1.0f);
    }
    p.x.push_back(at[0]);
    p.y.push_back(at[1]);
    p.z.push_back(at[2]);
  }
  return p;
}

struct Case {
  RandomGrid grid;
  EncodingEngineParams engine;
  LevelPlacement placement;
  std::uint32_t features = 2;
  Positions positions;
};

Case random_case(Rng& rng) {
  Case c;
  std::vector<float> scales;
  float scale = static_cast<float>(3 + rng.below(20));
  for (std::uint32_t l = 0, count = 1 + rng.below(12); l < count; ++l, scale *= 1.0f + rng.unit()) scales.push_back(scale);
  c.grid = make_grid(rng.below(4) == 0 ? GridKind::kTiled : GridKind::kHash, 2 + rng.below(2), 6 + rng.below(10), 8, scales);
  c.features = 1u << rng.below(4);
  c.engine.engines = 1 + rng.below(20);
  c.engine.levels_per_engine = 32;
  c.engine.regroup = rng.below(2) == 0 ? Regroup::kReplicate : Regroup::kShard;
  c.engine.features_per_cycle = 1u << rng.below(4);
  c.engine.grid_sram = random_sram(rng);
  c.engine.grid_sram.banks = 1u << rng.below(4);
  c.engine.grid_sram.corner_reuse = rng.below(2) == 0 ? CornerReuse::kNone : CornerReuse::kCell;
  c.placement = place_levels(c.grid.encoding.levels, c.engine, {.file = "test"});
  c.positions = walk(rng, 1 + rng.below(900));
  return c;
}

struct Outcome {
  std::vector<std::uint16_t> service;  ///< query by query, lane by lane
  std::vector<LevelCounters> levels;
  std::vector<std::uint64_t> lane_queries, lane_service;
};

Outcome one_by_one(const Case& c, std::size_t reload_before) {
  const std::uint32_t levels = c.grid.encoding.levels, lanes = std::min(levels, c.engine.engines);
  const bool spare = levels < c.engine.engines;
  const std::uint32_t groups = spare && c.engine.regroup == Regroup::kReplicate ? c.engine.engines / levels : 1;
  std::uint32_t shards = 1;
  while (spare && c.engine.regroup == Regroup::kShard && shards * 2 <= c.engine.engines / levels) shards *= 2;
  const std::uint32_t beats = c.features <= c.engine.features_per_cycle ? 1 : c.features / c.engine.features_per_cycle;  // both powers of two
  const SlowSram sram = slow_sram(c.engine.grid_sram, shards);

  Outcome out;
  out.levels.resize(levels);
  out.lane_queries.resize(groups * lanes);
  out.lane_service.resize(groups * lanes);
  std::vector<std::vector<std::optional<std::array<std::uint32_t, 3>>>> kept(groups);
  for (std::size_t i = 0; i < c.positions.x.size(); ++i) {
    if (i == 0 || i == reload_before)
      for (auto& registers : kept) registers.assign(levels, std::nullopt);
    const std::size_t group = i % groups;
    const naive::Query query{.position = {c.positions.x[i], c.positions.y[i], c.positions.z[i]}};
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      std::uint32_t service = 0;
      for (std::uint32_t l = lane; l < levels; l += c.engine.engines) {
        const auto cell = naive::locate(c.grid.slow, c.grid.slow.levels[l], query).corner;
        const SlowCost cost = slow_cell_cost(c.grid.slow, c.grid.slow.levels[l], cell, sram);
        const bool reused = c.engine.grid_sram.corner_reuse == CornerReuse::kCell && kept[group][l] == cell;
        kept[group][l] = cell;
        service += beats * (reused ? 1 : cost.fullest);
        LevelCounters& counters = out.levels[l];
        ++counters.queries;
        counters.lookups += c.grid.encoding.dims == 3 ? 8 : 4;
        counters.accesses += reused ? 0 : cost.accesses;
        counters.reused += reused ? 1 : 0;
        ++counters.conflict_histogram[reused ? 0 : cost.fullest];
      }
      out.service.push_back(static_cast<std::uint16_t>(service));
      ++out.lane_queries[group * lanes + lane];
      out.lane_service[group * lanes + lane] += service;
    }
  }
  return out;
}

/// Runs the stream in blocks of random sizes; the tables are loaded anew before query `reload_before`.
Outcome in_blocks(const Case& c, Rng& rng, std::uint32_t largest, std::size_t reload_before) {
  const LevelCosts costs = make_level_costs(c.grid.levels, c.grid.encoding.dims, c.engine, c.placement);
  EncodingServices services(c.grid.levels, c.grid.encoding.dims, c.features, c.engine, c.placement, costs);
  const std::uint32_t lanes = c.placement.lanes(), stride = (lanes + 7) / 8 * 8;
  const auto count = static_cast<std::uint32_t>(c.positions.x.size());
  std::vector<std::uint16_t> table(std::size_t{count} * stride, 0xABCD);
  for (std::uint32_t first = 0; first < count;) {
    if (first == reload_before && first > 0) services.tables_loaded();
    std::uint32_t n = std::min(count - first, 1 + rng.below(largest));
    if (first < reload_before) n = std::min(n, static_cast<std::uint32_t>(reload_before) - first);
    services.run({c.positions.x.data() + first, c.positions.y.data() + first, c.grid.encoding.dims == 3 ? c.positions.z.data() + first : nullptr, n},
                 table.data() + std::size_t{first} * stride, stride);
    first += n;
  }
  Outcome out;
  for (std::uint32_t i = 0; i < count; ++i) {
    for (std::uint32_t lane = 0; lane < lanes; ++lane) out.service.push_back(table[std::size_t{i} * stride + lane]);
    for (std::uint32_t lane = lanes; lane < stride; ++lane) EXPECT_EQ(table[std::size_t{i} * stride + lane], 0xABCD) << "an element beyond the lanes was written";
  }
  out.levels.assign(services.level_counters().begin(), services.level_counters().end());
  for (const auto& load : services.lane_loads()) {
    out.lane_queries.push_back(load.queries);
    out.lane_service.push_back(load.service);
  }
  return out;
}

void expect_equal(const Outcome& got, const Outcome& want) {
  ASSERT_EQ(got.service, want.service);
  ASSERT_EQ(got.lane_queries, want.lane_queries);
  ASSERT_EQ(got.lane_service, want.lane_service);
  ASSERT_EQ(got.levels.size(), want.levels.size());
  for (std::size_t l = 0; l < want.levels.size(); ++l) {
    ASSERT_EQ(got.levels[l].queries, want.levels[l].queries) << l;
    ASSERT_EQ(got.levels[l].lookups, want.levels[l].lookups) << l;
    ASSERT_EQ(got.levels[l].accesses, want.levels[l].accesses) << l;
    ASSERT_EQ(got.levels[l].reused, want.levels[l].reused) << l;
    ASSERT_EQ(got.levels[l].conflict_histogram, want.levels[l].conflict_histogram) << l;
  }
}

TEST(EncodingServices, EqualOneQueryAtATimeHoweverTheStreamIsCut) {
  Rng rng(6);
  int replicated_with_reuse = 0, sharded = 0, folded = 0;
  for (int n = 0; n < 250; ++n) {
    const Case c = random_case(rng);
    replicated_with_reuse += c.placement.groups > 1 && c.engine.grid_sram.corner_reuse == CornerReuse::kCell ? 1 : 0;
    sharded += c.placement.shards > 1 ? 1 : 0;
    folded += c.grid.encoding.levels > c.engine.engines ? 1 : 0;
    const std::size_t reload = rng.below(3) == 0 ? rng.below(static_cast<std::uint32_t>(c.positions.x.size())) : 0;
    const Outcome want = one_by_one(c, reload);
    for (const std::uint32_t largest : {1u, 17u, 300u, 1000u}) {
      expect_equal(in_blocks(c, rng, largest, reload), want);
      ASSERT_FALSE(HasFatalFailure()) << "case " << n << ", blocks of up to " << largest;
    }
  }
  EXPECT_GT(replicated_with_reuse, 10);
  EXPECT_GT(sharded, 10);
  EXPECT_GT(folded, 10);
}

}  // namespace
}  // namespace ngpcsim::models
