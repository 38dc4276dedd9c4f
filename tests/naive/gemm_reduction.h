#pragma once
#include <cstdint>
#include <deque>
#include <optional>

#include "tests/naive/gemm_queue.h"
#include "tests/naive/gemm_setup.h"

namespace ngpcsim::naive {

/// A share of a reduction on one array (docs/gemm.md, section 5), edge by edge: sums of several parts are added, a unit of `cols` outputs at a time.
class GemmNaiveReduction {
 public:
  GemmNaiveReduction(const GemmArraySetup& setup, const GemmJob& job);

  /// The oldest request is answered, visible at the edge that is ticked next.
  void answer();
  /// One edge, unless it is done.
  std::optional<GemmRequest> tick(std::uint64_t edge, GemmNaiveAccount& account);
  /// After answer(), before the edge is ticked.
  [[nodiscard]] bool done() const;
  [[nodiscard]] std::uint64_t active() const { return last_ - *first_ + 1; }

 private:
  [[nodiscard]] std::uint64_t cols() const;
  [[nodiscard]] std::optional<GemmRequest> choose_request();

  GemmArraySetup s_;
  GemmJob job_;
  GemmOperandQueue sums_;
  std::uint64_t unit_ = 0, addend_ = 0, taken_ = 0;  ///< of the next step; bytes
  std::uint64_t reserved_ = 0, given_ = 0, written_ = 0, acknowledged_ = 0, acknowledged_before_ = 0;
  std::deque<GemmRequest> asked_;
  std::optional<std::uint64_t> first_;
  std::uint64_t last_ = 0;
};

}  // namespace ngpcsim::naive
