#include "sim/app/result/block_results.h"

namespace ngpcsim::app {
namespace {

Json stalls_of(const stats::CycleAccount& account) {
  Json stalls = Json::object();
  for (std::size_t i = 0; i < stats::kStallReasons; ++i) stalls[stats::kStallNames[i]] = account.stalled(static_cast<stats::StallReason>(i));
  return stalls;
}

/// Share of the look-ups of tags that found their line; null where there were none.
Json hit_rate(const models::LevelCounters& level) {
  if (level.line_lookups == 0) return nullptr;
  return static_cast<double>(level.line_lookups - level.line_misses) / static_cast<double>(level.line_lookups);
}

Json levels_of(const models::RunRecord& record) {
  Json levels = Json::array();
  for (std::size_t l = 0; l < record.levels.size(); ++l) levels.push_back(level_result(record.levels[l], l, record.feature_beats));
  return levels;
}

/// Of grid SRAM mode `cached`, all levels together; null in other modes.
Json grid_cache_of(const models::RunRecord& record) {
  if (record.grid_line_bytes == 0) return nullptr;
  models::LevelCounters all;
  for (const models::LevelCounters& level : record.levels) all += level;
  return {{"line_bytes", record.grid_line_bytes},
          {"lookups", all.line_lookups},
          {"misses", all.line_misses},
          {"hit_rate", hit_rate(all)},
          {"fetched_bytes", all.line_misses * record.grid_line_bytes}};
}

Json paging_of(const models::PagingRecord& paging) {
  return {{"page_bytes", paging.page_bytes}, {"frames", paging.frames}, {"sweeps", paging.sweeps},         {"uses", paging.uses},
          {"hits", paging.hits},             {"loads", paging.loads},   {"read_bytes", paging.read_bytes}, {"delivered_bytes", paging.delivered_bytes}};
}

void add_own_figures(Json& block, const std::string& kind, const models::RunRecord& record) {
  if (kind == "encoding_engine") {
    block["levels"] = levels_of(record);
    block["grid_cache"] = grid_cache_of(record);
  }
  if (kind == "page_sweep") block["paging"] = paging_of(*record.paging);
  if (kind == "direction_encoder") block["evaluations"] = record.direction_evaluations;
  if (kind == "mlp_engine") {
    block["steps"] = record.mlp_steps;
    block["macs_useful"] = record.macs.useful;
    block["macs_clocked"] = record.macs.clocked;
    block["weights_loaded"] = record.weights_loaded;
  }
}

}  // namespace

Json block_cycles(const models::BlockRecord& block) {
  return {{"instances", block.instances},
          {"busy", block.account.busy()},
          {"stalls", stalls_of(block.account)},
          {"total", block.account.total()},
          {"active_cycles", block.active_cycles},
          {"first_input_edge", block.first ? Json(block.first->in) : Json(nullptr)},
          {"first_output_edge", block.first ? Json(block.first->out) : Json(nullptr)},
          {"last_output_edge", block.first ? Json(block.first->last_out) : Json(nullptr)}};
}

Json level_result(const models::LevelCounters& level, std::size_t index, std::uint64_t beats) {
  Json result{{"level", index},
              {"queries", level.queries},
              {"lookups", level.lookups},
              {"accesses", level.accesses},
              {"reused", level.reused},
              {"conflict_cycles", level.conflicts() * beats},
              {"hit_rate", hit_rate(level)},
              {"line_misses", level.line_lookups == 0 ? Json(nullptr) : Json(level.line_misses)},
              {"page_visits", level.page_visits == 0 ? Json(nullptr) : Json(level.page_visits)},
              {"cycles_per_query", nullptr}};
  if (level.queries > 0)
    result["cycles_per_query"] = static_cast<double>(level.cycles() * beats) / static_cast<double>(level.queries);
  return result;
}

Json block_results(const models::RunRecord& record) {
  Json blocks = Json::object();
  for (const models::BlockRecord& block : record.blocks) {
    Json result = block_cycles(block);
    add_own_figures(result, block.name, record);
    blocks[block.name] = std::move(result);
  }
  for (const char* kind : {"direction_encoder", "page_sweep"})
    if (!blocks.contains(kind)) blocks[kind] = nullptr;
  return blocks;
}

}  // namespace ngpcsim::app
