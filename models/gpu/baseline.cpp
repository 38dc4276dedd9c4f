#include "models/gpu/baseline.h"

#include <algorithm>

#include <fmt/format.h>

namespace ngpcsim::gpu {
namespace {

template <class Enum, std::size_t N>
std::string_view choice_name(const std::array<config::Choice<Enum>, N>& choices, Enum value) {
  return std::find_if(choices.begin(), choices.end(), [value](const auto& choice) { return choice.value == value; })->name;
}

double time_of(const AppTimes& times, Encoding encoding) {
  if (encoding == Encoding::kHashgrid) return times.hashgrid_ms;
  return encoding == Encoding::kDensegrid ? times.densegrid_ms : times.lowres_densegrid_ms;
}

BaselineFrame none(std::string reason) {
  BaselineFrame frame;
  frame.reason = std::move(reason);
  return frame;
}

}  // namespace

std::string_view name_of(Software software) {
  switch (software) {
    case Software::kNgp2022: return "ngp2022";
    case Software::kNgp2022FusedRest: return "ngp2022-fused-rest";
    case Software::kNgpJit: break;
  }
  return "ngp-jit";
}

BaselineFrame GpuBaseline::frame(const FrameWork& work, Software software) const {
  const SoftwareParams& published = gpu_.software;
  const AppTimes* times = published.times(work.application);
  const KernelShares* shares = published.shares(work.encoding);
  if (times == nullptr) return none("no frame time of this application was published for ngp2022");
  if (shares == nullptr) return none("ngp2022 was published for hashgrid, densegrid and lowres_densegrid only");
  const std::string cell = fmt::format("{} with {}", choice_name(kApplications, work.application), choice_name(kEncodings, work.encoding));
  if (work.queries == 0 || work.pixels == 0) return none(fmt::format("the frame has {} queries and {} pixels", work.queries, work.pixels));
  const double total_ms = time_of(*times, work.encoding);
  if (total_ms == 0.0) return none(fmt::format("no frame time of {} is known for ngp2022", cell));
  const bool derived = work.encoding != Encoding::kHashgrid;
  if (derived && !published.accept_derived) {
    return none(fmt::format("the frame time of {} ({} ms) is derived, not published, and accept_derived is off", cell, total_ms));
  }

  const double queries = static_cast<double>(work.queries) / (times->queries_per_pixel * published.pixels());
  const double pixels = static_cast<double>(work.pixels) / published.pixels();
  BaselineFrame frame;
  frame.encoding_ms = total_ms * (shares->encoding_percent / 100.0) * queries;
  frame.mlp_ms = total_ms * (shares->mlp_percent / 100.0) * queries;
  frame.rest_ms = total_ms * shares->rest_fraction() * pixels;
  if (software == Software::kNgp2022FusedRest) frame.rest_ms /= published.fusion_gain;
  if (software == Software::kNgpJit)
    for (double* const part : {&frame.encoding_ms, &frame.mlp_ms, &frame.rest_ms}) *part /= times->jit_gain;
  frame.frame_ms = frame.encoding_ms + frame.mlp_ms + frame.rest_ms;
  frame.source = fmt::format("{}: {} ms at {}x{}, {} ({}; {} queries per pixel derived)", name_of(software), total_ms, published.width,
                             published.height, cell, derived ? "derived from NGPC, ISCA'23" : "NGPC, ISCA'23", times->queries_per_pixel);
  return frame;
}

std::optional<double> GpuBaseline::amdahl_bound(const FrameWork& work) const {
  const BaselineFrame unfused = frame(work);
  if (!unfused.frame_ms || unfused.rest_ms <= 0.0) return std::nullopt;
  return *unfused.frame_ms * gpu_.software.fusion_gain / unfused.rest_ms;
}

}  // namespace ngpcsim::gpu
