#include "models/gpu/host_costs.h"

#include <cstdint>

#include "models/gpu/baseline.h"
#include "sim/base/error.h"

namespace ngpcsim::gpu {
namespace {

constexpr double kPsPerMs = 1e9;
constexpr double kMsPerUs = 1e-3;

std::uint64_t rounded(double count) { return static_cast<std::uint64_t>(count + 0.5); }

}  // namespace

double HostCosts::average_w(const GpuParams& gpu, double busy_s, double total_s) {
  check(total_s > 0.0 && busy_s >= 0.0 && busy_s <= total_s, "host busy for {} s of {} s", busy_s, total_s);
  const double busy = busy_s / total_s;
  return gpu.tdp_w * (busy + (1.0 - busy) * gpu.host.idle_power_fraction);
}

RestCosts split_fused_rest(const GpuParams& gpu, Application application, Encoding encoding, double probes_per_pixel) {
  const SoftwareParams& software = gpu.software;
  const AppTimes* times = software.times(application);
  check(times != nullptr && probes_per_pixel >= 0.0, "no published frame to split");
  const double pixels = software.pixels();
  const FrameWork work{.queries = rounded(times->queries_per_pixel * pixels), .pixels = rounded(pixels), .application = application, .encoding = encoding};
  const BaselineFrame frame = GpuBaseline(gpu).frame(work, Software::kNgp2022FusedRest);
  check(frame.frame_ms.has_value(), "no published frame to split: {}", frame.reason);
  const double kernels_ms = frame.rest_ms - times->launches * gpu.host.us_per_launch * kMsPerUs;
  check(kernels_ms > 0.0, "the launches of a frame take longer than its fused rest of {} ms", frame.rest_ms);
  const bool probes = probes_per_pixel > 0.0;
  const double share = kernels_ms / (probes ? 3.0 : 2.0) * kPsPerMs / pixels;
  return {share, probes ? share / probes_per_pixel : 0.0, share / times->queries_per_pixel};
}

}  // namespace ngpcsim::gpu
