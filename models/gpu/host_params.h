#pragma once
#include <string_view>

#include "models/common/host_costs.h"
#include "models/gpu/workload_kind.h"
#include "sim/config/describe.h"

/// What stays on the GPU beside an NGPC, as part of a GPU's file (`gpu.host`).
namespace ngpcsim::gpu {

/// Times of one application's kernels. Their sum over a frame is what the paper leaves of it; how that is shared out is ours (split_fused_rest).
struct RestCosts {
  double ps_per_pixel = 0.0;
  double ps_per_probe = 0.0;
  double ps_per_query = 0.0;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    constexpr config::RealRange kPicoseconds{.min = 0.0, .max = 1e9};
    constexpr std::string_view kShare =
        "our choice: equal shares of the fused rest of the application's published frame, frame x 27.64 % / 9.94 (NGPC, ISCA'23) less its launches, over "
        "1920 x 1080 pixels and their probes and queries; the paper states only the sum";
    v.real("ps_per_pixel", p.ps_per_pixel, kPicoseconds, {.unit = "ps", .meaning = "ray set-up and shading, per pixel", .source = kShare});
    v.real("ps_per_probe", p.ps_per_probe, kPicoseconds, {.unit = "ps", .meaning = "a look-up of the occupancy grid while marching", .source = kShare});
    v.real("ps_per_query", p.ps_per_query, kPicoseconds, {.unit = "ps", .meaning = "writing a query record and compositing its result", .source = kShare});
  }
};

struct HostParams {
  RestCosts nerf{985.143, 5.728, 33.17};
  RestCosts nsdf{186.867, 0.0, 58.396};
  RestCosts gia{13.009, 0.0, 13.009};
  RestCosts nvr{28.25, 0.665, 52.804};
  double us_per_launch = 5.0;
  double ps_per_sorted_query = 100.0;
  double idle_power_fraction = 0.3;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.group("nerf", p.nerf, "neural radiance field");
    v.group("nsdf", p.nsdf, "neural signed distance function");
    v.group("gia", p.gia, "gigapixel image");
    v.group("nvr", p.nvr, "neural volume rendering");
    v.real("us_per_launch", p.us_per_launch, {.min = 0.0, .max = 1e6},
           {.unit = "us", .meaning = "a kernel launch, until the kernel runs", .source = "our choice: the usual cost of a CUDA launch"});
    v.real("ps_per_sorted_query", p.ps_per_sorted_query, {.min = 0.0, .max = 1e9},
           {.unit = "ps",
            .meaning = "sorting a query record by place, with workload.query_order binned",
            .source = "our choice: 32-bit keys at 29.4 G/s on an A100 (Adinets and Merrill 2022), by bandwidth 17.7 G/s here, and a record of 20 B read and written at 936 GB/s"});
    v.real("idle_power_fraction", p.idle_power_fraction, {.min = 0.0, .max = 1.0},
           {.unit = "",
            .meaning = "power of the GPU while no host kernel runs, as a fraction of its TDP",
            .source = "our choice: leakage, clocks and memory refresh at full clocks"});
  }

  /// Of Application::kOther those of NeRF.
  [[nodiscard]] const RestCosts& rest(Application application) const;
  [[nodiscard]] KernelTimes times(Application application) const {
    const RestCosts& costs = rest(application);
    return {costs.ps_per_pixel, costs.ps_per_probe, costs.ps_per_query, us_per_launch, ps_per_sorted_query};
  }
};

}  // namespace ngpcsim::gpu
