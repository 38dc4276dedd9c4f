#include "sim/app/result/sequence_result.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/app/result/frame_times.h"
#include "sim/base/error.h"

namespace ngpcsim::app {
namespace {

constexpr std::uint32_t kHeadsetHz[] = {72, 90, 120};

}  // namespace

double percentile(std::vector<double> times, std::uint32_t percent) {
  check(!times.empty() && percent >= 1 && percent <= 100, "the {}th percentile of {} times", percent, times.size());
  std::sort(times.begin(), times.end());
  return times[(times.size() * percent + 99) / 100 - 1];
}

Json sequence_result(const models::RunRecord& record) {
  std::vector<double> times;
  for (const models::FrameRecord& frame : record.frames)
    if (const auto of_frame = times_of(frame, record)) times.push_back(of_frame->frame_ms);
  if (times.size() < 2) return nullptr;
  const auto [shortest, longest] = std::minmax_element(times.begin(), times.end());
  Json missed = Json::object();
  for (const std::uint32_t hz : kHeadsetHz)
    missed[fmt::format("{}_hz", hz)] = std::count_if(times.begin(), times.end(), [hz](double ms) { return ms * hz > 1e3; });
  return {{"frames", times.size()}, {"min_ms", *shortest}, {"p50_ms", percentile(times, 50)}, {"p95_ms", percentile(times, 95)},
          {"p99_ms", percentile(times, 99)}, {"max_ms", *longest}, {"missed_deadlines", std::move(missed)}};
}

}  // namespace ngpcsim::app
