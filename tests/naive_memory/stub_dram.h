#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>

#include "sim/base/rng.h"
#include "tests/naive_memory/setup.h"

namespace ngpcsim::naive_memory {

/// When the memory behind a slice takes a request and answers it, in cycles of its own: what the slow reading and the model are both given.
class StubDram {
 public:
  explicit StubDram(const DramSetup& setup) : setup_(setup) {}

  /// Of a request that arrives at `cycle`, and nothing changes.
  [[nodiscard]] std::uint64_t acceptance(std::uint64_t cycle) const { return last_ ? std::max(cycle, *last_ + setup_.gap) : cycle; }
  std::uint64_t accept(std::uint64_t cycle) {
    last_ = acceptance(cycle);
    return *last_;
  }
  /// From acceptance to answer; addresses differ, so answers overtake each other.
  [[nodiscard]] std::uint64_t latency(std::uint64_t address) const { return setup_.shortest + mix64(address + 1) % setup_.spread; }

 private:
  DramSetup setup_;
  std::optional<std::uint64_t> last_{};
};

}  // namespace ngpcsim::naive_memory
