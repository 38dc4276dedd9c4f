#pragma once
#include <cstdint>
#include <vector>

#include "tests/system/slow_chip.h"

namespace ngpcsim {

/// docs/timing.md, section 2, written as it stands there: every edge of every query is kept.
class SlowPipeline {
 public:
  explicit SlowPipeline(const SlowPipelineSetup& setup)
      : s_(setup), lanes_(setup.groups * setup.lanes.size() + (setup.direction ? 1 : 0)), steps_(setup.load_cycles.size()) {}

  /// The next query is offered not before `valid`; `services` are those of the lanes of its group, then of the direction encoder.
  void enter(std::uint64_t valid, const std::vector<std::uint64_t>& services, bool ends_batch);

  [[nodiscard]] const std::vector<std::uint64_t>& accept() const { return accept_; }
  [[nodiscard]] const std::vector<std::uint64_t>& join() const { return join_; }
  [[nodiscard]] const std::vector<std::uint64_t>& pop() const { return pop_; }

  /// By query of the lane.
  struct Lane {
    std::vector<std::uint64_t> front, issue, service;
    std::vector<std::uint64_t> output_full, input_empty;  ///< edges before the issue (2.2)
  };
  /// Group by group, then the direction encoder.
  [[nodiscard]] const std::vector<Lane>& lanes() const { return lanes_; }

 private:
  /// The edge at which query `i` enters the lane, and it goes through.
  std::uint64_t enter_lane(Lane& lane, const SlowLane& p, std::size_t i, std::uint64_t groups, std::uint64_t offer, std::uint64_t service);
  std::uint64_t take_step(std::size_t phase, std::size_t query, std::uint64_t bound);
  void close_tile();

  SlowPipelineSetup s_;
  std::vector<Lane> lanes_;
  std::vector<std::vector<std::uint64_t>> steps_;  ///< by phase, by query
  std::vector<std::uint64_t> accept_, join_, pop_;
  std::size_t tile_first_ = 0;
  std::uint64_t next_step_ = 0;  ///< edge after the last step
  std::uint64_t weights_ = 0;    ///< edge from which the weights of the next phase are there
  bool started_ = false;
};

}  // namespace ngpcsim
