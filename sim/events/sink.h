#pragma once
#include <cstdint>
#include <utility>

#include "sim/events/span.h"

namespace ngpcsim::events {

/// Who listens to spans.
class Sink {
 public:
  virtual ~Sink() = default;
  [[nodiscard]] virtual TrackId add_track(TrackSpec spec) = 0;
  /// A span begins at `edge` of the track's clock. Calls come in the order of simulated time.
  [[nodiscard]] virtual SpanId begin(TrackId track, std::uint64_t edge, const Values& values) = 0;
  /// It ends at `edge`, the first one that is no part of it.
  virtual void end(SpanId span, std::uint64_t edge) = 0;
};

/// A block's end of a track. Without a sink it does nothing but test a pointer.
class Track {
 public:
  Track() = default;
  Track(Sink& sink, TrackSpec spec) : sink_(&sink), id_(sink.add_track(std::move(spec))) {}

  [[nodiscard]] SpanId begin(std::uint64_t edge, const Values& values) const { return sink_ == nullptr ? SpanId() : sink_->begin(id_, edge, values); }
  void end(SpanId span, std::uint64_t edge) const {
    if (sink_ != nullptr) sink_->end(span, edge);
  }

 private:
  Sink* sink_ = nullptr;
  TrackId id_;
};

}  // namespace ngpcsim::events
