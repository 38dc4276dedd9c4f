#pragma once
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "tests/naive/gemm_folds.h"

namespace ngpcsim::naive {

/// The queue of one operand in front of the array, with the requests that fill it. It holds bytes by their addresses.
class GemmOperandQueue {
 public:
  /// `blocks`: what is fetched, in order.
  GemmOperandQueue(std::uint64_t capacity, std::uint64_t request, const std::vector<GemmBlock>& blocks);

  /// The next request, if there is room for it as the last edge left the queue.
  [[nodiscard]] std::optional<GemmBlock> request() const;
  void sent();
  /// The oldest request is answered: its bytes are there at once.
  void answered();
  /// Whether the bytes at `addresses`, `size` each, are the next ones and there.
  [[nodiscard]] bool has(const std::vector<std::uint64_t>& addresses, std::uint64_t size) const;
  void take(std::uint64_t bytes) { taking_ += bytes; }
  /// The clock: what was taken makes room.
  void commit();
  [[nodiscard]] bool used_up() const { return waiting_.empty() && asked_.empty() && bytes_.empty(); }

 private:
  std::uint64_t capacity_;
  std::deque<GemmBlock> waiting_, asked_;
  std::deque<std::uint64_t> bytes_;   ///< addresses of what is there
  std::uint64_t reserved_ = 0, taking_ = 0;
};

}  // namespace ngpcsim::naive
