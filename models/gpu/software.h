#pragma once
#include <array>
#include <cstdint>

#include "models/gpu/workload_kind.h"
#include "sim/config/describe.h"

/// The published kernels of 2022 (software `ngp2022`) on one GPU, as numbers.
namespace ngpcsim::gpu {

/// One application of the paper's baseline: frame times per encoding, and how many queries the paper's frame made.
struct AppTimes {
  double hashgrid_ms = 0.0;
  double densegrid_ms = 0.0;
  double lowres_densegrid_ms = 0.0;
  double queries_per_pixel = 1.0;
  std::uint32_t launches = 0;
  double jit_gain = 2.0;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    constexpr config::RealRange kMs{.min = 0.0, .max = 1e6};
    constexpr std::string_view kDerived = "derived, not published: hashgrid time x rest share ratio, 0.691 and 0.690 (NGPC, ISCA'23, by arithmetic)";
    v.real("hashgrid_ms", p.hashgrid_ms, kMs,
           {.unit = "ms",
            .meaning = "frame with multi-resolution hashgrid; 0: none known",
            .source = "NGPC (ISCA'23), as reviews of it report"});
    v.real("densegrid_ms", p.densegrid_ms, kMs,
           {.unit = "ms", .meaning = "frame with multi-resolution densegrid; 0: none known", .source = kDerived});
    v.real("lowres_densegrid_ms", p.lowres_densegrid_ms, kMs,
           {.unit = "ms", .meaning = "frame with low-resolution densegrid; 0: none known", .source = kDerived});
    v.real("queries_per_pixel", p.queries_per_pixel, {.min = 0.01, .max = 1e5},
           {.unit = "queries/pixel",
            .meaning = "queries of the frame that was timed",
            .source = "derived from the published speedups (the middle of 26.7-32.7, 2.9-3.5, 1, 0.37-0.70)"});
    v.real("jit_gain", p.jit_gain, {.min = 1.0, .max = 1e3},
           {.unit = "x",
            .meaning = "frame with everything fused at run time (ngp-jit) over this one, where times are published",
            .source = "tiny-cuda-nn 2.0, release notes (2025): 1.5-2.5, the middle of it; 5 for instant-ngp's whole NeRF marcher"});
    v.integer("launches", p.launches, {.min = 0, .max = 1 << 20},
              {.unit = "launches",
               .meaning = "kernel launches in the rest of the frame that was timed, taken off before it is shared out (gpu.host)",
               .source = "NeRF: 59 (NGPC, ISCA'23, one review); GIA: one fused kernel, our choice; NSDF and NVR: not stated, none is taken off"});
  }
};

/// Shares of encoding and MLP in the frame time with one encoding, in percent; the rest is everything else.
struct KernelShares {
  double encoding_percent = 0.0;
  double mlp_percent = 0.0;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    constexpr config::RealRange kPercent{.min = 0.0, .max = 50.0};
    v.real("encoding_percent", p.encoding_percent, kPercent,
           {.unit = "%", .meaning = "share of the encoding kernels, average over the applications", .source = "NGPC (ISCA'23), one review"});
    v.real("mlp_percent", p.mlp_percent, kPercent,
           {.unit = "%", .meaning = "share of the MLP kernels, average over the applications", .source = "NGPC (ISCA'23), one review"});
  }

  [[nodiscard]] double rest_fraction() const { return 1.0 - (encoding_percent + mlp_percent) / 100.0; }
};

struct SoftwareParams {
  std::uint32_t width = 1920;
  std::uint32_t height = 1080;
  double fusion_gain = 9.94;
  bool accept_derived = true;
  KernelShares hashgrid{40.24, 32.12};
  KernelShares densegrid{24.63, 35.37};
  KernelShares lowres_densegrid{24.15, 35.81};
  AppTimes nerf{231.0, 159.621, 159.39, 29.7, 59, 5.0};
  AppTimes nsdf{27.87, 19.258, 19.23, 3.2};
  AppTimes gia{2.12, 1.465, 1.463, 1.0, 1};
  AppTimes nvr{6.32, 4.367, 4.361, 0.535};

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    constexpr std::string_view kPaper = "NGPC (ISCA'23)";
    v.integer("width", p.width, {.min = 1, .max = 1 << 16}, {.unit = "pixels", .meaning = "width of the timed frame", .source = kPaper});
    v.integer("height", p.height, {.min = 1, .max = 1 << 16}, {.unit = "pixels", .meaning = "height of the timed frame", .source = kPaper});
    v.real("fusion_gain", p.fusion_gain, {.min = 1.0, .max = 1e3},
           {.unit = "x", .meaning = "speed of the remaining kernels fused over unfused", .source = "NGPC (ISCA'23), abstract: 9.94"});
    v.flag("accept_derived", p.accept_derived,
           {.unit = "",
            .meaning = "use frame times that are derived rather than published; otherwise those cells have no baseline",
            .source = "our choice: the result names them"});
    v.group("hashgrid", p.hashgrid, "kernel shares with multi-resolution hashgrid");
    v.group("densegrid", p.densegrid, "kernel shares with multi-resolution densegrid");
    v.group("lowres_densegrid", p.lowres_densegrid, "kernel shares with low-resolution densegrid");
    v.group("nerf", p.nerf, "neural radiance field");
    v.group("nsdf", p.nsdf, "neural signed distance function");
    v.group("gia", p.gia, "gigapixel image");
    v.group("nvr", p.nvr, "neural volume rendering");
  }

  /// Pixels of the timed frame.
  [[nodiscard]] double pixels() const { return static_cast<double>(width) * static_cast<double>(height); }
  /// Null for Application::kOther or Encoding::kOther.
  [[nodiscard]] const AppTimes* times(Application application) const;
  [[nodiscard]] const KernelShares* shares(Encoding encoding) const;
};

}  // namespace ngpcsim::gpu
