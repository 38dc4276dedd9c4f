#include "sim/app/result/block_results.h"

namespace ngpcsim::app {
namespace {

Json stalls_of(const stats::CycleAccount& account) {
  Json stalls = Json::object();
  for (std::size_t i = 0; i < stats::kStallReasons; ++i) stalls[stats::kStallNames[i]] = account.stalled(static_cast<stats::StallReason>(i));
  return stalls;
}

Json levels_of(const models::RunRecord& record) {
  Json levels = Json::array();
  for (std::size_t l = 0; l < record.levels.size(); ++l) levels.push_back(level_result(record.levels[l], l, record.feature_beats));
  return levels;
}

void add_own_figures(Json& block, const std::string& kind, const models::RunRecord& record) {
  if (kind == "encoding_engine") block["levels"] = levels_of(record);
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
          {"active_cycles", block.active_cycles}};
}

Json level_result(const models::LevelCounters& level, std::size_t index, std::uint64_t beats) {
  Json result{{"level", index},
              {"queries", level.queries},
              {"lookups", level.lookups},
              {"accesses", level.accesses},
              {"reused", level.reused},
              {"conflict_cycles", level.conflicts() * beats},
              {"cycles_per_query", nullptr}};
  if (level.queries > 0)
    result["cycles_per_query"] = static_cast<double>((level.queries + level.conflicts()) * beats) / static_cast<double>(level.queries);
  return result;
}

Json block_results(const models::RunRecord& record) {
  Json blocks = Json::object();
  for (const models::BlockRecord& block : record.blocks) {
    Json result = block_cycles(block);
    add_own_figures(result, block.name, record);
    blocks[block.name] = std::move(result);
  }
  if (!blocks.contains("direction_encoder")) blocks["direction_encoder"] = nullptr;
  return blocks;
}

}  // namespace ngpcsim::app
