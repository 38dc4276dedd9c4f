#include "sim/app/stats_json.h"

#include "sim/app/result/block_results.h"

namespace ngpcsim::app {
namespace {

Json cycles_by_name(const std::vector<models::BlockRecord>& blocks) {
  Json result = Json::object();
  for (const models::BlockRecord& block : blocks) result[block.name] = block_cycles(block);
  return result;
}

/// Queries by the accesses to their fullest bank; index 0 counts those that were served from registers.
Json level_stats(const models::RunRecord& record) {
  Json levels = Json::array();
  for (std::size_t l = 0; l < record.levels.size(); ++l) {
    Json level = level_result(record.levels[l], l, record.feature_beats);
    level["queries_by_fullest_bank"] = record.levels[l].conflict_histogram;
    levels.push_back(std::move(level));
  }
  return levels;
}

}  // namespace

Json stats_json(const models::RunRecord& record) {
  return {{"run",
           {{"ngpc_cycles", record.ngpc_cycles},
            {"memory_cycles", record.memory_cycles},
            {"host_cycles", record.host_cycles},
            {"ngpc_khz", record.ngpc_khz},
            {"memory_khz", record.memory_khz},
            {"host_khz", record.host_khz},
            {"queries", record.queries},
            {"batches", record.batches},
            {"peak_queries_in_flight", record.peak_queries_in_flight}}},
          {"counters",
           {{"feature_beats", record.feature_beats},
            {"direction_evaluations", record.direction_evaluations},
            {"mlp_steps", record.mlp_steps},
            {"weights_loaded", record.weights_loaded},
            {"macs_useful", record.macs.useful},
            {"macs_clocked", record.macs.clocked},
            {"memory_read_bytes", record.memory_read_bytes},
            {"memory_write_bytes", record.memory_write_bytes},
            {"table_load_bytes", record.table_load_bytes},
            {"table_write_bytes", record.table_write_bytes}}},
          {"levels", level_stats(record)},
          {"kinds", cycles_by_name(record.blocks)},
          {"instances", cycles_by_name(record.instances)}};
}

}  // namespace ngpcsim::app
