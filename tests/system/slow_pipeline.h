#pragma once
#include <cstdint>
#include <vector>

#include "tests/system/slow_chip.h"

namespace ngpcsim {

/// docs/timing.md, section 2, written as it stands there: every edge of every query is kept.
class SlowPipeline {
 public:
  explicit SlowPipeline(const SlowPipelineSetup& setup) : s_(setup), lanes_(setup.lanes.size()), steps_(setup.load_cycles.size()) {}

  /// The next query is offered not before `valid`.
  void enter(std::uint64_t valid, const std::vector<std::uint64_t>& services, bool ends_batch);

  [[nodiscard]] const std::vector<std::uint64_t>& accept() const { return accept_; }
  [[nodiscard]] const std::vector<std::uint64_t>& join() const { return join_; }
  [[nodiscard]] const std::vector<std::uint64_t>& pop() const { return pop_; }

 private:
  struct Lane {
    std::vector<std::uint64_t> front, issue, service;
  };
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
