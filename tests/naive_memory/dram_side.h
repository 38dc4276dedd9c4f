#pragma once
#include <cstdint>
#include <vector>

#include "tests/naive_memory/lines.h"
#include "tests/naive_memory/setup.h"
#include "tests/naive_memory/stub_dram.h"

namespace ngpcsim::naive_memory {

/// Section 4: the requests of a slice, from the edge at which they are made to their fill.
class DramSide {
 public:
  explicit DramSide(const MemorySetup& setup) : setup_(setup), dram_(setup.dram) {}

  void ask(bool write, const Run& run, Edge edge);
  /// Requests that have not entered the DRAM, as far as an edge sees.
  [[nodiscard]] std::size_t waiting(Edge edge) const;
  /// The reads whose data the slice sees at an edge, in order of the DRAM's acceptance.
  [[nodiscard]] std::vector<Run> fills(Edge edge);

 private:
  struct Asked {
    bool write = false;
    Run run{};
    Edge waits_until = 0;  ///< the first edge at which it no longer waits
    Edge answered = 0;     ///< the edge at which the slice sees the answer
  };
  [[nodiscard]] Edge seen(std::uint64_t cycle) const { return divide_up(cycle * setup_.clock_khz, setup_.dram.khz) + setup_.sync_cycles; }

  MemorySetup setup_;
  StubDram dram_;
  std::vector<Asked> asked_{};  ///< in order
};

}  // namespace ngpcsim::naive_memory
