#include "tests/system/random_chip.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "tests/naive/grid_index.h"
#include "tests/unit/models/random_grid.h"

namespace ngpcsim {
namespace {

/// Many small chunks through a short pipeline: the first of a batch are written while reads of the last, one per edge, are still to be sent.
void make_quick(models::ChipParams& chip) {
  chip.scheduler.batch_queries = 1000;
  chip.nfp.dma = {.chunk_queries = 8, .input_chunks = 64, .output_chunks = 64};
  chip.memory.clock_khz = chip.clock_khz;
  chip.memory.latency_cycles = 1;
  chip.nfp.encoding_engine.grid_sram.banks = 64;
  chip.nfp.encoding_engine.input_queue_depth = chip.nfp.encoding_engine.index_queue_depth = chip.nfp.encoding_engine.output_queue_depth = 8;
  models::MlpEngineParams& mlp = chip.nfp.mlp_engine;
  mlp.rows = mlp.cols = 64;
  mlp.tile_queries = 8;
  mlp.latency_cycles = 1;
  mlp.weight_load_width = 4096;
  mlp.output_queue_depth = 20;
}

/// ceil(in / rows) x ceil(out / cols) phases a layer, dimensions padded to 16; a phase of a x b loads in ceil(a b / width).
void add_layer(std::vector<std::uint64_t>& loads, std::uint64_t in, std::uint64_t out, const models::MlpEngineParams& mlp) {
  const auto pad = [](std::uint64_t n) { return (n + 15) / 16 * 16; };
  for (std::uint64_t o = 0; o < pad(out); o += mlp.cols)
    for (std::uint64_t i = 0; i < pad(in); i += mlp.rows) {
      const std::uint64_t weights = std::min<std::uint64_t>(mlp.rows, pad(in) - i) * std::min<std::uint64_t>(mlp.cols, pad(out) - o);
      loads.push_back((weights + mlp.weight_load_width - 1) / mlp.weight_load_width);
    }
}

SlowPipelineSetup slow_pipeline(const models::ChipParams& chip, std::uint32_t levels) {
  const models::EncodingEngineParams& engine = chip.nfp.encoding_engine;
  SlowPipelineSetup slow;
  for (std::uint32_t lane = 0; lane < std::min(levels, engine.engines); ++lane)
    slow.lanes.push_back({.passes = (levels - lane + engine.engines - 1) / engine.engines,
                          .input_depth = engine.input_queue_depth,
                          .index_depth = engine.index_queue_depth,
                          .output_depth = engine.output_queue_depth,
                          .front_latency = engine.pos_fract_cycles + engine.grid_index_cycles,
                          .back_latency = engine.grid_sram.latency_cycles + engine.interpolate_cycles});
  slow.feature_buffer = chip.nfp.feature_buffer_queries;
  slow.tile = chip.nfp.mlp_engine.tile_queries;
  slow.latency = chip.nfp.mlp_engine.latency_cycles;
  slow.output_depth = chip.nfp.mlp_engine.output_queue_depth;
  slow.double_buffering = chip.nfp.mlp_engine.double_buffering;
  return slow;
}

SlowRound slow_round(const stream::Queries& queries, const RandomGrid& grid, const models::ChipParams& chip, std::size_t lanes) {
  const SlowSram sram = slow_sram(chip.nfp.encoding_engine.grid_sram);
  SlowRound round;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    round.emplace_back(lanes, 0);
    const naive::Query query{.position = {queries.x[i], queries.y[i], queries.z[i]}};
    for (std::size_t l = 0; l < grid.levels.size(); ++l) {
      const naive::Level& level = grid.slow.levels[l];
      round.back()[l % lanes] += slow_cell_cost(grid.slow, level, naive::locate(grid.slow, level, query).corner, sram).fullest;
    }
  }
  return round;
}

RandomChip make_chip(Rng& rng, const models::ChipParams& params, std::uint32_t most_queries) {
  RandomChip c;
  c.setup.chip = params;
  const models::ChipParams& chip = c.setup.chip;
  // As many levels as engines or more: one group of lanes.
  std::vector<float> scales;
  for (std::uint32_t l = 0, count = chip.nfp.encoding_engine.engines + rng.below(5); l < count; ++l) scales.push_back(static_cast<float>(7 + 5 * l));
  const RandomGrid grid = make_grid(models::GridKind::kHash, 3, 12, 8, scales);
  c.setup.encoding = grid.encoding;
  c.setup.levels = grid.levels;
  c.setup.network = {.width = 16u << rng.below(2), .density_hidden_layers = 1, .density_outputs = 16, .color_hidden_layers = 1, .color_outputs = 3};
  c.setup.host_costs = {.ps_per_pixel = 100.0, .ps_per_probe = 0.0, .ps_per_query = 50.0, .us_per_launch = 0.03};
  c.setup.host_mhz = 1695;
  c.setup.where = [](std::string_view path) { return InputLocation{.file = std::string(path)}; };
  c.setup.construction_seed = rng.below(100);

  SlowChipSetup& slow = c.slow;
  slow = {.ngpc_khz = chip.clock_khz, .memory_khz = chip.memory.clock_khz, .host_khz = 1'695'000, .memory_sync = chip.memory.sync_cycles, .host_sync = chip.host.sync_cycles};
  slow.nfps = chip.nfps;
  slow.round_robin = chip.scheduler.policy == models::DispatchPolicy::kRoundRobin;
  slow.batch_queries = chip.scheduler.batch_queries;
  slow.queue_batches = chip.scheduler.queue_batches;
  slow.dispatch_cycles = chip.scheduler.dispatch_cycles;
  slow.chunk_queries = chip.nfp.dma.chunk_queries;
  slow.input_chunks = chip.nfp.dma.input_chunks;
  slow.output_chunks = chip.nfp.dma.output_chunks;
  slow.input_bytes = 3 * 4 + 16 * 2;  // position in fp32, 16 encoded direction values in fp16
  slow.output_bytes = (1 + 3) * 2;    // density and colour in fp16
  slow.bytes_per_cycle = chip.memory.bytes_per_cycle;
  slow.memory_latency = chip.memory.latency_cycles;
  slow.outstanding = chip.memory.outstanding;
  slow.groups_in_flight = chip.host.groups_in_flight;
  slow.ps_per_launch = 30'000;
  slow.ps_per_pixel = 100;
  slow.ps_per_query = 50;
  const auto levels = static_cast<std::uint32_t>(scales.size());
  slow.pipeline = slow_pipeline(chip, levels);
  const std::uint64_t width = c.setup.network.width;
  for (const auto& [in, out] : {std::pair<std::uint64_t, std::uint64_t>{levels * 2, width}, {width, 16}, {16 + 16, width}, {width, 3}})
    add_layer(slow.pipeline.load_cycles, in, out, chip.nfp.mlp_engine);

  for (std::uint32_t g = 0, count = 1 + rng.below(4); g < count; ++g) {
    c.rounds.groups.push_back({.pixels = 1 + rng.below(500), .rounds = {}});
    slow.groups.push_back({.pixels = c.rounds.groups.back().pixels, .rounds = {}});
    for (std::uint32_t r = 0, rounds = rng.below(4); r < rounds; ++r) {
      c.rounds.groups.back().rounds.push_back(random_queries(rng, 1 + rng.below(most_queries), 1));
      slow.groups.back().rounds.push_back(slow_round(c.rounds.groups.back().rounds.back(), grid, chip, slow.pipeline.lanes.size()));
    }
  }
  return c;
}

}  // namespace

