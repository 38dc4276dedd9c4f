#pragma once
#include <array>
#include <optional>
#include <string_view>

#include "sim/app/json.h"

namespace ngpcsim::app {

/// A column of a sweep's database: a number of result.json, or derived from it.
struct Metric {
  std::string_view name;   ///< key of result.json; blocks.BLOCK.busy_percent and blocks.BLOCK.STALL_percent are shares of its cycles
  std::string_view unit;
  std::string_view label;  ///< for axes of figures
};

inline constexpr std::array<Metric, 44> kMetrics{{
    {"frame_ms", "ms", "frame time"},
    {"fps", "FPS", "frames per second"},
    {"cycles", "cycles", "NGPC cycles"},
    {"clock_ghz", "GHz", "clock"},
    {"frame_ms_serial", "ms", "frame time without overlap"},
    {"host_ms", "ms", "host GPU time"},
    {"ngpc_ms", "ms", "NGPC time"},
    {"queries", "queries", "queries"},
    {"pixels", "pixels", "pixels"},
    {"queries_per_pixel", "queries", "queries per pixel"},
    {"power_w", "W", "power"},
    {"power.ngpc_w", "W", "NGPC power"},
    {"power.dram_w", "W", "DRAM power"},
    {"power.host_gpu_w", "W", "host GPU power"},
    {"energy_mj", "mJ", "energy per frame"},
    {"nj_per_query", "nJ", "energy per query"},
    {"fps_per_w", "FPS/W", "frames per joule"},
    {"edp", "J s", "energy-delay product"},
    {"area_mm2", "mm2", "area"},
    {"speedup", "x", "speedup over the GPU"},
    {"speedup_vs_fused_gpu", "x", "speedup, GPU's rest fused"},
    {"speedup_vs_jit_gpu", "x", "speedup over ngp-jit"},
    {"amdahl_bound", "x", "bound of the speedup"},
    {"energy_gain", "x", "GPU energy over ours"},
    {"gpu.frame_ms", "ms", "GPU frame time"},
    {"gpu.jit_frame_ms", "ms", "GPU frame time, ngp-jit"},
    {"memory.bandwidth_gb_s", "GB/s", "memory bandwidth"},
    {"memory.bytes_per_query", "B", "memory traffic per query"},
    {"memory.read_bytes", "B", "bytes read"},
    {"memory.write_bytes", "B", "bytes written"},
    {"memory.l2.hit_rate", "", "L2 hit rate"},
    {"blocks.mlp_engine.macs_useful", "MACs", "useful MACs"},
    {"blocks.mlp_engine.macs_clocked", "MACs", "clocked MACs"},
    {"gemm.time_ms", "ms", "time of the list"},
    {"gemm.tflop_per_s", "TFLOP/s", "rate of the list"},
    {"blocks.encoding_engine.busy_percent", "%", "encoding engines busy"},
    {"blocks.encoding_engine.conflict_percent", "%", "encoding engines in bank conflicts"},
    {"blocks.encoding_engine.output_full_percent", "%", "encoding engines waiting for the MLP"},
    {"blocks.encoding_engine.input_empty_percent", "%", "encoding engines without input"},
    {"blocks.mlp_engine.busy_percent", "%", "MLP engines busy"},
    {"blocks.mlp_engine.weights_percent", "%", "MLP engines waiting for weights"},
    {"blocks.mlp_engine.input_empty_percent", "%", "MLP engines without input"},
    {"blocks.memory.busy_percent", "%", "memory busy"},
    {"blocks.host.busy_percent", "%", "host GPU busy"},
}};

/// Nothing where the result does not have it, or null.
[[nodiscard]] std::optional<double> metric_of(const Json& result, std::string_view name);
/// Null where there is no such column.
[[nodiscard]] const Metric* find_metric(std::string_view name);

}  // namespace ngpcsim::app
