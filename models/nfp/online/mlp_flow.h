#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "models/mlp_engine/geometry.h"
#include "models/mlp_engine/mlp_timing.h"
#include "models/nfp/online/blocks.h"

namespace ngpcsim::models::online {

/// Time of feature buffer, array and output queue, edge by edge (docs/timing.md, 2.3): step after step, each worked out once all of its terms have happened.
/// Unknown until then: the queries that a step of the first phase waits for, and the pop that makes room for the outputs of one of the last.
class MlpFlow {
 public:
  MlpFlow(const MlpGeometry& geometry, std::uint32_t feature_buffer);

  [[nodiscard]] bool ready() const { return joined_ - read_ < waiting_.size(); }
  [[nodiscard]] bool valid() const { return popped_ < produced_ && ready_at_[popped_ % ready_at_.size()] <= edge_; }
  void clock(bool joined, bool last_of_batch, bool taken);

  [[nodiscard]] StepEvent events() const { return event_; }
  /// Of the step of the last edge.
  [[nodiscard]] std::uint32_t queries_of_step() const { return event_queries_; }
  [[nodiscard]] std::uint64_t joined() const { return joined_; }
  [[nodiscard]] std::uint64_t popped() const { return popped_; }
  /// Up to the last edge.
  [[nodiscard]] MlpAccount account() const;
  /// Of the loads begun, hidden or not.
  [[nodiscard]] std::uint64_t load_cycles() const { return load_cycles_; }

 private:
  struct Waiting {
    std::uint64_t join = 0;
    bool last_of_batch = false;
  };
  /// The next step: its queries, and the edges before which it cannot be, by reason.
  struct Plan {
    std::uint32_t queries = 0;
    bool closes_tile = false;  ///< in the first phase
    std::uint64_t credit = 0, weights = 0, dependency = 0, input = 0;
    std::uint64_t edge = 0;
  };

  [[nodiscard]] bool is_last(std::size_t phase) const { return phase + 1 == g_.phases.size(); }
  [[nodiscard]] std::optional<Plan> plan() const;
  [[nodiscard]] bool gather(Plan& plan) const;
  [[nodiscard]] bool find_room(Plan& plan) const;
  void step(const Plan& plan);
  void load_weights(bool first, bool last);

  MlpGeometry g_;
  std::uint64_t edge_ = 0;              ///< the next
  std::vector<Waiting> waiting_;        ///< the feature buffer
  std::uint64_t joined_ = 0, read_ = 0; ///< queries that came in, and that a step of the first phase has read
  std::optional<Plan> plan_;
  std::uint32_t phase_ = 0;
  std::uint32_t first_ = 0;             ///< of the tile's queries, with which the next step begins
  std::uint32_t filled_ = 0;            ///< queries of the tile, once it is closed
  std::vector<std::uint64_t> step_of_;  ///< step of each query of the tile in the phase before
  std::uint64_t weights_;               ///< edge from which the next phase's weights are usable
  std::uint64_t load_cycles_;
  std::vector<std::uint64_t> ready_at_, popped_at_;  ///< of the last outputs, one for each place of the output queue
  std::uint64_t produced_ = 0, popped_ = 0;
  StepEvent event_;
  std::uint32_t event_queries_ = 0;
  MlpAccount account_;                  ///< up to the last step
  std::uint64_t free_ = 0;              ///< edge after it
};

}  // namespace ngpcsim::models::online
