#include "sim/app/result/gpu_result.h"

#include "sim/app/result/gpu_figures.h"
#include "sim/app/result/ratio.h"

namespace ngpcsim::app {
namespace {

Json value_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

double percent_hit(std::uint64_t missed, std::uint64_t asked) { return asked == 0 ? 0.0 : 100.0 * (1.0 - static_cast<double>(missed) / static_cast<double>(asked)); }

Json traffic_json(const std::optional<GatherFigures>& gather) {
  if (!gather) return nullptr;
  const gpu::GatherTraffic& t = gather->traffic;
  return {{"sampled_queries", gather->sampled_queries},
          {"l1_lines_per_query", ratio(t.lines, t.queries)},
          {"l1_hit_percent", percent_hit(t.l2_sectors, t.l1_sectors)},
          {"l2_bytes_per_query", ratio(t.l2_sectors * gpu::kSectorBytes, t.queries)},
          {"l2_hit_percent", percent_hit(t.dram_sectors, t.l2_sectors)},
          {"dram_bytes_per_query", ratio(t.dram_sectors * gpu::kSectorBytes, t.queries)}};
}

/// Of a whole frame, kernels running all the time.
void add_energy(Json& gpu, double tdp_w, double frame_ms) {
  gpu["power_w"] = tdp_w;
  gpu["energy_mj"] = tdp_w * frame_ms;
}

void add_frames(Json& result, Json& gpu, const RunFacts& facts, const GpuFigures& figures, double frame_ms) {
  gpu["software"] = figures.software;
  gpu["times"] = config::name_of(gpu::kTimes, figures.times);
  gpu["roofline_compute_ms"] = figures.roofline.compute_ms;
  gpu["roofline_memory_ms"] = figures.roofline.memory_ms;
  gpu["fused_mlp_ms"] = figures.fused_mlp_ms;
  gpu["traffic"] = traffic_json(figures.gather);
  if (!figures.plain.frame_ms) {
    gpu["reason"] = figures.plain.reason;
    return;
  }
  gpu["source"] = figures.plain.source;
  gpu["frame_ms"] = *figures.plain.frame_ms;
  if (figures.times != gpu::Times::kMeasured) {
    gpu["encoding_ms"] = figures.plain.encoding_ms;
    gpu["mlp_ms"] = figures.plain.mlp_ms;
    gpu["rest_ms"] = figures.plain.rest_ms;
  }
  gpu["fused_frame_ms"] = value_or_null(figures.fused.frame_ms);
  gpu["jit_frame_ms"] = value_or_null(figures.jit.frame_ms);
  add_energy(gpu, facts.config.gpu.tdp_w, *figures.plain.frame_ms);
  result["speedup"] = ratio(*figures.plain.frame_ms, frame_ms);
  if (figures.fused.frame_ms) result["speedup_vs_fused_gpu"] = ratio(*figures.fused.frame_ms, frame_ms);
  if (figures.jit.frame_ms) result["speedup_vs_jit_gpu"] = ratio(*figures.jit.frame_ms, frame_ms);
  if (figures.amdahl_bound) result["amdahl_bound"] = *figures.amdahl_bound;
  if (!figures.equal_area) return;
  gpu["equal_area"] = {{"l2_mib", figures.equal_area->l2_mib}, {"jit_frame_ms", figures.equal_area->frame_ms}};
  result["speedup_vs_equal_area_gpu"] = ratio(figures.equal_area->frame_ms, frame_ms);
}

}  // namespace

void add_gpu(Json& result, const RunFacts& facts, const std::optional<FrameTimes>& mean, const std::optional<PowerFigures>& power) {
  const gpu::GpuParams& params = facts.config.gpu;
  Json gpu{{"name", facts.config.gpu_name()}};
  for (const char* key : {"software", "times", "source", "frame_ms", "reason", "encoding_ms", "mlp_ms", "rest_ms", "fused_frame_ms", "jit_frame_ms", "fused_mlp_ms", "power_w", "energy_mj",
                          "roofline_compute_ms", "roofline_memory_ms", "traffic", "equal_area", "ngpc_area_percent", "ngpc_power_percent"})
    gpu[key] = nullptr;
  for (const char* key : {"speedup", "speedup_vs_fused_gpu", "speedup_vs_jit_gpu", "speedup_vs_equal_area_gpu", "amdahl_bound", "energy_gain"}) result[key] = nullptr;
  if (mean && !facts.record.interrupted) add_frames(result, gpu, facts, gpu_figures(facts, power ? power->chip.area_mm2 : 0.0), mean->frame_ms);
  else gpu["reason"] = "the run was interrupted";
  if (power) {
    const gpu::GpuBaseline baseline(params);
    gpu["ngpc_area_percent"] = baseline.die_percent(power->chip.area_mm2);
    gpu["ngpc_power_percent"] = baseline.tdp_percent(power->ngpc_w);
    if (!gpu.at("energy_mj").is_null() && result.contains("energy_mj") && result.at("energy_mj").is_number())
      result["energy_gain"] = gpu.at("energy_mj").get<double>() / result.at("energy_mj").get<double>();
  }
  result["gpu"] = std::move(gpu);
}

}  // namespace ngpcsim::app
