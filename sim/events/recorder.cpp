#include "sim/events/recorder.h"

#include <utility>

#include "sim/base/error.h"

namespace ngpcsim::events {

TrackId Recorder::add_track(TrackSpec spec) {
  check(spec.values.size() <= kMaxValues, "track {} names {} values, more than {}", spec.thread, spec.values.size(), kMaxValues);
  tracks_.push_back(std::move(spec));
  return TrackId(static_cast<std::uint32_t>(tracks_.size() - 1));
}

SpanId Recorder::begin(TrackId track, std::uint64_t edge, const Values& values) {
  const SpanId id(begun_++);
  if (full_at_ps_) return id;
  const Span span{.track = track, .begin = edge, .end = {}, .values = values};
  if (spans_.size() < limit_) spans_.push_back(span);
  else fill_up(begin_ps(span));
  return id;
}

/// Spans that begin together stay or go together; the last ones are the youngest, because beginnings come in the order of time.
void Recorder::fill_up(std::uint64_t ps) {
  full_at_ps_ = ps;
  while (!spans_.empty() && begin_ps(spans_.back()) >= ps) spans_.pop_back();
}

void Recorder::end(SpanId span, std::uint64_t edge) {
  check(span.value() < begun_, "span {} ends, but only {} began", span.value(), begun_);
  if (span.value() >= spans_.size()) return;
  Span& kept = spans_[span.value()];
  check(!kept.end && edge >= kept.begin, "span {} of track {} ends at edge {}: it began at {} and has {}ended", span.value(), tracks_[kept.track.value()].thread,
        edge, kept.begin, kept.end ? "" : "not ");
  kept.end = edge;
}

void Recorder::close(ClockDomain clock, std::uint64_t edge) {
  for (Span& span : spans_) {
    if (span.end || tracks_[span.track.value()].clock != clock) continue;
    check(edge >= span.begin, "a span begins at edge {}, after the end of the run at {}", span.begin, edge);
    span.end = edge;
    span.cut = true;
  }
}

}  // namespace ngpcsim::events
