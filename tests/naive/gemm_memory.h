#pragma once
#include <cstdint>
#include <deque>
#include <vector>

namespace ngpcsim::naive {

/// The memory `ideal` of docs/timing.md, section 3, on every edge: a bus that moves bytes in order of acceptance, and a number of places between acceptance and
/// answer. Requests carry a number of the caller's.
class GemmMemory {
 public:
  GemmMemory(std::uint64_t bytes_per_cycle, std::uint64_t latency, std::uint64_t outstanding)
      : bytes_per_cycle_(bytes_per_cycle), latency_(latency), outstanding_(outstanding) {}

  /// A request that is visible at the edge that is ticked next; those of one edge in their order.
  void request(std::uint64_t bytes, std::uint64_t number) { waiting_.push_back({bytes, number}); }
  struct Answer {
    std::uint64_t edge, number;
  };
  /// One edge. The answers whose edge of sending it settles.
  std::vector<Answer> tick(std::uint64_t edge);
  [[nodiscard]] std::uint64_t busy() const { return busy_; }

 private:
  struct Request {
    std::uint64_t bytes, number;
  };
  std::uint64_t bytes_per_cycle_, latency_, outstanding_;
  std::deque<Request> waiting_, bus_;
  std::deque<std::uint64_t> answered_;  ///< edges of answers whose places are not free yet
  std::uint64_t busy_ = 0;
};

}  // namespace ngpcsim::naive