models::ChipParams random_params(Rng& rng) {
  constexpr std::array<std::uint32_t, 4> kClocks{1'500'000, 1'000'000, 1'695'000, 1'218'750};
  models::ChipParams chip;
  chip.nfps = 1 + rng.below(5);
  chip.clock_khz = kClocks[rng.below(4)];
  static_cast<models::IdealMemoryParams&>(chip.memory) = {.clock_khz = kClocks[rng.below(4)],
                 .bytes_per_cycle = 4 + rng.below(80),
                 .latency_cycles = 1 + rng.below(80),
                 .outstanding = 1 + rng.below(8),
                 .sync_cycles = 1 + rng.below(3)};
  chip.host.groups_in_flight = 1 + rng.below(3);
  chip.host.sync_cycles = 1 + rng.below(3);
  chip.scheduler = {.policy = rng.below(2) == 0 ? models::DispatchPolicy::kRoundRobin : models::DispatchPolicy::kLeastLoaded,
                    .batch_queries = 1 + rng.below(120),
                    .queue_batches = 1 + rng.below(3),
                    .dispatch_cycles = 1 + rng.below(10)};
  models::NfpParams& nfp = chip.nfp;
  nfp.feature_buffer_queries = 1 + rng.below(40);
  nfp.dma = {.chunk_queries = 8 + rng.below(30), .input_chunks = 1 + rng.below(4), .output_chunks = 5 + rng.below(3)};
  models::EncodingEngineParams& engine = nfp.encoding_engine;
  engine.engines = 1 + rng.below(4);
  engine.levels_per_engine = 8;
  engine.input_queue_depth = 1 + rng.below(5);
  engine.index_queue_depth = 1 + rng.below(5);
  engine.output_queue_depth = 1 + rng.below(8);
  engine.grid_sram = random_sram(rng);
  nfp.direction_encoder.placement = models::DirectionPlacement::kHost;
  models::MlpEngineParams& mlp = nfp.mlp_engine;
  mlp.rows = 16u << rng.below(3);
  mlp.cols = 16u << rng.below(3);
  mlp.tile_queries = 1 + rng.below(32);
  mlp.latency_cycles = 1 + rng.below(12);
  mlp.weight_load_width = 16u << rng.below(6);
  mlp.double_buffering = rng.below(2) == 0;
  mlp.output_queue_depth = 1 + rng.below(20);
  return chip;
}

RandomChip random_chip(Rng& rng) { return make_chip(rng, random_params(rng), 400); }

RandomChip random_quick_chip(Rng& rng) {
  models::ChipParams chip = random_params(rng);
  make_quick(chip);
  return make_chip(rng, chip, 600);
}

}  // namespace ngpcsim
