#include "sim/app/result/run_result.h"

#include "sim/app/result/assumptions.h"
#include "sim/app/result/block_results.h"
#include "sim/app/result/frame_results.h"
#include "sim/app/result/frame_times.h"
#include "sim/app/result/gpu_result.h"
#include "sim/app/result/hierarchy_result.h"
#include "sim/app/result/network_result.h"
#include "sim/app/result/power_results.h"
#include "sim/app/result/ratio.h"
#include "sim/app/result/sequence_result.h"

namespace ngpcsim::app {
namespace {

std::uint64_t sum_frames(const models::RunRecord& record, std::uint64_t models::FrameRecord::*member) {
  std::uint64_t sum = 0;
  for (const models::FrameRecord& frame : record.frames) sum += frame.*member;
  return sum;
}

std::vector<std::string> all_warnings(const RunFacts& facts, const std::optional<PowerFigures>& power) {
  std::vector<std::string> warnings = facts.warnings;
  warnings.insert(warnings.end(), facts.record.warnings.begin(), facts.record.warnings.end());
  if (power) warnings.insert(warnings.end(), power->chip.warnings.begin(), power->chip.warnings.end());
  return warnings;
}

void add_identity(Json& result, const RunFacts& facts, const std::optional<PowerFigures>& power) {
  const RunConfig& config = facts.config;
  result["schema_version"] = kSchemaVersion;
  result["version"] = program_version();
  result["config_hash"] = config.hash();
  result["status"] = facts.record.interrupted ? "interrupted" : "done";
  result["warnings"] = all_warnings(facts, power);
  result["idealised"] = facts.record.idealised;
  result["assumptions"] = assumptions(facts);
  result["seed"] = facts.seed;
  result["chip"] = config.chip_name();
  result["workload"] = config.workload_name();
  result["nfps"] = facts.record.nfps;
}

void add_work(Json& result, const models::RunRecord& record) {
  result["frame_count"] = record.frames.size();
  result["queries"] = record.queries;
  const std::uint64_t pixels = sum_frames(record, &models::FrameRecord::pixels);
  result["pixels"] = pixels;
  result["queries_per_pixel"] = ratio(record.queries, pixels);
  result["samples_per_ray"] = ratio(record.queries, pixels);  // one ray per pixel
  result["samples_per_hit_ray"] = ratio(record.queries, sum_frames(record, &models::FrameRecord::rays_hit));
  result["rounds"] = sum_frames(record, &models::FrameRecord::rounds);
}

void add_times(Json& result, const models::RunRecord& record, const std::optional<FrameTimes>& mean) {
  const auto time = [&mean](double FrameTimes::*member) { return mean ? Json((*mean).*member) : Json(nullptr); };
  result["cycles"] = record.ngpc_cycles;
  result["clock_ghz"] = static_cast<double>(record.ngpc_khz) / 1e6;
  result["host_cycles"] = record.host_cycles;
  result["host_clock_ghz"] = static_cast<double>(record.host_khz) / 1e6;
  result["frame_ms"] = time(&FrameTimes::frame_ms);
  result["frame_ms_serial"] = time(&FrameTimes::frame_ms_serial);
  result["host_ms"] = time(&FrameTimes::host_ms);
  result["ngpc_ms"] = time(&FrameTimes::ngpc_ms);
  result["fps"] = mean ? ratio(1e3, mean->frame_ms) : Json(nullptr);
}

/// What the memory could give: its pins, or the bytes that memory `ideal` moves a cycle.
double peak_gb_s(const RunFacts& facts) {
  const models::RunRecord& record = facts.record;
  return record.hierarchy ? record.hierarchy->dram_pin_gb_s : static_cast<double>(facts.config.chip.memory.bytes_per_cycle) * static_cast<double>(record.memory_khz) / 1e6;
}

Json memory_result(const RunFacts& facts) {
  const models::RunRecord& record = facts.record;
  const std::uint64_t bytes = record.memory_read_bytes + record.memory_write_bytes;
  Json memory{{"read_bytes", record.memory_read_bytes},
          {"write_bytes", record.memory_write_bytes},
          {"table_load_bytes", record.table_load_bytes},
          {"table_write_bytes", record.table_write_bytes},
          {"bandwidth_gb_s", ratio(static_cast<double>(bytes) / 1e9, run_seconds(record))},
          {"peak_gb_s", peak_gb_s(facts)},
          {"bytes_per_query", ratio(bytes, record.queries)},
          {"input_record_bytes", record.input_record_bytes},
          {"output_record_bytes", record.output_record_bytes},
          {"clock_ghz", static_cast<double>(record.memory_khz) / 1e6}};
  add_hierarchy(memory, record.hierarchy);
  return memory;
}

void check_accounts(const models::RunRecord& record) {
  for (const models::BlockRecord& block : record.blocks) {
    const std::uint64_t length = block.name == "memory" ? record.memory_cycles : block.name == "host" ? record.host_cycles : record.ngpc_cycles;
    block.account.check_total(length * block.instances, block.name);
  }
}

Json sizes_of_levels(const RunFacts& facts) {
  Json levels = Json::array();
  for (const models::GridLevel& level : facts.levels)
    levels.push_back({{"resolution", level.resolution}, {"entries", level.entries}, {"hashed", level.hashed}});
  return levels;
}

}  // namespace

std::string_view program_version() { return NGPCSIM_VERSION; }

Json run_result(const RunFacts& facts) {
  const models::RunRecord& record = facts.record;
  check_accounts(record);
  const std::optional<FrameTimes> mean = mean_times(record);
  std::optional<PowerFigures> power;
  if (record.ngpc_cycles > 0) power = power_figures(facts);

  Json result = Json::object();
  add_identity(result, facts, power);
  add_work(result, record);
  add_times(result, record, mean);
  add_power(result, record, mean, power);
  add_gpu(result, facts, mean, power);
  result["blocks"] = block_results(record);
  result["memory"] = memory_result(facts);
  result["network"] = network_result(facts);
  result["levels"] = sizes_of_levels(facts);
  result["peak_queries_in_flight"] = record.peak_queries_in_flight;
  result["batches"] = record.batches;
  result["sequence"] = sequence_result(record);
  result["image"] = nullptr;  // drawn by whoever was asked for it
  result["frames"] = frame_results(record);
  return result;
}

}  // namespace ngpcsim::app
