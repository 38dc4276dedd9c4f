#include "tests/unit/models/slow_memory.h"

#include <algorithm>
#include <deque>
#include <limits>

namespace ngpcsim {

SlowMemoryRun run_slow_memory(const std::vector<SlowRequest>& requests, std::uint32_t bytes_per_cycle, std::uint32_t latency, std::uint32_t outstanding) {
  constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
  struct Moving {
    std::size_t request;
    std::uint32_t bytes_left;
  };
  SlowMemoryRun run{.done = std::vector<std::uint64_t>(requests.size(), kNever)};
  std::deque<Moving> bus;
  std::size_t accepted = 0, answered = 0;
  for (std::uint64_t cycle = 0; answered < requests.size(); ++cycle) {
    // A place freed by an answer of this cycle is usable in the next one.
    const auto held = static_cast<std::size_t>(
        std::count_if(run.done.begin(), run.done.begin() + static_cast<std::ptrdiff_t>(accepted), [&](std::uint64_t done) { return done >= cycle; }));
    for (std::size_t places = outstanding - held; places > 0 && accepted < requests.size() && requests[accepted].edge <= cycle; --places, ++accepted)
      bus.push_back({accepted, requests[accepted].bytes});
    bool moved = false;
    for (std::uint32_t byte = 0; byte < bytes_per_cycle && !bus.empty(); ++byte) {
      moved = true;
      if (--bus.front().bytes_left > 0) continue;
      run.done[bus.front().request] = cycle + 1 + latency;
      bus.pop_front();
      ++answered;
    }
    run.busy_cycles += moved ? 1 : 0;
  }
  return run;
}

}  // namespace ngpcsim
