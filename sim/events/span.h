#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/clock_domain.h"
#include "sim/base/units.h"

/// What happened when: spans of time on named tracks, for a reader of timelines. Nobody listens unless a sink is given.
namespace ngpcsim::events {

using TrackId = Id<struct TrackKind>;
/// Spans are numbered from 0 in the order in which they begin.
using SpanId = Id<struct SpanKind, std::uint64_t>;

/// Numbers that a span carries; what each means is named by its track.
inline constexpr std::size_t kMaxValues = 4;
using Values = std::array<std::uint64_t, kMaxValues>;

/// How the spans of a track lie: one after the other, or as they like.
enum class Overlap { kNever, kAllowed };

/// One row of a timeline. All its spans have one name and one clock.
struct TrackSpec {
  std::string process;              ///< the rows of one process are shown together
  std::string thread;
  std::string span;                 ///< name of each span
  Overlap overlap = Overlap::kNever;
  ClockDomain clock;                ///< of the edges of its spans
  std::vector<std::string> values;  ///< names of the first values, at most kMaxValues
  std::string counter;              ///< open spans of all tracks with this name are counted under it; empty: not counted
};

}  // namespace ngpcsim::events
