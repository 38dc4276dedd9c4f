#include "sim/app/result/gpu_figures.h"

#include "models/common/ceil_div.h"
#include "models/energy/energy_model.h"
#include "models/gpu/kernel_frame.h"
#include "models/mlp_engine/lowering.h"
#include "sim/app/gpu_kernels/encoding_gather.h"

namespace ngpcsim::app {
namespace {

constexpr std::uint32_t kGpuFeatureBytes = 2;  // instant-ngp trains and renders with fp16 tables
constexpr std::uint32_t kGpuPixelBytes = 16;   // RGBA in fp32, instant-ngp's frame buffer
constexpr std::uint64_t kMacroKib = 1024;      // of which a larger L2 is built
constexpr std::uint64_t kMacroWordBytes = 32;  // a sector

gpu::BaselineFrame per_frame(gpu::BaselineFrame sum, double frames) {
  if (sum.frame_ms) *sum.frame_ms /= frames;
  sum.encoding_ms /= frames;
  sum.mlp_ms /= frames;
  sum.rest_ms /= frames;
  return sum;
}

double padded_flops(const WorkloadParams& workload) {
  return 2.0 * static_cast<double>(models::padded_weights(models::network_layers(workload.network, models::encoded_values(workload.encoding))));
}

gpu::FrameWork all_work(const RunFacts& facts) {
  std::uint64_t pixels = 0;
  for (const models::FrameRecord& frame : facts.record.frames) pixels += frame.pixels;
  return {.queries = facts.record.queries,
          .pixels = pixels,
          .application = gpu_application(facts.config.workload.application),
          .encoding = published_encoding(facts.config.workload.encoding.grid)};
}

/// Means per frame. Rounds of the groups of a frame, which a chip takes one by one, are one launch on a GPU, which holds the whole frame.
gpu::KernelFrameWork kernel_work(const RunFacts& facts, const EncodingGather& gather) {
  const models::RunRecord& record = facts.record;
  const auto frames = static_cast<double>(record.frames.size());
  gpu::KernelFrameWork work{.application = gpu_application(facts.config.workload.application), .launches = 0.0};
  for (const models::FrameRecord& frame : record.frames) {
    const auto groups = models::ceil_div(std::max<std::uint64_t>(1, frame.pixels), std::uint64_t{facts.config.chip.host.rays_per_group});
    work.launches += static_cast<double>(models::ceil_div(frame.rounds, groups)) / frames;
    work.pixels += static_cast<double>(frame.pixels) / frames;
    work.probes += static_cast<double>(frame.probes) / frames;
  }
  work.queries = static_cast<double>(record.queries) / frames;
  work.gather_us = gather.us_per_query * work.queries;
  work.gather_alone_us = gather.alone_us_per_query * work.queries;
  work.networks = facts.config.workload.network.kind == models::NetworkKind::kRadiance ? 2.0 : 1.0;
  work.network_width = facts.config.workload.network.width;
  work.network_flops = padded_flops(facts.config.workload);
  return work;
}

/// The NGPC's area as L2 macros of 1 MiB, whole KiB, at the chip's node.
std::uint32_t larger_l2_kib(const RunFacts& facts, double ngpc_mm2) {
  const energy::EnergyModel model(facts.config.energy.table, facts.config.energy.technology, facts.config.where("energy"));
  return facts.config.gpu.l2_kib + static_cast<std::uint32_t>(ngpc_mm2 / model.sram(kMacroKib * 1024, kMacroWordBytes).area_mm2 * static_cast<double>(kMacroKib));
}

void model_times(const RunFacts& facts, double ngpc_mm2, GpuFigures& figures) {
  check(facts.launches != nullptr, "modelled times of a GPU without queries");
  const WorkloadParams& workload = facts.config.workload;
  const gpu::GpuParams& gpu = facts.config.gpu;
  const EncodingGather gather = gather_encoding(gpu, workload.encoding, facts.levels, *facts.launches);
  const gpu::KernelFrameWork work = kernel_work(facts, gather);
  figures.plain = gpu::kernel_frame(gpu, work, gpu::Software::kNgp2022);
  figures.fused = gpu::kernel_frame(gpu, work, gpu::Software::kNgp2022FusedRest);
  figures.jit = gpu::kernel_frame(gpu, work, gpu::Software::kNgpJit);
  figures.gather = GatherFigures{gather.sum(), facts.launches->queries()};
  if (ngpc_mm2 <= 0.0) return;
  gpu::GpuParams larger = gpu;
  larger.l2_kib = larger_l2_kib(facts, ngpc_mm2);
  const gpu::KernelFrameWork there = kernel_work(facts, gather_encoding(larger, workload.encoding, facts.levels, *facts.launches));
  figures.equal_area = EqualAreaGpu{larger.l2_kib / 1024.0, *gpu::kernel_frame(larger, there, gpu::Software::kNgpJit).frame_ms};
}

void take_measured(const RunFacts& facts, GpuFigures& figures) {
  const gpu::MeasuredFrame& measured = facts.config.gpu.baseline.measured;
  figures.software = measured.software;
  figures.fused.reason = figures.jit.reason = "measured was another software";
  if (measured.frame_ms <= 0.0 || measured.workload != facts.config.workload_name()) {
    figures.plain.reason = fmt::format("no frame of {} was measured on {} (gpu.baseline.measured)", facts.config.workload_name(), facts.config.gpu_name());
    return;
  }
  figures.plain.frame_ms = measured.frame_ms;
  figures.plain.source = fmt::format("{}: {} ms, measured", measured.software, measured.frame_ms);
}

}  // namespace

gpu::Encoding published_encoding(models::GridKind grid) {
  if (grid == models::GridKind::kHash) return gpu::Encoding::kHashgrid;
  return grid == models::GridKind::kDense ? gpu::Encoding::kDensegrid : gpu::Encoding::kLowresDensegrid;
}

gpu::Times times_of_run(const RunConfig& config) {
  if (config.gpu.baseline.times != gpu::Times::kAuto) return config.gpu.baseline.times;
  const gpu::FrameWork any{.queries = 1, .pixels = 1, .application = gpu_application(config.workload.application), .encoding = published_encoding(config.workload.encoding.grid)};
  return gpu::GpuBaseline(config.gpu).frame(any).frame_ms ? gpu::Times::kPublished : gpu::Times::kModelled;
}

GpuFigures gpu_figures(const RunFacts& facts, double ngpc_mm2) {
  const models::RunRecord& record = facts.record;
  const auto frames = static_cast<double>(record.frames.size());
  const gpu::FrameWork work = all_work(facts);
  const gpu::GpuBaseline baseline(facts.config.gpu);
  const double record_bytes = static_cast<double>(record.queries * (record.input_record_bytes + record.output_record_bytes));
  const gpu::FrameDemand demand{
      .flops = 2.0 * static_cast<double>(record.macs.useful) / frames,
      .streamed_bytes = (record_bytes + static_cast<double>(work.pixels * kGpuPixelBytes)) / frames,
      .table_bytes = static_cast<double>(models::total_entries(facts.levels) * facts.config.workload.encoding.features * kGpuFeatureBytes)};
  GpuFigures figures;
  figures.times = times_of_run(facts.config);
  figures.software = gpu::name_of(gpu::Software::kNgp2022);
  figures.roofline = gpu::roofline(facts.config.gpu, demand);
  figures.fused_mlp_ms = 1e-3 * gpu::fused_mlp_us(facts.config.gpu.fused_mlp, facts.config.workload.network.width, padded_flops(facts.config.workload),
                                                  static_cast<double>(record.queries) / frames);
  switch (figures.times) {
    case gpu::Times::kModelled: model_times(facts, ngpc_mm2, figures); break;
    case gpu::Times::kMeasured: take_measured(facts, figures); break;
    case gpu::Times::kPublished:
    case gpu::Times::kAuto:
      figures.plain = per_frame(baseline.frame(work), frames);
      figures.fused = per_frame(baseline.frame(work, gpu::Software::kNgp2022FusedRest), frames);
      figures.jit = per_frame(baseline.frame(work, gpu::Software::kNgpJit), frames);
      figures.amdahl_bound = baseline.amdahl_bound(work);
  }
  return figures;
}

}  // namespace ngpcsim::app
