#include "models/gpu/kernel_frame.h"

#include <algorithm>

#include <fmt/format.h>

namespace ngpcsim::gpu {
namespace {

constexpr double kMsPerPs = 1e-9, kMsFromUs = 1e-3;

double fused_rest_ms(const GpuParams& gpu, const KernelFrameWork& work) {
  const RestCosts& costs = gpu.host.rest(work.application);
  return kMsPerPs * (work.pixels * costs.ps_per_pixel + work.probes * costs.ps_per_probe + work.queries * costs.ps_per_query) + kMsFromUs * work.launches * gpu.host.us_per_launch;
}

double networks_alone_us(const GpuParams& gpu, const KernelFrameWork& work) {
  return fused_mlp_us(gpu.fused_mlp, work.network_width, work.network_flops, work.queries) - fused_mlp_us(gpu.fused_mlp, work.network_width, 0.0, 0.0);
}

BaselineFrame kernels_apart(const GpuParams& gpu, const KernelFrameWork& work, Software software) {
  const double ramp_us = fused_mlp_us(gpu.fused_mlp, work.network_width, 0.0, 0.0);
  BaselineFrame frame;
  frame.encoding_ms = kMsFromUs * (work.launches * gpu.host.us_per_launch + work.gather_us);
  frame.mlp_ms = kMsFromUs * (work.launches * work.networks * ramp_us + networks_alone_us(gpu, work));
  frame.rest_ms = fused_rest_ms(gpu, work) * (software == Software::kNgp2022 ? gpu.software.fusion_gain : 1.0);
  return frame;
}

BaselineFrame one_kernel(const GpuParams& gpu, const KernelFrameWork& work) {
  const RestCosts& costs = gpu.host.rest(work.application);
  const double networks_us = networks_alone_us(gpu, work);
  BaselineFrame frame;
  (work.gather_alone_us > networks_us ? frame.encoding_ms : frame.mlp_ms) = kMsFromUs * std::max(work.gather_alone_us, networks_us);
  frame.rest_ms = kMsPerPs * (work.pixels * costs.ps_per_pixel + work.probes * costs.ps_per_probe) + kMsFromUs * gpu.host.us_per_launch;
  return frame;
}

}  // namespace

BaselineFrame kernel_frame(const GpuParams& gpu, const KernelFrameWork& work, Software software) {
  BaselineFrame frame = software == Software::kNgpJit ? one_kernel(gpu, work) : kernels_apart(gpu, work, software);
  frame.frame_ms = frame.encoding_ms + frame.mlp_ms + frame.rest_ms;
  frame.source = fmt::format("{}: modelled from the traffic of this frame's queries (docs/gpu.md)", name_of(software));
  return frame;
}

}  // namespace ngpcsim::gpu
