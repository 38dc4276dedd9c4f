#include "sim/app/gemm/gemm_result.h"

#include <array>

#include "sim/app/gemm/gemm_power.h"
#include "sim/app/result/block_results.h"
#include "sim/app/result/hierarchy_result.h"
#include "sim/app/result/power_results.h"
#include "sim/app/result/ratio.h"
#include "sim/app/result/run_result.h"

namespace ngpcsim::app {
namespace {

/// Keys of a result that a GEMM list has no value for.
constexpr std::array<const char*, 23> kNotApplicable{
    "frame_count", "queries", "pixels", "queries_per_pixel", "samples_per_ray", "samples_per_hit_ray", "rounds", "host_cycles", "host_clock_ghz", "frame_ms",
    "frame_ms_serial", "host_ms", "ngpc_ms", "fps", "nj_per_query", "fps_per_w", "sram_access_ns", "speedup_vs_fused_gpu", "amdahl_bound",
    "levels", "peak_queries_in_flight", "batches", "frames"};

models::GemmCounters all_arrays(const models::GemmRunRecord& record) {
  models::GemmCounters sum;
  for (const models::GemmCounters& array : record.arrays) sum += array;
  return sum;
}

Json account_json(const models::GemmAccount& a) {
  return {{"fill", a.fill}, {"stream", a.stream}, {"output_full", a.output_full}, {"drain", a.drain}, {"weights", a.weights},
          {"dependency", a.dependency}, {"memory", a.memory}, {"write_back", a.write_back}, {"idle", a.idle}};
}

/// `cycles` of `arrays` arrays.
void add_rates(Json& json, const GemmFacts& facts, const models::GemmCounters& c, std::uint64_t cycles) {
  const models::MlpEngineParams& mlp = facts.config.chip.nfp.mlp_engine;
  const double ms = gemm_ms(facts.record, cycles);
  const double useful = static_cast<double>(c.macs_useful);
  const double elements = static_cast<double>(facts.record.nfps) * mlp.rows * mlp.cols;
  const auto bytes = static_cast<double>(c.operand_a_bytes + c.operand_b_bytes + c.result_bytes);
  json["time_ms"] = ms;
  json["macs_useful"] = c.macs_useful;
  json["macs_clocked"] = c.macs_clocked;
  json["mac_utilisation"] = ratio(useful, elements * static_cast<double>(cycles));
  json["tflop_per_s"] = ratio(2.0 * useful * 1e-9, ms);
  json["operand_a_bytes"] = c.operand_a_bytes;
  json["operand_b_bytes"] = c.operand_b_bytes;
  json["result_bytes"] = c.result_bytes;
  json["flop_per_byte"] = ratio(2.0 * useful, bytes);
}

/// Of one multiplication on the GPU, in the type that its file has.
double gpu_us(const GemmFacts& facts, const stream::Gemm& gemm) {
  const gpu::GpuParams& gpu = facts.config.gpu;
  const auto real = [](std::uint64_t size) { return static_cast<double>(size); };
  return gpu::gemm_us(gpu.gemm, gpu.sms, gpu.memory_gb_s, {real(gemm.m), real(gemm.n), real(gemm.k), real(gemm.batch)});
}

/// The same list on the GPU, one multiplication after the other. An interrupted run has done a part of it, which nothing is compared with.
void add_gpu(Json& result, const GemmFacts& facts) {
  const models::GemmRunRecord& record = facts.record;
  Json gpu{{"name", facts.config.roots.name_of("gpu")}, {"time_ms", nullptr}, {"tflop_per_s", nullptr}, {"operand_bytes", facts.config.gpu.gemm.operand_bytes}, {"reason", nullptr}};
  result["speedup"] = nullptr;
  if (record.interrupted) {
    gpu["reason"] = "the run was interrupted";
  } else {
    double us = 0.0, flops = 0.0;
    for (const models::GemmLayerRecord& layer : record.layers) {
      us += gpu_us(facts, layer.gemm);
      flops += 2.0 * static_cast<double>(layer.gemm.m) * static_cast<double>(layer.gemm.n) * static_cast<double>(layer.gemm.k) * static_cast<double>(layer.gemm.batch);
    }
    gpu["time_ms"] = us * 1e-3;
    gpu["tflop_per_s"] = flops * 1e-6 / us;
    result["speedup"] = ratio(us * 1e-3, gemm_ms(record, record.ngpc_cycles));
  }
  result["gpu"] = gpu;
}

Json layer_json(const GemmFacts& facts, const GemmPower& power, const models::GemmLayerRecord& layer, std::size_t index) {
  const models::GemmRunRecord& record = facts.record;
  const models::GemmCounters& c = layer.counters;
  check(c.account.total() == record.nfps * layer.cycles, "multiplication {}: its edges add up to {}, {} arrays have {}", index, c.account.total(), record.nfps,
        record.nfps * layer.cycles);
  Json json{{"index", index}, {"name", layer.gemm.name}, {"m", layer.gemm.m}, {"n", layer.gemm.n}, {"k", layer.gemm.k}, {"batch", layer.gemm.batch},
            {"type", config::name_of(workloads::kOperandTypes, layer.gemm.type)}, {"split", config::name_of(models::kGemmSplits, layer.split)}, {"parts", layer.parts}, {"first_edge", layer.first_edge},
            {"cycles", layer.cycles}, {"active_cycles", c.active_cycles}, {"folds", c.folds}};
  add_rates(json, facts, c, layer.cycles);
  json["gpu_us"] = gpu_us(facts, layer.gemm);
  json["edges"] = account_json(c.account);
  json["energy_mj"] = layer.cycles == 0 ? Json(nullptr) : Json(power.report(c, layer.parts, gemm_ms(record, layer.cycles) * 1e-3).total_nj * kMjPerNj);
  return json;
}

std::uint64_t parts_of(const models::GemmRunRecord& record) {
  std::uint64_t parts = 0;
  for (const models::GemmLayerRecord& layer : record.layers) parts += layer.parts;
  return parts;
}

std::vector<std::string> gemm_assumptions(const GemmFacts& facts) {
  const GemmConfig& c = facts.config;
  return {"multiplications run one after the other, each with its operands in memory and its results written back",
          "operands lie in memory in the order in which they are used (docs/gemm.md, section 3)",
          fmt::format("dataflow {}; only broadcast has RTL", config::name_of(models::kDataflows, c.chip.nfp.mlp_engine.dataflow)),
          fmt::format("energy and area from table {}, {} nm cells, scaled to {} nm at {} V; operands cost as fp16", c.roots.name_of("energy"), c.energy.table.node_nm,
                      c.energy.technology.node_nm, c.energy.technology.voltage),
          "encoding engines are idle and leak",
          "the GPU's times are predicted, a launch each, in the type of its file (docs/validation.md)"};
}

void add_identity(Json& result, const GemmFacts& facts, const std::vector<std::string>& energy_warnings) {
  std::vector<std::string> warnings = facts.warnings;
  warnings.insert(warnings.end(), energy_warnings.begin(), energy_warnings.end());
  result["schema_version"] = kSchemaVersion;
  result["version"] = program_version();
  result["config_hash"] = facts.config.roots.hash();
  result["status"] = facts.record.interrupted ? "interrupted" : "done";
  result["warnings"] = warnings;
  result["idealised"] = facts.record.idealised;
  result["assumptions"] = gemm_assumptions(facts);
  result["seed"] = facts.seed;
  result["chip"] = facts.config.roots.name_of("chip");
  result["workload"] = facts.config.roots.name_of("workload");
  result["nfps"] = facts.record.nfps;
  for (const char* key : kNotApplicable) result[key] = nullptr;
}

void add_energy(Json& result, const energy::EnergyReport& report) {
  const double energy_mj = report.total_nj * kMjPerNj;
  const double ngpc_w = report.average_w(report.ngpc_nj), dram_w = report.average_w(report.dram_nj);
  result["power_w"] = ngpc_w + dram_w;
  result["power"] = {{"ngpc_w", ngpc_w}, {"host_gpu_w", nullptr}, {"dram_w", dram_w}};
  result["energy_mj"] = energy_mj;
  result["edp"] = energy_mj * 1e-3 * report.seconds;
  result["area_mm2"] = report.area_mm2;
  result["energy"] = energy_by_block(report, 1.0);
}

Json engine_block(const models::GemmRunRecord& record, const models::GemmCounters& all) {
  Json stalls = account_json(all.account);
  stalls.erase("fill");
  stalls.erase("stream");
  return {{"instances", record.nfps}, {"busy", all.account.busy()}, {"fill", all.account.fill}, {"stream", all.account.stream}, {"stalls", stalls},
          {"total", all.account.total()}, {"active_cycles", all.active_cycles}, {"steps", all.stream_steps}, {"load_steps", all.load_steps}, {"folds", all.folds},
          {"macs_useful", all.macs_useful}, {"macs_clocked", all.macs_clocked}};
}

Json memory_json(const models::GemmRunRecord& record) {
  const std::uint64_t bytes = record.memory_read_bytes + record.memory_write_bytes;
  Json memory{{"read_bytes", record.memory_read_bytes},
          {"write_bytes", record.memory_write_bytes},
          {"bandwidth_gb_s", ratio(static_cast<double>(bytes) * 1e-6, gemm_ms(record, record.ngpc_cycles))},
          {"bytes_per_query", nullptr},
          {"clock_ghz", static_cast<double>(record.memory_khz) / 1e6}};
  add_hierarchy(memory, record.hierarchy);
  return memory;
}

}  // namespace

Json gemm_result(const GemmFacts& facts) {
  const models::GemmRunRecord& record = facts.record;
  const models::GemmCounters all = all_arrays(record);
  check(all.account.total() == record.nfps * record.ngpc_cycles, "mlp_engine: its edges add up to {}, {} arrays have {}", all.account.total(), record.nfps,
        record.nfps * record.ngpc_cycles);
  record.memory.check_total(record.memory_cycles * record.memory_instances, "memory");
  const GemmPower power(facts.config);
  const energy::EnergyReport report = power.report(all, parts_of(record), gemm_ms(record, record.ngpc_cycles) * 1e-3, record.hierarchy);

  Json result = Json::object();
  add_identity(result, facts, report.warnings);
  result["cycles"] = record.ngpc_cycles;
  result["clock_ghz"] = static_cast<double>(record.ngpc_khz) / 1e6;
  add_energy(result, report);
  add_gpu(result, facts);
  result["blocks"] = {{"mlp_engine", engine_block(record, all)}, {"memory", block_cycles({.name = "memory", .instances = record.memory_instances, .active_cycles = 0, .first = std::nullopt, .account = record.memory})}};
  result["memory"] = memory_json(record);
  Json gemm{{"count", record.layers.size()}, {"dataflow", config::name_of(models::kDataflows, facts.config.chip.nfp.mlp_engine.dataflow)}, {"cycles", record.ngpc_cycles}};
  add_rates(gemm, facts, all, record.ngpc_cycles);
  gemm["energy_mj"] = result["energy_mj"];
  Json layers = Json::array();
  for (std::size_t i = 0; i < record.layers.size(); ++i) layers.push_back(layer_json(facts, power, record.layers[i], i));
  gemm["layers"] = layers;
  result["gemm"] = gemm;
  return result;
}

Json gemm_stats(const models::GemmRunRecord& record) {
  Json arrays = Json::array();
  for (std::size_t n = 0; n < record.arrays.size(); ++n) {
    const models::GemmCounters& c = record.arrays[n];
    arrays.push_back({{"name", fmt::format("nfp[{}].mlp_engine", n)}, {"edges", account_json(c.account)}, {"active_cycles", c.active_cycles}, {"folds", c.folds},
                      {"load_steps", c.load_steps}, {"stream_steps", c.stream_steps}, {"macs_useful", c.macs_useful}, {"macs_clocked", c.macs_clocked},
                      {"reduction_adds", c.reduction_adds}, {"operand_a_bytes", c.operand_a_bytes}, {"operand_b_bytes", c.operand_b_bytes}, {"result_bytes", c.result_bytes},
                      {"store_read_bytes", c.store_read_bytes}, {"store_write_bytes", c.store_write_bytes}, {"accumulator_reads", c.accumulator_reads},
                      {"accumulator_writes", c.accumulator_writes}});
  }
  return {{"run", {{"ngpc_cycles", record.ngpc_cycles}, {"memory_cycles", record.memory_cycles}, {"ngpc_khz", record.ngpc_khz}, {"memory_khz", record.memory_khz}}},
          {"arrays", arrays}};
}

}  // namespace ngpcsim::app
