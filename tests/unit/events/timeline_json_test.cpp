// The text of timeline.json for spans that a reader can place by hand.
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/app/timeline.h"
#include "sim/base/error.h"
#include "tests/unit/events/trace_rules.h"

namespace ngpcsim::app {
namespace {

using events::Overlap;
using events::Recorder;
using events::Track;
using trace_rules::broken;
using testing::HasSubstr;
using testing::IsEmpty;

Track kernels(Recorder& recorder) {
  return {recorder, {.process = "GPU", .thread = "kernels", .span = "kernel", .overlap = Overlap::kNever, .clock = ClockDomain(1500000), .values = {"place"}, .counter = {}}};
}
Track batches(Recorder& recorder) {
  return {recorder, {.process = "NFP", .thread = "batches", .span = "batch", .overlap = Overlap::kAllowed, .clock = ClockDomain(1000), .values = {}, .counter = "batches in flight"}};
}

TEST(ExactUs, KeepsEveryPicosecond) {
  EXPECT_EQ(exact_us(0), "0.000000");
  EXPECT_EQ(exact_us(1), "0.000001");
  EXPECT_EQ(exact_us(12'000'345), "12.000345");
  EXPECT_EQ(exact_us(18'446'744'073'709'551'615u), "18446744073709.551615");
}

/// 1.5 GHz: edge 1 lies at 666.67 ps and edge 4 at 2666.67 ps, both rounded up.
TEST(TimelineJson, SequentialSpansAreWholeEvents) {
  Recorder recorder;
  const Track track = kernels(recorder);
  track.end(track.begin(1, {3}), 4);
  track.end(track.begin(4, {0}), 6);
  const std::string text = timeline_json(recorder, {{"chip", "a \"b\""}});
  EXPECT_THAT(broken(text), IsEmpty());
  EXPECT_THAT(text, HasSubstr(R"("pid":1,"tid":1,"ts":0.000667,"dur":0.002000,"args":{"begin_edge":1,"end_edge":4,"place":3})"));
  EXPECT_THAT(text, HasSubstr(R"("ts":0.002667,"dur":0.001333)"));
  const Json json = Json::parse(text);
  EXPECT_EQ(json.at("otherData").at("chip"), "a \"b\"");
  EXPECT_EQ(json.at("otherData").at("records"), 2);
  EXPECT_EQ(json.at("otherData").at("dropped_records"), 0);
  EXPECT_TRUE(json.at("otherData").at("complete_until_us").is_null());
}

/// Open batches at the edges 0 1 2 3 5 of 1 MHz: 1, 2, 2 (one ends, one begins), 1, 0. The counter is also written at edge 2.
TEST(TimelineJson, OverlappingSpansHaveLanesAndAreCounted) {
  Recorder recorder;
  const Track track = batches(recorder);
  const auto a = track.begin(0, {}), b = track.begin(1, {});
  track.end(a, 2);
  const auto c = track.begin(2, {});
  track.end(c, 3);
  track.end(b, 5);
  const std::string text = timeline_json(recorder, Json::object());
  EXPECT_THAT(broken(text), IsEmpty());
  std::vector<std::pair<std::string, int>> counts;
  for (const Json& event : trace_rules::events(text, "C", "batches in flight"))
    counts.emplace_back(event.at("ts").get<std::string>(), event.at("args").at("open").get<int>());
  EXPECT_EQ(counts, (std::vector<std::pair<std::string, int>>{{"0.000000", 1}, {"1.000000", 2}, {"2.000000", 2}, {"3.000000", 1}, {"5.000000", 0}}));
  std::vector<int> threads;
  for (const Json& event : trace_rules::events(text, "X", "batch")) threads.push_back(event.at("tid").get<int>());
  EXPECT_EQ(threads, (std::vector<int>{1, 2, 1})) << "the third takes the lane that the first left";
}

TEST(TimelineJson, CutAndEmptySpansKeepTheRules) {
  Recorder recorder;
  const Track track = batches(recorder);
  track.end(track.begin(4, {}), 4);
  static_cast<void>(track.begin(4, {}));
  recorder.close(ClockDomain(1000), 4);
  const std::string text = timeline_json(recorder, Json::object());
  EXPECT_THAT(broken(text), IsEmpty());
  EXPECT_THAT(text, HasSubstr(R"("cut":true)"));
}

TEST(TimelineJson, DoesNotDependOnTheOrderWithinAnInstant) {
  std::string texts[2];
  for (const bool first : {false, true}) {
    Recorder recorder;
    const Track k = kernels(recorder), b = batches(recorder);
    events::SpanId kernel, batch;
    if (first) kernel = k.begin(0, {1});
    batch = b.begin(0, {});
    if (!first) kernel = k.begin(0, {1});
    k.end(kernel, 10);
    b.end(batch, 1);
    texts[first ? 1 : 0] = timeline_json(recorder, Json::object());
  }
  EXPECT_EQ(texts[0], texts[1]);
}

TEST(TimelineJson, SaysWhatWasDropped) {
  Recorder recorder(2);
  const Track track = batches(recorder);
  for (std::uint64_t n = 0; n < 5; ++n) track.end(track.begin(n, {}), n + 1);
  const Json about = Json::parse(timeline_json(recorder, Json::object())).at("otherData");
  EXPECT_EQ(about.at("records"), 2);
  EXPECT_EQ(about.at("dropped_records"), 3);
  EXPECT_EQ(about.at("complete_until_us"), "2.000000");
  EXPECT_THAT(timeline_warning(recorder), testing::AllOf(HasSubstr("before 2.000000 us"), HasSubstr("2 records"), HasSubstr("3 later"), HasSubstr("--timeline-limit 2")));
}

TEST(TimelineJson, NothingDroppedNoWarning) { EXPECT_EQ(timeline_warning(Recorder()), ""); }

TEST(TimelineJson, AnOpenSpanIsAFault) {
  Recorder recorder;
  static_cast<void>(kernels(recorder).begin(1, {}));
  EXPECT_THROW(static_cast<void>(timeline_json(recorder, Json::object())), InvariantError);
}

/// The rules themselves see each kind of fault.
TEST(TraceRules, SeeFaults) {
  const std::string names = R"({"ph":"M","pid":1,"tid":0,"name":"process_name"},{"ph":"M","pid":1,"tid":1,"name":"thread_name"},)";
  const auto trace = [&](const std::string& events) { return R"({"traceEvents":[)" + names + events + "]}"; };
  const std::string a = R"({"ph":"X","pid":1,"tid":1,"name":"k","ts":1.000000,"dur":2.000000})";
  const auto arrow = [](const char* phase, const char* ts, int id) { return fmt::format(R"({{"ph":"{}","bp":"e","cat":"launch","id":{},"pid":1,"tid":1,"name":"l","ts":{}}})", phase, id, ts); };
  EXPECT_THAT(broken(trace(a)), IsEmpty());
  EXPECT_THAT(broken(trace(a + R"(,{"ph":"X","pid":1,"tid":1,"name":"k","ts":2.999999,"dur":1.000000})")), testing::SizeIs(1));
  EXPECT_THAT(broken(trace(R"({"ph":"X","pid":1,"tid":2,"name":"k","ts":1.000000,"dur":2.000000})")), testing::SizeIs(1));
  EXPECT_THAT(broken(trace(R"({"ph":"X","pid":1,"tid":1,"name":"k","ts":1.5,"dur":2.000000})")), testing::SizeIs(testing::Ge(1u)));
  EXPECT_THAT(broken(trace(a + "," + arrow("s", "1.000000", 1) + "," + arrow("f", "2.000000", 1))), IsEmpty());
  EXPECT_THAT(broken(trace(a + "," + arrow("s", "1.000000", 1))), testing::SizeIs(1));
  EXPECT_THAT(broken(trace(a + "," + arrow("f", "1.000000", 1))), testing::SizeIs(1));
  EXPECT_THAT(broken(trace(a + "," + arrow("s", "1.000000", 1) + "," + arrow("f", "3.000001", 1))), testing::SizeIs(1));
}

}  // namespace
}  // namespace ngpcsim::app
