#pragma once
#include <cstdint>
#include <functional>

namespace ngpcsim::models {

/// How far a run is, for whoever shows it.
struct RunProgress {
  std::uint64_t frame = 0, frames = 0;
  std::uint64_t pixels_done = 0, pixels = 0;  ///< of all frames; the total is an estimate from the frames seen so far
  std::uint64_t queries_done = 0;
};

struct RunHooks {
  /// Called after every host kernel; answers false to interrupt the run. May be empty.
  std::function<bool(const RunProgress&)> progress;
};

}  // namespace ngpcsim::models
