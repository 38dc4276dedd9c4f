#include "tests/system/random_chip.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "tests/system/random_chip_slow.h"
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

/// Caches that hold a small part of the tables, in whole sets, and whose fill buffers often hold the lines of no more than one gate.
void make_cached(Rng& rng, models::EncodingEngineParams& engine, std::uint32_t levels, std::uint32_t corners) {
  engine.regroup = rng.below(2) == 0 ? models::Regroup::kShard : models::Regroup::kReplicate;
  engine.feature_type = rng.below(2) == 0 ? models::FeatureType::kInt8 : models::FeatureType::kFp16;
  engine.features_per_cycle = 1u << rng.below(2);
  models::GridSramParams& sram = engine.grid_sram;
  sram.banks = std::min(sram.banks, 256 / shards(engine, levels));
  sram.corner_reuse = rng.below(2) == 0 ? models::CornerReuse::kCell : models::CornerReuse::kNone;
  sram.mode = models::SramMode::kCached;
  sram.table_load = rng.below(2) == 0 ? models::TableLoad::kUnicast : models::TableLoad::kMulticast;
  do {
    sram.size_kib = 1 + rng.below(4);
    sram.cache.line_bytes = 16u << rng.below(5);
    sram.cache.ways = 1 + rng.below(4);
  } while (sram.size_kib * 1024 % (sram.cache.line_bytes * sram.cache.ways) != 0);
  sram.cache.gate_queries = 1 + rng.below(1 + rng.below(40));
  const std::uint32_t least = sram.cache.gate_queries * levels * corners;
  sram.cache.fill_buffer_lines = rng.below(2) == 0 ? least : least + rng.below(2 * least);
}

/// Frames for some pages of the tables, sweeps of some chunks, and hardly more places for either than they need.
void make_paged(Rng& rng, models::ChipParams& chip, std::uint32_t levels) {
  models::EncodingEngineParams& engine = chip.nfp.encoding_engine;
  engine.regroup = rng.below(2) == 0 ? models::Regroup::kShard : models::Regroup::kReplicate;
  engine.feature_type = rng.below(2) == 0 ? models::FeatureType::kInt8 : models::FeatureType::kFp16;
  engine.features_per_cycle = 1u << rng.below(2);
  models::GridSramParams& sram = engine.grid_sram;
  sram.banks = std::min(sram.banks, 256 / shards(engine, levels));
  sram.mode = models::SramMode::kPaged;
  sram.table_load = rng.below(2) == 0 ? models::TableLoad::kUnicast : models::TableLoad::kMulticast;
  sram.size_kib = 1 + rng.below(1 + rng.below(8));
  const std::uint32_t chunks = 1 + rng.below(4);
  const std::array<std::uint32_t, 4> waits{0, rng.below(10), rng.below(200), rng.below(3000)};
  sram.paging = {.page_kib = std::bit_floor(1 + rng.below(sram.size_kib)),
                 .sweep_queries = chunks * chip.nfp.dma.chunk_queries,
                 .partial_sum_queries = chunks * chip.nfp.dma.chunk_queries,
                 .page_order = models::kPageOrders[rng.below(3)].value,
                 .loads_in_flight = 1 + rng.below(4),
                 .multicast_wait_cycles = waits[rng.below(4)]};
  if (rng.below(3) > 0) sram.paging.partial_sum_queries += rng.below(2 * sram.paging.sweep_queries);
  chip.nfp.dma.input_chunks = chunks + rng.below(4 * chunks);
}

/// Directions come in the records of queries.
void make_direction_lane(Rng& rng, models::DirectionEncoderParams& direction) {
  direction = {.placement = models::DirectionPlacement::kNfp,
               .per_ray = rng.below(3) > 0,
               .interval_cycles = 1 + rng.below(6),
               .latency_cycles = 1 + rng.below(8),
               .input_queue_depth = 1 + rng.below(5),
               .operand_queue_depth = 1 + rng.below(5),
               .output_queue_depth = 1 + rng.below(8)};
}

std::uint64_t pad(std::uint64_t n) { return (n + 15) / 16 * 16; }

/// ceil(in / rows) x ceil(out / cols) phases a layer, dimensions padded to 16; a phase of a x b loads in ceil(a b / width).
void add_layer(std::vector<std::uint64_t>& loads, std::uint64_t in, std::uint64_t out, const models::MlpEngineParams& mlp) {
  for (std::uint64_t o = 0; o < pad(out); o += mlp.cols)
    for (std::uint64_t i = 0; i < pad(in); i += mlp.rows) {
      const std::uint64_t weights = std::min<std::uint64_t>(mlp.rows, pad(in) - i) * std::min<std::uint64_t>(mlp.cols, pad(out) - o);
      loads.push_back((weights + mlp.weight_load_width - 1) / mlp.weight_load_width);
    }
}

/// Queries nearer to each other: cells and lines repeat.
void crowd(stream::Queries& queries, float extent) {
  for (std::vector<float>* axis : {&queries.x, &queries.y, &queries.z})
    for (float& place : *axis) place = 0.4f + extent * place;
}

