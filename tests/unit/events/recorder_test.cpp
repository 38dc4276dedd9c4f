// What a recorder keeps, in which order, and what it refuses.
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "sim/base/error.h"
#include "sim/events/recorder.h"

namespace ngpcsim::events {
namespace {

TrackSpec row(std::uint64_t khz, Overlap overlap = Overlap::kAllowed) {
  return {.process = "p", .thread = "t", .span = "s", .overlap = overlap, .clock = ClockDomain(khz), .values = {"n"}, .counter = {}};
}

std::vector<std::uint64_t> first_values(const Recorder& recorder) {
  std::vector<std::uint64_t> values;
  for (const Span& span : recorder.spans()) values.push_back(span.values[0]);
  return values;
}

TEST(Track, WithoutASinkDoesNothing) {
  const Track track;
  track.end(track.begin(5, {1}), 4);  // a sink would refuse this
}

TEST(Recorder, KeepsSpansWithTheirEdges) {
  Recorder recorder;
  const Track track(recorder, row(1000));
  const SpanId a = track.begin(3, {7, 8}), b = track.begin(4, {9});
  track.end(b, 6);
  track.end(a, 10);
  ASSERT_EQ(recorder.spans().size(), 2u);
  EXPECT_EQ(recorder.spans()[0].begin, 3u);
  EXPECT_EQ(recorder.spans()[0].end, 10u);
  EXPECT_EQ(recorder.spans()[0].values[1], 8u);
  EXPECT_EQ(recorder.spans()[1].begin, 4u);
  EXPECT_EQ(recorder.spans()[1].end, 6u);
  EXPECT_EQ(recorder.dropped(), 0u);
  EXPECT_FALSE(recorder.complete_until_ps().has_value());
}

TEST(Recorder, ExactlyFullDropsNothing) {
  Recorder recorder(3);
  const Track track(recorder, row(1000));
  for (std::uint64_t n = 0; n < 3; ++n) track.end(track.begin(n, {n}), n + 1);
  EXPECT_EQ(recorder.dropped(), 0u);
  EXPECT_EQ(recorder.spans().size(), 3u);
}

/// Five spans at edges 0, 1, 2, 2, 5 of 1 MHz and room for three: the fourth finds none, so everything from edge 2 (2 us) on goes.
TEST(Recorder, OverflowKeepsTheWholeBeginning) {
  Recorder recorder(3);
  const Track track(recorder, row(1000));
  std::vector<SpanId> ids;
  std::uint64_t n = 0;
  for (const std::uint64_t edge : {0u, 1u, 2u, 2u, 5u}) ids.push_back(track.begin(edge, {n++}));
  for (const SpanId id : ids) track.end(id, 9);
  EXPECT_EQ(first_values(recorder), (std::vector<std::uint64_t>{0, 1}));
  EXPECT_EQ(recorder.spans()[1].end, 9u);
  EXPECT_EQ(recorder.dropped(), 3u);
  EXPECT_EQ(recorder.complete_until_ps(), 2'000'000u);
}

/// Two blocks that begin spans at one instant, of two clocks: edge 4 of 2 MHz is edge 2 of 1 MHz. What is kept does not depend on who comes first.
TEST(Recorder, OverflowDoesNotDependOnTheOrderWithinAnInstant) {
  for (const bool slow_first : {true, false}) {
    Recorder recorder(2);
    const Track slow(recorder, row(1000)), fast(recorder, row(2000));
    static_cast<void>(slow.begin(0, {10}));
    if (slow_first) static_cast<void>(slow.begin(2, {20}));
    static_cast<void>(fast.begin(4, {21}));
    if (!slow_first) static_cast<void>(slow.begin(2, {20}));
    EXPECT_EQ(first_values(recorder), (std::vector<std::uint64_t>{10}));
    EXPECT_EQ(recorder.dropped(), 2u);
  }
}

TEST(Recorder, ClosingCutsWhatIsOpenInItsClock) {
  Recorder recorder;
  const Track slow(recorder, row(1000)), fast(recorder, row(2000));
  const SpanId done = slow.begin(0, {});
  static_cast<void>(slow.begin(1, {}));
  static_cast<void>(fast.begin(5, {}));
  slow.end(done, 2);
  recorder.close(ClockDomain(1000), 7);
  EXPECT_EQ(recorder.spans()[0].end, 2u);
  EXPECT_FALSE(recorder.spans()[0].cut);
  EXPECT_EQ(recorder.spans()[1].end, 7u);
  EXPECT_TRUE(recorder.spans()[1].cut);
  EXPECT_FALSE(recorder.spans()[2].end.has_value());
}

TEST(Recorder, RefusesEndsThatCannotBe) {
  Recorder recorder;
  const Track track(recorder, row(1000));
  const SpanId span = track.begin(5, {});
  EXPECT_THROW(track.end(SpanId(1), 6), InvariantError);
  EXPECT_THROW(track.end(span, 4), InvariantError);
  track.end(span, 5);
  EXPECT_THROW(track.end(span, 6), InvariantError);
  static_cast<void>(track.begin(8, {}));
  EXPECT_THROW(recorder.close(ClockDomain(1000), 7), InvariantError);
  TrackSpec wide = row(1000);
  wide.values.assign(kMaxValues + 1, "v");
  EXPECT_THROW(static_cast<void>(recorder.add_track(wide)), InvariantError);
}

}  // namespace
}  // namespace ngpcsim::events
