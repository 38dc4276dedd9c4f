#pragma once
#include <cstdint>
#include <vector>

#include "workloads/stream/query_stream.h"

namespace ngpcsim::app {

/// Whole launches out of those of a run, evenly spread over it: every s-th, with s doubled (and every other launch that was kept dropped) whenever more than
/// twice `queries` are held. So between once and twice as many are kept where the run has them, whatever its length, and which ones depends on nothing else.
class LaunchSample {
 public:
  explicit LaunchSample(std::uint64_t queries) : wanted_(queries) {}

  struct Launch {
    std::vector<float> x, y, z;
  };

  void add(const stream::Queries& queries);

  [[nodiscard]] const std::vector<Launch>& launches() const { return kept_; }
  [[nodiscard]] std::uint64_t queries() const { return held_; }

 private:
  void thin();

  std::uint64_t wanted_;
  std::uint64_t seen_ = 0, stride_ = 1, held_ = 0;
  std::vector<Launch> kept_;  ///< launches 0, stride, 2 stride, ...
};

}  // namespace ngpcsim::app
