#pragma once
#include <string_view>

#include "sim/config/describe.h"

namespace ngpcsim::gpu {

/// A width of fully fused networks: what the first queries of a launch cost before all SMs are busy, and the rate from then on.
struct FusedWidth {
  double ramp_us = 16.0;
  double tflops = 55.0;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    constexpr std::string_view kSource = "our choice: straight line through half of the RTX 3090's measured batches (docs/validation.md)";
    v.real("ramp_us", p.ramp_us, {.min = 0.0, .max = 1e4}, {.unit = "us", .meaning = "of a launch, whatever its queries", .source = kSource});
    v.real("tflops", p.tflops, {.min = 0.01, .max = 1e5}, {.unit = "TFLOP/s", .meaning = "rate of a large batch, padded layers", .source = kSource});
  }
};

/// Fully fused networks as tiny-cuda-nn runs them, 64 or 128 neurons wide.
struct FusedMlpParams {
  FusedWidth width_64{16.0, 55.2};
  FusedWidth width_128{49.6, 62.7};

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.group("width_64", p.width_64, "up to 64 neurons");
    v.group("width_128", p.width_128, "more");
  }
};

/// Time of one launch over `queries`, `flops` each, layers padded to 16.
[[nodiscard]] inline double fused_mlp_us(const FusedMlpParams& params, double width, double flops, double queries) {
  const FusedWidth& of = width <= 64.0 ? params.width_64 : params.width_128;
  return of.ramp_us + queries * flops / (of.tflops * 1e6);
}

}  // namespace ngpcsim::gpu
