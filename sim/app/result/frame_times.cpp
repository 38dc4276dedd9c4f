#include "sim/app/result/frame_times.h"

namespace ngpcsim::app {
namespace {

/// Edges / kHz = ms.
double to_ms(std::uint64_t edges, std::uint64_t khz) { return static_cast<double>(edges) / static_cast<double>(khz); }

}  // namespace

std::optional<FrameTimes> times_of(const models::FrameRecord& frame, const models::RunRecord& record) {
  if (frame.end_host <= frame.begin_host) return std::nullopt;
  FrameTimes times{.frame_ms = to_ms(frame.end_host - frame.begin_host, record.host_khz),
                   .host_ms = to_ms(frame.host_busy, record.host_khz),
                   .ngpc_ms = to_ms(frame.ngpc_busy, record.host_khz)};
  times.frame_ms_serial = times.host_ms + times.ngpc_ms;
  return times;
}

std::optional<FrameTimes> mean_times(const models::RunRecord& record) {
  models::FrameRecord sum;
  std::uint64_t finished = 0;
  for (const models::FrameRecord& frame : record.frames) {
    if (frame.end_host <= frame.begin_host) continue;
    ++finished;
    sum.end_host += frame.end_host - frame.begin_host;
    sum.host_busy += frame.host_busy;
    sum.ngpc_busy += frame.ngpc_busy;
  }
  if (finished == 0) return std::nullopt;
  const auto frames = static_cast<double>(finished);
  FrameTimes mean{.frame_ms = to_ms(sum.end_host, record.host_khz) / frames,
                  .host_ms = to_ms(sum.host_busy, record.host_khz) / frames,
                  .ngpc_ms = to_ms(sum.ngpc_busy, record.host_khz) / frames};
  mean.frame_ms_serial = mean.host_ms + mean.ngpc_ms;
  return mean;
}

double run_seconds(const models::RunRecord& record) { return static_cast<double>(record.ngpc_cycles) / (static_cast<double>(record.ngpc_khz) * 1e3); }

}  // namespace ngpcsim::app
