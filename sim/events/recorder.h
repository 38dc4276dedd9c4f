#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/events/sink.h"

namespace ngpcsim::events {

struct Span {
  TrackId track;
  bool cut = false;          ///< the run ended before the span did
  std::uint64_t begin = 0;   ///< edges of the track's clock
  std::optional<std::uint64_t> end;
  Values values{};
};

/// Keeps the first spans of a run, at most `limit`. When there are more, it keeps exactly those that begin before the first one that found no room, so
/// that what is kept is the whole beginning of the run, in whatever order blocks were activated within one instant.
class Recorder final : public Sink {
 public:
  static constexpr std::uint64_t kDefaultLimit = 200'000;

  /// `limit` is at least 1.
  explicit Recorder(std::uint64_t limit = kDefaultLimit) : limit_(limit) {}

  [[nodiscard]] TrackId add_track(TrackSpec spec) override;
  [[nodiscard]] SpanId begin(TrackId track, std::uint64_t edge, const Values& values) override;
  /// Throws InvariantError for a span that has ended, or ends before it begins.
  void end(SpanId span, std::uint64_t edge) override;

  /// The run is over at `edge` of `clock`: spans of that clock that are still open end there and are marked as cut.
  void close(ClockDomain clock, std::uint64_t edge);

  [[nodiscard]] const std::vector<TrackSpec>& tracks() const { return tracks_; }
  /// In order of their beginnings.
  [[nodiscard]] std::span<const Span> spans() const { return spans_; }
  [[nodiscard]] std::uint64_t dropped() const { return begun_ - spans_.size(); }
  /// From this time on no beginnings are kept; nothing when all are.
  [[nodiscard]] std::optional<std::uint64_t> complete_until_ps() const { return full_at_ps_; }
  [[nodiscard]] std::uint64_t limit() const { return limit_; }

 private:
  [[nodiscard]] std::uint64_t begin_ps(const Span& span) const { return tracks_[span.track.value()].clock.picoseconds(span.begin); }
  void fill_up(std::uint64_t ps);

  std::uint64_t limit_;
  std::uint64_t begun_ = 0;
  std::vector<TrackSpec> tracks_;
  std::vector<Span> spans_;
  std::optional<std::uint64_t> full_at_ps_;
};

}  // namespace ngpcsim::events
