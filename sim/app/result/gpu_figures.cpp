#include "sim/app/result/gpu_figures.h"

#include "models/mlp_engine/lowering.h"

namespace ngpcsim::app {
namespace {

constexpr std::uint32_t kGpuFeatureBytes = 2;  // instant-ngp trains and renders with fp16 tables
constexpr std::uint32_t kGpuPixelBytes = 16;   // RGBA in fp32, instant-ngp's frame buffer

gpu::BaselineFrame per_frame(gpu::BaselineFrame sum, double frames) {
  if (sum.frame_ms) *sum.frame_ms /= frames;
  sum.encoding_ms /= frames;
  sum.mlp_ms /= frames;
  sum.rest_ms /= frames;
  return sum;
}

double fused_mlp_ms(const RunFacts& facts, double queries) {
  const WorkloadParams& workload = facts.config.workload;
  const double padded_macs = static_cast<double>(models::padded_weights(models::network_layers(workload.network, models::encoded_values(workload.encoding))));
  return 1e-3 * gpu::fused_mlp_us(facts.config.gpu.fused_mlp, workload.network.width, 2.0 * padded_macs, queries);
}

}  // namespace

gpu::Encoding published_encoding(models::GridKind grid) {
  if (grid == models::GridKind::kHash) return gpu::Encoding::kHashgrid;
  return grid == models::GridKind::kDense ? gpu::Encoding::kDensegrid : gpu::Encoding::kLowresDensegrid;
}

GpuFigures gpu_figures(const RunFacts& facts) {
  const models::RunRecord& record = facts.record;
  std::uint64_t pixels = 0;
  for (const models::FrameRecord& frame : record.frames) pixels += frame.pixels;
  const auto frames = static_cast<double>(record.frames.size());
  const gpu::FrameWork work{.queries = record.queries,
                            .pixels = pixels,
                            .application = gpu_application(facts.config.workload.application),
                            .encoding = published_encoding(facts.config.workload.encoding.grid)};
  const gpu::GpuBaseline baseline(facts.config.gpu);
  const double record_bytes = static_cast<double>(record.queries * (record.input_record_bytes + record.output_record_bytes));
  const gpu::FrameDemand demand{
      .flops = 2.0 * static_cast<double>(record.macs.useful) / frames,
      .streamed_bytes = (record_bytes + static_cast<double>(pixels * kGpuPixelBytes)) / frames,
      .table_bytes = static_cast<double>(models::total_entries(facts.levels) * facts.config.workload.encoding.features * kGpuFeatureBytes)};
  return {.plain = per_frame(baseline.frame(work), frames),
          .fused = per_frame(baseline.frame(work, gpu::Software::kNgp2022FusedRest), frames),
          .roofline = gpu::roofline(facts.config.gpu, demand),
          .fused_mlp_ms = fused_mlp_ms(facts, static_cast<double>(record.queries) / frames),
          .amdahl_bound = baseline.amdahl_bound(work)};
}

}  // namespace ngpcsim::app
