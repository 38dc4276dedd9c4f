#pragma once
#include <cstdint>
#include <vector>

#include "tests/naive_memory/setup.h"

namespace ngpcsim::naive_memory {

/// Section 5: who goes, in the sets of one slice. Every policy's state is kept, whichever is used.
class Replacement {
 public:
  explicit Replacement(const MemorySetup& setup);

  /// A line is put in.
  void take(unsigned set, unsigned way);
  /// A line that is there is touched again.
  void touch(unsigned set, unsigned way);
  /// Among the ways that may go, of which there is one.
  [[nodiscard]] unsigned victim(unsigned set, const std::vector<bool>& may_go);

 private:
  struct Set {
    std::vector<std::uint64_t> last_touch;
    std::vector<unsigned> reference_value;
    std::vector<bool> points_right;  ///< node n has the children 2n and 2n + 1, the root is 1, way w is node ways + w
  };

  void remember(Set& set, unsigned way);
  [[nodiscard]] unsigned least_recent(const Set& set, const std::vector<bool>& may_go) const;
  [[nodiscard]] unsigned tree_points_at(const Set& set, const std::vector<bool>& may_go) const;
  [[nodiscard]] unsigned longest_reference(Set& set, const std::vector<bool>& may_go) const;
  [[nodiscard]] unsigned drawn(const std::vector<bool>& may_go);

  Policy policy_;
  bool raises_all_, draws_over_all_;  ///< misreadings
  unsigned ways_;
  std::vector<Set> sets_;
  std::uint64_t touches_ = 0;
  std::uint16_t lfsr_ = 1;
};

}  // namespace ngpcsim::naive_memory
