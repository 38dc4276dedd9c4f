#pragma once
#include <array>
#include <cstdint>
#include <string>

#include "models/gpu/workload_kind.h"
#include "sim/config/describe.h"

namespace ngpcsim::app {

/// What a paper does not say of an application, as a study assumes it, and the range that the paper's own statements leave.
struct Assumption {
  double queries_per_pixel = 1.0, least_queries_per_pixel = 1.0, most_queries_per_pixel = 1.0;
  double rest_percent = 27.63, least_rest_percent = 27.63, most_rest_percent = 27.63;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    constexpr config::RealRange kQueries{.min = 0.01, .max = 1e4}, kPercent{.min = 0.01, .max = 100.0};
    constexpr std::string_view kOurs = "our choice: see the study's file";
    v.real("queries_per_pixel", p.queries_per_pixel, kQueries, {.unit = "queries", .meaning = "of the frame that was published", .source = kOurs});
    v.real("least_queries_per_pixel", p.least_queries_per_pixel, kQueries, {.unit = "queries", .meaning = "least that the published speedups allow", .source = kOurs});
    v.real("most_queries_per_pixel", p.most_queries_per_pixel, kQueries, {.unit = "queries", .meaning = "most that they allow", .source = kOurs});
    v.real("rest_percent", p.rest_percent, kPercent, {.unit = "%", .meaning = "share of the GPU's hashgrid frame that is neither encoding nor MLP", .source = kOurs});
    v.real("least_rest_percent", p.least_rest_percent, kPercent, {.unit = "%", .meaning = "least that the published speedups allow", .source = kOurs});
    v.real("most_rest_percent", p.most_rest_percent, kPercent, {.unit = "%", .meaning = "most that they allow", .source = kOurs});
  }
};

/// The clock that the paper does not state, and its other readings.
struct Readings {
  double least_clock_ghz = 1.0, most_clock_ghz = 1.695;
  double h2_nerf_queries_per_pixel = 36.0;
  double h3_nerf_queries_per_pixel = 51.0;
  double h3_access_ns = 2.0;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    constexpr config::RealRange kGhz{.min = 0.01, .max = 100.0}, kQueries{.min = 0.01, .max = 1e4}, kNs{.min = 0.001, .max = 1e3};
    constexpr std::string_view kOurs = "our choice: see the study's file";
    v.real("least_clock_ghz", p.least_clock_ghz, kGhz, {.unit = "GHz", .meaning = "slowest clock of the cluster that is looked at", .source = kOurs});
    v.real("most_clock_ghz", p.most_clock_ghz, kGhz, {.unit = "GHz", .meaning = "fastest one", .source = kOurs});
    v.real("h2_nerf_queries_per_pixel", p.h2_nerf_queries_per_pixel, kQueries, {.unit = "queries", .meaning = "of NeRF when small layers are packed at 1 GHz", .source = kOurs});
    v.real("h3_nerf_queries_per_pixel", p.h3_nerf_queries_per_pixel, kQueries, {.unit = "queries", .meaning = "of NeRF when every query takes an access of its SRAM", .source = kOurs});
    v.real("h3_access_ns", p.h3_access_ns, kNs, {.unit = "ns", .meaning = "that access", .source = kOurs});
  }
};

/// A published study, repeated: configs/studies.
struct StudyParams {
  std::string chip = "ngpc-8";
  std::string gpu = "rtx3090";
  std::string published;
  Assumption nerf, nsdf, gia, nvr;
  Readings readings;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    constexpr std::string_view kOurs = "our choice: see the study's file";
    v.text("chip", p.chip, {.unit = "", .meaning = "chip whose number of NFPs the study varies", .source = kOurs});
    v.text("gpu", p.gpu, {.unit = "", .meaning = "GPU of the baseline", .source = kOurs});
    v.text("published", p.published, {.unit = "", .meaning = "CSV file with what was published, beside the study's file", .source = kOurs});
    v.group("nerf", p.nerf, "neural radiance field");
    v.group("nsdf", p.nsdf, "neural signed distance function");
    v.group("gia", p.gia, "gigapixel image");
    v.group("nvr", p.nvr, "neural volume rendering");
    v.group("readings", p.readings, "what the clock may be, and other readings of the paper's 2 ns a query");
  }

  [[nodiscard]] const Assumption& of(gpu::Application application) const;
};

}  // namespace ngpcsim::app
