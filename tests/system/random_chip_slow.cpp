#include "tests/system/random_chip_slow.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <set>
#include <utility>

#include "tests/naive/bank.h"
#include "tests/naive/grid_index.h"

namespace ngpcsim {
namespace {

std::uint64_t entry_bytes(const RandomGrid& grid, const models::EncodingEngineParams& engine) {
  return grid.slow.features * (engine.feature_type == models::FeatureType::kFp16 ? 2 : 1);
}

std::uint64_t page_entries(const RandomGrid& grid, const models::EncodingEngineParams& engine) {
  return engine.grid_sram.paging.page_kib * 1024 / entry_bytes(grid, engine);
}

bool paged(const RandomGrid& grid, const models::EncodingEngineParams& engine, std::size_t lane) {
  const std::uint64_t together = shards(engine, static_cast<std::uint32_t>(grid.levels.size()));
  return engine.grid_sram.mode == models::SramMode::kPaged && lane_bytes(grid, engine, lane) > together * engine.grid_sram.size_kib * 1024;
}

SlowPagedLane slow_paged_lane(const RandomGrid& grid, const models::EncodingEngineParams& engine, std::size_t lane) {
  const models::GridSramParams& sram = engine.grid_sram;
  const std::uint64_t together = shards(engine, static_cast<std::uint32_t>(grid.levels.size())), banks = together * sram.banks;
  SlowPagedLane slow{.frames = together * sram.size_kib / sram.paging.page_kib};
  for (std::size_t l = lane; paged(grid, engine, lane) && l < grid.slow.levels.size(); l += engine.engines)
    for (std::uint64_t left = naive::entries(grid.slow, grid.slow.levels[l]); left > 0;) {
      const std::uint64_t entries = std::min(left, page_entries(grid, engine)), words = (entries + sram.word_entries - 1) / sram.word_entries;
      slow.pages.push_back({.bytes = entries * entry_bytes(grid, engine), .fill_cycles = (words + banks - 1) / banks * beats(grid, engine)});
      left -= entries;
    }
  return slow;
}

/// The corners of a cell page by page, each page as if it were looked up alone.
std::vector<SlowVisit> slow_visits(const RandomGrid& grid, std::size_t number, const naive::Cell& cell, const models::EncodingEngineParams& engine) {
  const naive::Level& level = grid.slow.levels[number];
  const SlowSram sram = slow_sram(engine.grid_sram, shards(engine, static_cast<std::uint32_t>(grid.levels.size())));
  std::uint64_t first_page = 0;  // those of the levels before in the lane come first
  for (std::size_t l = number % engine.engines; l < number; l += engine.engines)
    first_page += (naive::entries(grid.slow, grid.slow.levels[l]) + page_entries(grid, engine) - 1) / page_entries(grid, engine);
  std::set<std::uint32_t> words;
  std::map<std::uint64_t, std::map<unsigned, std::uint64_t>> accesses;  // by page and bank
  for (unsigned corner = 0; corner < (1u << grid.slow.dims); ++corner) {
    const std::uint32_t entry = naive::corner_entry(grid.slow, level, cell, corner), word = entry / sram.word_entries;
    if (!words.insert(word).second && sram.word_entries > 1) continue;
    ++accesses[first_page + entry / page_entries(grid, engine)][naive::bank_of(sram.map, word, sram.banks)];
  }
  std::vector<SlowVisit> visits;
  for (const auto& [page, banks] : accesses) {
    visits.push_back({.page = page, .accesses = 0});
    for (const auto& [bank, count] : banks) visits.back().accesses = std::max(visits.back().accesses, count);
  }
  return visits;
}

}  // namespace

std::uint32_t shards(const models::EncodingEngineParams& engine, std::uint32_t levels) {
  return levels < engine.engines && engine.regroup == models::Regroup::kShard ? std::bit_floor(engine.engines / levels) : 1;
}

std::uint64_t beats(const RandomGrid& grid, const models::EncodingEngineParams& engine) {
  return (grid.slow.features + engine.features_per_cycle - 1) / engine.features_per_cycle;
}

std::uint64_t lane_bytes(const RandomGrid& grid, const models::EncodingEngineParams& engine, std::size_t lane) {
  std::uint64_t bytes = 0;
  for (std::size_t l = lane; l < grid.slow.levels.size(); l += engine.engines)
    bytes += naive::entries(grid.slow, grid.slow.levels[l]) * entry_bytes(grid, engine);
  return bytes;
}

SlowPipelineSetup slow_pipeline(const models::ChipParams& chip, std::uint32_t levels) {
  const models::EncodingEngineParams& engine = chip.nfp.encoding_engine;
  SlowPipelineSetup slow;
  if (engine.regroup == models::Regroup::kReplicate) slow.groups = std::max(1u, engine.engines / levels);
  for (std::uint32_t lane = 0; lane < std::min(levels, engine.engines); ++lane)
    slow.lanes.push_back({.passes = (levels - lane + engine.engines - 1) / engine.engines,
                          .input_depth = engine.input_queue_depth,
                          .index_depth = engine.index_queue_depth,
                          .output_depth = engine.output_queue_depth,
                          .front_latency = engine.pos_fract_cycles + engine.grid_index_cycles,
                          .back_latency = engine.grid_sram.latency_cycles + engine.interpolate_cycles});
  const models::DirectionEncoderParams& direction = chip.nfp.direction_encoder;
  if (direction.placement == models::DirectionPlacement::kNfp)
    slow.direction = SlowDirection{.lane = {.passes = 1,
                                            .input_depth = direction.input_queue_depth,
                                            .index_depth = direction.operand_queue_depth,
                                            .output_depth = direction.output_queue_depth,
                                            .front_latency = 1,
                                            .back_latency = direction.latency_cycles},
                                   .per_ray = direction.per_ray,
                                   .interval = direction.interval_cycles};
  slow.feature_buffer = chip.nfp.feature_buffer_queries;
  slow.tile = chip.nfp.mlp_engine.tile_queries;
  slow.latency = chip.nfp.mlp_engine.latency_cycles;
  slow.output_depth = chip.nfp.mlp_engine.output_queue_depth;
  slow.double_buffering = chip.nfp.mlp_engine.double_buffering;
  return slow;
}

std::optional<SlowGridCacheSetup> slow_cache(const RandomGrid& grid, const models::EncodingEngineParams& engine) {
  const models::GridSramParams& sram = engine.grid_sram;
  if (sram.mode != models::SramMode::kCached) return std::nullopt;
  const std::uint64_t together = shards(engine, static_cast<std::uint32_t>(grid.levels.size())), banks = together * sram.banks;
  const std::uint64_t words = std::max<std::uint64_t>(1, sram.cache.line_bytes / (sram.word_entries * entry_bytes(grid, engine)));
  return SlowGridCacheSetup{.line_bytes = sram.cache.line_bytes,
                            .sets = together * sram.size_kib * 1024 / (sram.cache.line_bytes * sram.cache.ways),
                            .ways = sram.cache.ways,
                            .gate_queries = sram.cache.gate_queries,
                            .fill_buffer_lines = sram.cache.fill_buffer_lines,
                            .fill_cycles = (words + banks - 1) / banks * beats(grid, engine)};
}

std::optional<SlowPagingSetup> slow_paging(const RandomGrid& grid, const models::ChipParams& chip) {
  const models::EncodingEngineParams& engine = chip.nfp.encoding_engine;
  const models::PagingParams& paging = engine.grid_sram.paging;
  if (engine.grid_sram.mode != models::SramMode::kPaged) return std::nullopt;
  constexpr std::array kOrders{SlowPageOrder::kAscending, SlowPageOrder::kSerpentine, SlowPageOrder::kResidentFirst};  // in the order of PageOrder
  SlowPagingSetup slow{.sweep_chunks = paging.sweep_queries / chip.nfp.dma.chunk_queries,
                       .partial_sum_queries = paging.partial_sum_queries,
                       .order = kOrders[static_cast<std::size_t>(paging.page_order)],
                       .multicast = engine.grid_sram.table_load == models::TableLoad::kMulticast,
                       .loads_in_flight = paging.loads_in_flight,
                       .multicast_wait = paging.multicast_wait_cycles,
                       .burst_bytes = chip.memory.load_burst_bytes};
  for (std::size_t lane = 0; lane < std::min<std::size_t>(grid.levels.size(), engine.engines); ++lane)
    slow.lanes.push_back(slow_paged_lane(grid, engine, lane));
  return slow;
}

SlowRound slow_round(const stream::Queries& queries, const RandomGrid& grid, const models::EncodingEngineParams& engine) {
  const SlowSram sram = slow_sram(engine.grid_sram, shards(engine, static_cast<std::uint32_t>(grid.levels.size())));
  const bool cached = engine.grid_sram.mode == models::SramMode::kCached;
  SlowRound round;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    round.push_back({.passes = {}, .ray = queries.ray[i]});
    const naive::Query query{.position = {queries.x[i], queries.y[i], queries.z[i]}};
    std::uint64_t offset = 0;
    for (std::size_t l = 0; l < grid.slow.levels.size(); ++l) {
      const naive::Level& level = grid.slow.levels[l];
      const naive::Cell cell = naive::locate(grid.slow, level, query);
      const SlowCost cost = slow_cell_cost(grid.slow, level, cell.corner, sram);
      SlowPass pass{.service = cost.fullest * beats(grid, engine), .corners = 1u << grid.slow.dims, .accesses = cost.accesses, .cell = cell.corner};
      if (paged(grid, engine, l % engine.engines)) pass.visits = slow_visits(grid, l, cell, engine);
      for (unsigned corner = 0; cached && corner < (1u << grid.slow.dims); ++corner)
        pass.lines.push_back((offset + naive::corner_entry(grid.slow, level, cell, corner)) * entry_bytes(grid, engine) / engine.grid_sram.cache.line_bytes);
      round.back().passes.push_back(std::move(pass));
      offset += naive::entries(grid.slow, level);
    }
  }
  return round;
}

}  // namespace ngpcsim