/// What is asked of a chip.
struct Demand {
  std::uint32_t levels = 1, most_queries = 400;
  models::GridKind kind = models::GridKind::kHash;
  std::uint32_t dims = 3, features = 2;
  std::uint32_t scale = 7;           ///< of the coarsest level
  std::uint32_t tile = 8;            ///< vertices per dimension of a tiled level
  std::uint32_t per_ray = 1;         ///< queries
  std::uint32_t frames = 1;
  bool warm = true;                  ///< otherwise weights are loaded before the first frame
  std::span<const float> extents{};  ///< rounds are crowded into one of them; anywhere in the unit cube where there is none
};

RandomGrid grid_of(const Demand& demand) {
  std::vector<float> scales;
  for (std::uint32_t l = 0; l < demand.levels; ++l) scales.push_back(static_cast<float>(demand.scale + 5 * l));
  RandomGrid grid = make_grid(demand.kind, demand.dims, 12, demand.tile, scales);
  grid.encoding.features = grid.slow.features = demand.features;
  return grid;
}

RandomChip make_chip(Rng& rng, const models::ChipParams& params, const Demand& demand) {
  RandomChip c;
  c.setup.chip = params;
  const models::ChipParams& chip = c.setup.chip;
  const RandomGrid grid = grid_of(demand);
  c.setup.encoding = grid.encoding;
  c.setup.levels = grid.levels;
  c.setup.network = {.width = 16u << rng.below(2), .density_hidden_layers = 1, .density_outputs = 16, .color_hidden_layers = 1, .color_outputs = 3};
  c.setup.host_costs = {.ps_per_pixel = 100.0, .ps_per_probe = 0.0, .ps_per_query = 50.0, .us_per_launch = 0.03};
  c.setup.host_mhz = 1695;
  c.setup.where = [](std::string_view path) { return InputLocation{.file = std::string(path)}; };
  c.setup.construction_seed = rng.below(100);

  SlowChipSetup& slow = c.slow;
  slow = {.ngpc_khz = chip.clock_khz,
          .memory_khz = chip.memory.clock_khz,
          .host_khz = 1'695'000,
          .memory_sync = chip.memory.sync_cycles,
          .host_sync = chip.host.sync_cycles};
  slow.nfps = chip.nfps;
  slow.round_robin = chip.scheduler.policy == models::DispatchPolicy::kRoundRobin;
  slow.batch_queries = chip.scheduler.batch_queries;
  slow.queue_batches = chip.scheduler.queue_batches;
  slow.dispatch_cycles = chip.scheduler.dispatch_cycles;
  slow.chunk_queries = chip.nfp.dma.chunk_queries;
  slow.input_chunks = chip.nfp.dma.input_chunks;
  slow.output_chunks = chip.nfp.dma.output_chunks;
  slow.pipeline = slow_pipeline(chip, demand.levels);
  // Position in fp32, then the direction or its 16 coefficients in fp16.
  slow.input_bytes = demand.dims * 4 + (slow.pipeline.direction ? chip.nfp.direction_bytes : 16 * 2);
  slow.output_bytes = (1 + 3) * 2;  // density and colour in fp16
  slow.bytes_per_cycle = chip.memory.bytes_per_cycle;
  slow.memory_latency = chip.memory.latency_cycles;
  slow.outstanding = chip.memory.outstanding;
  slow.groups_in_flight = chip.host.groups_in_flight;
  slow.ps_per_launch = 30'000;
  slow.ps_per_pixel = 100;
  slow.ps_per_query = 50;
  slow.beats = beats(grid, chip.nfp.encoding_engine);
  slow.reuse_cells = chip.nfp.encoding_engine.grid_sram.corner_reuse == models::CornerReuse::kCell;
  slow.cache = slow_cache(grid, chip.nfp.encoding_engine);
  slow.paging = slow_paging(grid, chip);
  slow.frames = demand.frames;
  const std::uint64_t width = c.setup.network.width;
  std::uint64_t weights = 0;
  for (const auto& [in, out] : {std::pair<std::uint64_t, std::uint64_t>{demand.levels * demand.features, width}, {width, 16}, {16 + 16, width}, {width, 3}}) {
    add_layer(slow.pipeline.load_cycles, in, out, chip.nfp.mlp_engine);
    weights += pad(in) * pad(out);
  }

  for (std::uint32_t g = 0, count = 1 + rng.below(4); g < count; ++g) {
    c.rounds.groups.push_back({.pixels = 1 + rng.below(500), .rounds = {}});
    slow.groups.push_back({.pixels = c.rounds.groups.back().pixels, .rounds = {}});
    for (std::uint32_t r = 0, rounds = rng.below(4); r < rounds; ++r) {
      stream::Queries queries = random_queries(rng, 1 + rng.below(demand.most_queries), demand.per_ray);
      if (!demand.extents.empty()) crowd(queries, demand.extents[rng.below(static_cast<std::uint32_t>(demand.extents.size()))]);
      slow.groups.back().rounds.push_back(slow_round(queries, grid, chip.nfp.encoding_engine));
      c.rounds.groups.back().rounds.push_back(std::move(queries));
    }
  }
  const bool any = std::any_of(slow.groups.begin(), slow.groups.end(), [](const SlowGroup& group) { return !group.rounds.empty(); });
  models::GridSramParams& sram = c.setup.chip.nfp.encoding_engine.grid_sram;
  sram.warm_start = demand.warm || !any;  // the slow chip ends with its host, whom nothing but a launch lets wait for a load
  std::uint64_t tables = 0;  // that are loaded in front of the first frame
  for (std::size_t lane = 0; slow.paging && lane < slow.paging->lanes.size(); ++lane)
    if (slow.paging->lanes[lane].pages.empty()) tables += lane_bytes(grid, chip.nfp.encoding_engine, lane);
  if (!sram.warm_start)
    slow.load = SlowLoad{.bytes = tables + weights * 2,
                         .copies = sram.table_load == models::TableLoad::kUnicast ? chip.nfps : 1,
                         .burst_bytes = chip.memory.load_burst_bytes};
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

/// As many levels as engines or more: one group of lanes.
RandomChip random_chip(Rng& rng) {
  const models::ChipParams chip = random_params(rng);
  const std::uint32_t levels = chip.nfp.encoding_engine.engines + rng.below(5);
  return make_chip(rng, chip, {.levels = levels, .most_queries = 400});
}

RandomChip random_quick_chip(Rng& rng) {
  models::ChipParams chip = random_params(rng);
  make_quick(chip);
  const std::uint32_t levels = chip.nfp.encoding_engine.engines + rng.below(5);
  return make_chip(rng, chip, {.levels = levels, .most_queries = 600});
}

RandomChip random_cached_chip(Rng& rng) {
  constexpr std::array kExtents{0.6f, 0.2f, 0.05f};
  models::ChipParams chip = random_params(rng);
  chip.memory.outstanding = 1 + rng.below(64);  // lines are many and small
  chip.memory.load_burst_bytes = 64 + rng.below(2000);
  chip.nfp.dma.output_chunks = chip.nfp.mlp_engine.tile_queries / chip.nfp.dma.chunk_queries + 2 + rng.below(2);
  models::EncodingEngineParams& engine = chip.nfp.encoding_engine;
  engine.engines = 1 + rng.below(8);
  Demand demand{.levels = 1 + rng.below(engine.engines + 4), .most_queries = 80, .kind = models::kGridKinds[rng.below(3)].value, .extents = kExtents};
  demand.dims = 2 + rng.below(2);
  demand.features = 1u << rng.below(4);
  demand.per_ray = 1 + rng.below(4);
  demand.frames = 1 + rng.below(2);
  demand.warm = rng.below(2) == 0;
  if (rng.below(2) == 0) make_direction_lane(rng, chip.nfp.direction_encoder);
  make_cached(rng, engine, demand.levels, 1u << demand.dims);
  return make_chip(rng, chip, demand);
}

RandomChip random_paged_chip(Rng& rng) {
  constexpr std::array kExtents{0.6f, 0.2f, 0.05f};
  models::ChipParams chip = random_params(rng);
  chip.memory.bytes_per_cycle = (16u << rng.below(6)) + rng.below(16);  // pages are large
  chip.memory.load_burst_bytes = 64 + rng.below(2000);
  chip.scheduler.batch_queries = 1 + rng.below(240);
  chip.nfp.dma.output_chunks = chip.nfp.mlp_engine.tile_queries / chip.nfp.dma.chunk_queries + 2 + rng.below(2);
  models::EncodingEngineParams& engine = chip.nfp.encoding_engine;
  engine.engines = 1 + rng.below(8);
  Demand demand{.most_queries = 150, .extents = kExtents};
  const std::array<std::uint32_t, 3> most_levels{(engine.engines + 1) / 2, engine.engines, 2 * engine.engines + 2};
  demand.levels = 1 + rng.below(most_levels[rng.below(3)]);
  demand.kind = models::kGridKinds[rng.below(3)].value;
  if (demand.kind == models::GridKind::kDense) demand.levels = std::min(demand.levels, 5u);  // the next ones have hundreds of pages
  demand.dims = 2 + rng.below(2);
  if (demand.dims == 2) demand.scale += rng.below(40);
  demand.tile = demand.dims == 2 ? 64 : 16;
  demand.features = 1u << rng.below(4);
  demand.per_ray = 1 + rng.below(4);
  demand.frames = 1 + rng.below(2);
  demand.warm = rng.below(2) == 0;
  if (rng.below(2) == 0) make_direction_lane(rng, chip.nfp.direction_encoder);
  make_paged(rng, chip, demand.levels);
  return make_chip(rng, chip, demand);
}

}  // namespace ngpcsim
