#include "models/gpu/roofline.h"

#include <algorithm>

namespace ngpcsim::gpu {

Roofline roofline(const GpuParams& gpu, const FrameDemand& demand) {
  const double flops_per_ms = static_cast<double>(gpu.tensor_flops_per_sm_cycle) * gpu.sms * gpu.boost_mhz * 1e3;
  const double bytes_per_ms = gpu.memory_gb_s * 1e6;
  const double reloaded = std::max(0.0, demand.table_bytes - 1024.0 * gpu.l2_kib);
  return {.compute_ms = demand.flops / flops_per_ms, .memory_ms = (demand.streamed_bytes + reloaded) / bytes_per_ms};
}

}  // namespace ngpcsim::gpu
