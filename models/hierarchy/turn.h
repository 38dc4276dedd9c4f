#pragma once
#include <cstdint>
#include <utility>

#include "models/hierarchy/params.h"

namespace ngpcsim::models::hierarchy {

/// Who goes first: a resource that takes one of several each edge (docs/memory.md, 2).
class Turn {
 public:
  Turn(Arbitration arbitration, std::uint32_t askers) : arbitration_(arbitration), askers_(askers), last_(askers - 1) {}

  /// Somebody asks at this edge; `since` is the edge from which on.
  void ask(std::uint32_t asker, std::uint64_t since) {
    const std::pair<std::uint64_t, std::uint32_t> key{arbitration_ == Arbitration::kOldest ? since : (asker + askers_ - last_ - 1) % askers_, asker};
    if (!any_ || key < best_) best_ = key;
    any_ = true;
  }
  [[nodiscard]] bool any() const { return any_; }
  /// Who won. Nobody asks any more.
  std::uint32_t grant() {
    any_ = false;
    return last_ = best_.second;
  }

 private:
  Arbitration arbitration_;
  std::uint32_t askers_, last_;
  std::pair<std::uint64_t, std::uint32_t> best_{};
  bool any_ = false;
};

}  // namespace ngpcsim::models::hierarchy
