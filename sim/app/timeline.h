#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "sim/app/json.h"
#include "sim/events/recorder.h"

namespace ngpcsim::app {

/// Picoseconds as microseconds in decimal, exactly: "12.000345".
[[nodiscard]] std::string exact_us(std::uint64_t picoseconds);

/// Values of a counter at one time, from then on.
struct TimelineSample {
  std::uint64_t ps = 0;
  std::string counter;
  Json values;  ///< an object of numbers
};

/// Text of timeline.json, in the Trace Event Format (JSON object form) that chrome://tracing and Perfetto open. Processes and threads have
/// names; spans are events "X", those that overlap on lanes, a thread each; arrows "s" and "f" go from a launch to its batches; counters are events "C" of a process
/// named `totals`. Times are those of edges, in microseconds with all six decimals. Events come in the order of time, at one time ends before
/// beginnings and counters last. Whatever the order of recording within an instant, the text is the same.
/// `samples`, in the order of time, are further counters.
/// All spans have ended (Recorder::close). `about` goes into `otherData`, beside what was dropped.
[[nodiscard]] std::string timeline_json(const events::Recorder& recorder, Json about, const std::vector<TimelineSample>& samples = {});

/// What a person must know of a timeline that is not whole: a sentence; empty when nothing was dropped.
[[nodiscard]] std::string timeline_warning(const events::Recorder& recorder);

}  // namespace ngpcsim::app
