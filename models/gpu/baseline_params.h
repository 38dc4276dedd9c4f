#pragma once
#include <array>
#include <cstdint>
#include <string>

#include "sim/config/describe.h"

namespace ngpcsim::gpu {

/// Where the GPU's frame time comes from.
enum class Times { kAuto, kPublished, kModelled, kMeasured };
inline constexpr std::array<config::Choice<Times>, 4> kTimes{
    {{Times::kAuto, "auto"}, {Times::kPublished, "published"}, {Times::kModelled, "modelled"}, {Times::kMeasured, "measured"}}};

/// A frame of one workload that somebody timed on this GPU.
struct MeasuredFrame {
  std::string workload;
  std::string software;
  double frame_ms = 0.0;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    constexpr std::string_view kNone = "none: give the file of a GPU that was timed, or --set";
    v.text("workload", p.workload, {.unit = "", .meaning = "name of the workload whose frame was timed", .source = kNone});
    v.text("software", p.software, {.unit = "", .meaning = "what ran", .source = kNone});
    v.real("frame_ms", p.frame_ms, {.min = 0.0, .max = 1e6}, {.unit = "ms", .meaning = "time of the frame; 0: none is known", .source = kNone});
  }
};

struct BaselineParams {
  Times times = Times::kAuto;
  std::uint64_t sampled_queries = 1 << 18;
  MeasuredFrame measured;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.choice("times", p.times, kTimes,
             {.unit = "", .meaning = "published: scaled from gpu.software; modelled: from the queries' own traffic (docs/gpu.md); measured: gpu.measured as it is; auto: published where there is one, otherwise modelled", .source = "our choice: what was timed goes before what was modelled"});
    v.integer("sampled_queries", p.sampled_queries, {.min = 512, .max = 1 << 30}, {.unit = "queries", .meaning = "of the modelled times: about so many, in whole launches over all frames, go through the caches", .source = "our choice: within 1 % of the whole Lego frame, in a second"});
    v.group("measured", p.measured, "a frame that was timed on this GPU");
  }
};

}  // namespace ngpcsim::gpu
