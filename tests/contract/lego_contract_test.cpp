#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

#include "models/common/grid_levels.h"
#include "models/nfp/params.h"
#include "tests/contract/comparison.h"
#include "tests/naive/nfp.h"
#include "tests/support/lego_scene.h"

// The first 10^5 queries of a real frame (Lego, camera 0, 800 x 800) on the NFP of ngpc-8 and on the one of ngpc-8-starved.
namespace ngpcsim::contract {
namespace {

constexpr std::size_t kQueries = 100'000;
constexpr std::size_t kBatch = 4'096;

/// Rounds of up to eight steps, group by group, as the host asks for them. Rays get numbers of their own across groups.
[[nodiscard]] std::vector<naive::Query> lego_queries() {
  constexpr std::uint32_t kRays = 65'536;
  std::vector<naive::Query> queries;
  const std::unique_ptr<workloads::NerfSource> source = testing_support::lego_source(800);
  const std::unique_ptr<stream::Frame> frame = source->open_frame(0);
  std::uint32_t first_ray = 0;
  while (const std::unique_ptr<stream::RayGroup> group = frame->next_group(kRays)) {
    stream::Queries round;
    while (group->rays_alive() > 0) {
      round.clear();
      group->next_round(8, round);
      for (std::size_t i = 0; i < round.size() && queries.size() < kQueries; ++i) {
        naive::Query query;
        query.position[0] = round.x[i];
        query.position[1] = round.y[i];
        query.position[2] = round.z[i];
        query.ray = first_ray + round.ray[i];
        query.last_of_batch = (queries.size() + 1) % kBatch == 0 || queries.size() + 1 == kQueries;
        queries.push_back(query);
      }
      if (queries.size() == kQueries) return queries;
    }
    first_ray += kRays;
  }
  return queries;
}

/// The NFP of ngpc-8, whose parameters are the defaults, on the NeRF network.
[[nodiscard]] naive::NfpSetup ngpc_setup(unsigned banks, unsigned features_per_cycle) {
  const models::NfpParams params;
  const models::EncodingEngineParams& e = params.encoding_engine;
  const models::DirectionEncoderParams& d = params.direction_encoder;
  const models::MlpEngineParams& m = params.mlp_engine;
  naive::NfpSetup setup;
  setup.grid.levels.clear();
  for (const models::GridLevel& level : models::make_grid_levels(models::EncodingParams{}, 1, {.file = "defaults", .line = 0})) {
    setup.grid.levels.push_back({level.scale, {}});
  }
  setup.engine = {.engines = e.engines, .regroup = naive::Regroup::kReplicate, .banks = banks, .bank_map = naive::BankMap::kXor,
                  .word_entries = e.grid_sram.word_entries, .corner_reuse = false, .features_per_cycle = features_per_cycle,
                  .input_queue_depth = e.input_queue_depth, .index_queue_depth = e.index_queue_depth,
                  .output_queue_depth = e.output_queue_depth, .front_latency = e.pos_fract_cycles + e.grid_index_cycles,
                  .back_latency = e.grid_sram.latency_cycles + e.interpolate_cycles};
  setup.direction = naive::DirectionSetup{.per_ray = d.per_ray, .interval = d.interval_cycles, .latency = d.latency_cycles,
                                          .input_queue_depth = d.input_queue_depth, .index_queue_depth = d.operand_queue_depth,
                                          .output_queue_depth = d.output_queue_depth};
  setup.feature_buffer_queries = params.feature_buffer_queries;
  setup.mlp = {.rows = m.rows, .cols = m.cols, .tile_queries = m.tile_queries, .latency = m.latency_cycles,
               .output_queue_depth = m.output_queue_depth, .weight_load_width = m.weight_load_width, .double_buffering = m.double_buffering,
               .packing = m.packing, .layers = {}};
  constexpr unsigned kWidths[][2] = {{32, 64}, {64, 16}, {32, 64}, {64, 64}, {64, 3}};
  for (const auto& [in, out] : kWidths) {
    setup.mlp.layers.emplace_back();
    setup.mlp.layers.back().in = in;
    setup.mlp.layers.back().out = out;
  }
  setup.mlp.layers[1].first_output_leaves = true;
  setup.mlp.layers[2].append_direction = true;
  return setup;
}

TEST(LegoContract, ModelEqualsTwinOnTheFirstHundredThousandQueries) {
  if (!testing_support::has_lego_scene()) GTEST_SKIP() << "no Lego scene in " << testing_support::data_folder();
  Case c{.seed = 1, .setup = {}, .stimulus = {.queries = lego_queries(), .valid = {}, .ready = {}}};
  ASSERT_EQ(c.stimulus.queries.size(), kQueries);
  std::vector<naive::Edge> edges;
  for (const auto& [banks, features_per_cycle] : {std::pair{8U, 2U}, std::pair{2U, 1U}}) {  // ngpc-8 and ngpc-8-starved
    c.setup = ngpc_setup(banks, features_per_cycle);
    const naive::NfpResult twin = naive::simulate(c.setup, c.stimulus);
    EXPECT_EQ(difference(twin, run_model(c)), "") << banks << " banks";
    edges.push_back(twin.edges);
  }
  // Five layers and so five steps a query limit the first; with two banks of one feature per cycle a query of two features costs eight edges or more.
  EXPECT_GE(edges[0], 5 * kQueries);
  EXPECT_GE(edges[1], 8 * kQueries);
}

}  // namespace
}  // namespace ngpcsim::contract
