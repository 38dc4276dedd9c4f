#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "models/scheduler/params.h"
#include "sim/base/units.h"

namespace ngpcsim::models {

/// Which NFP gets the next batch, by the places that are free in their queues.
class DispatchChoice {
 public:
  DispatchChoice(const SchedulerParams& params, std::uint32_t nfps) : policy_(params.policy), free_(nfps, params.queue_batches) {}

  /// Takes a place; nothing when the policy finds none.
  [[nodiscard]] std::optional<NfpId> take() {
    const std::optional<NfpId> nfp = policy_ == DispatchPolicy::kRoundRobin ? in_turn() : most_free();
    if (nfp) --free_[nfp->value()];
    return nfp;
  }
  void give_back(NfpId nfp) { ++free_[nfp.value()]; }

 private:
  [[nodiscard]] std::optional<NfpId> in_turn() {
    if (free_[next_] == 0) return std::nullopt;
    const NfpId nfp(next_);
    next_ = next_ + 1 == free_.size() ? 0 : next_ + 1;
    return nfp;
  }
  [[nodiscard]] std::optional<NfpId> most_free() const {
    std::uint32_t best = 0;
    for (std::uint32_t n = 1; n < free_.size(); ++n)
      if (free_[n] > free_[best]) best = n;
    return free_[best] == 0 ? std::nullopt : std::optional(NfpId(best));
  }

  DispatchPolicy policy_;
  std::vector<std::uint32_t> free_;
  std::uint32_t next_ = 0;
};

}  // namespace ngpcsim::models
