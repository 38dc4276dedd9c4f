#pragma once
#include <array>
#include <string>

#include "models/hierarchy/params.h"
#include "models/memory/params.h"
#include "sim/config/describe.h"

namespace ngpcsim::models {

enum class MemoryKind { kIdeal, kHierarchy };
inline constexpr std::array<config::Choice<MemoryKind>, 2> kMemoryKinds{{{MemoryKind::kIdeal, "ideal"}, {MemoryKind::kHierarchy, "hierarchy"}}};

/// The memory of a chip. Clock, crossings and the loader's requests are those of either kind; bandwidth and latency are those of `ideal`, the groups those of
/// `hierarchy` (docs/memory.md).
struct MemoryParams : IdealMemoryParams {
  MemoryKind kind = MemoryKind::kIdeal;
  std::string dram = "gddr6x";
  CrossbarParams crossbar;
  L2Params l2;
  BackgroundParams background;

  [[nodiscard]] HierarchyParams hierarchy() const {
    return {.clock_khz = clock_khz, .sync_cycles = sync_cycles, .crossbar = crossbar, .l2 = l2, .background = background};
  }

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.choice("kind", p.kind, kMemoryKinds, {.unit = "", .meaning = "ideal: bandwidth and latency; hierarchy: crossbar, L2 and DRAM", .source = "our choice: the upper bound of any memory"});
    IdealMemoryParams::describe(p, v);
    v.text("dram", p.dram, {.unit = "", .meaning = "device of memory `hierarchy`: a file of configs/dram, or a path", .source = "(P) RTX 3090: GDDR6X"});
    v.group("crossbar", p.crossbar, "between the sources and the L2 of memory `hierarchy`");
    v.group("l2", p.l2, "last-level cache of memory `hierarchy`");
    v.group("background", p.background, "the GPU's own traffic through memory `hierarchy`");
  }
};

}  // namespace ngpcsim::models
