#pragma once
#include <string_view>

#include "sim/config/describe.h"

namespace ngpcsim::gpu {

/// Times of the kernels that stay on the GPU beside an NGPC, all fused into one per round: linear in what a frame does. Part of a GPU's
/// file (`gpu.host`); here because the host block pays them and the baseline is split into them.
struct HostParams {
  double ps_per_pixel = 985.143;
  double ps_per_probe = 5.728;
  double ps_per_query = 33.17;
  double us_per_launch = 5.0;
  double idle_power_fraction = 0.3;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    constexpr config::RealRange kPicoseconds{.min = 0.0, .max = 1e9};
    constexpr std::string_view kThird =
        "our choice: a third of what is left of 231 ms x 27.64 % / 9.94 (NGPC, ISCA'23) after 59 launches, over 1920 x 1080 pixels with 172 probes "
        "and 29.7 queries each; the paper states only the sum";
    v.real("ps_per_pixel", p.ps_per_pixel, kPicoseconds, {.unit = "ps", .meaning = "ray set-up and shading, per pixel", .source = kThird});
    v.real("ps_per_probe", p.ps_per_probe, kPicoseconds,
           {.unit = "ps", .meaning = "a look-up of the occupancy grid while marching", .source = kThird});
    v.real("ps_per_query", p.ps_per_query, kPicoseconds,
           {.unit = "ps", .meaning = "writing a query record and compositing its result", .source = kThird});
    v.real("us_per_launch", p.us_per_launch, {.min = 0.0, .max = 1e6},
           {.unit = "us", .meaning = "a kernel launch, until the kernel runs", .source = "our choice: the usual cost of a CUDA launch"});
    v.real("idle_power_fraction", p.idle_power_fraction, {.min = 0.0, .max = 1.0},
           {.unit = "",
            .meaning = "power of the GPU while no host kernel runs, as a fraction of its TDP",
            .source = "our choice: leakage, clocks and memory refresh at full clocks"});
  }
};

}  // namespace ngpcsim::gpu
