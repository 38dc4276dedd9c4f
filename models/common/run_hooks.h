#pragma once
#include <cstdint>
#include <functional>

#include "models/common/messages.h"
#include "sim/events/sink.h"
#include "workloads/stream/query_stream.h"

namespace ngpcsim::models {

/// How far a run is, for whoever shows it.
struct RunProgress {
  std::uint64_t frame = 0, frames = 0;
  std::uint64_t pixels_done = 0, pixels = 0;  ///< of all frames; the total is an estimate from the frames seen so far
  std::uint64_t queries_done = 0;
};

struct RunHooks {
  /// Called after every host kernel; answers false to interrupt the run. May be empty.
  std::function<bool(const RunProgress&)> progress{};
  /// Called with the queries of every round, in the order in which the host makes them: a functional run computes its values here, beside the same
  /// timing. May be empty.
  std::function<void(const stream::Queries&, const stream::Directions&)> round{};
  /// Told of every request that the memory takes, in that order. May be empty.
  MemoryObserver request{};
  /// Told of kernels, launches, batches and loads of tables (models/chip/timeline_tracks.h). May be null.
  events::Sink* timeline = nullptr;
};

}  // namespace ngpcsim::models
