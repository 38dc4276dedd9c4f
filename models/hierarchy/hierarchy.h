#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "models/common/messages.h"
#include "models/hierarchy/backing.h"
#include "models/hierarchy/counters.h"
#include "models/hierarchy/params.h"
#include "sim/base/clock_domain.h"

namespace ngpcsim::models::hierarchy {

/// A request that has been answered, and when.
struct Answered {
  SourceId source;
  std::uint64_t id = 0;      ///< the source's own
  std::uint64_t edge = 0;
  std::uint64_t number = 0;  ///< of its source's requests, counted from 0 in the order in which they were offered
};

/// Crossbar, slices and what stands behind them, edge by edge (docs/memory.md). Knows no SystemC: somebody offers requests and steps it at the edges at which
/// something happens.
class Hierarchy {
 public:
  /// `sources`: those that offer requests; the background has ports of its own. `backings`: one per slice, all of the clock `dram_clock`.
  Hierarchy(const HierarchyParams& params, std::uint32_t sources, std::vector<std::unique_ptr<Backing>> backings, ClockDomain dram_clock);
  ~Hierarchy();
  Hierarchy(const Hierarchy&) = delete;
  Hierarchy& operator=(const Hierarchy&) = delete;

  /// A request that is visible at `edge`, behind all steps so far; those of one source come in their order.
  void offer(const MemoryRequest& request, std::uint64_t edge);
  /// The first edge behind the last step at which something may happen; none while nothing is there. May be early, never late.
  [[nodiscard]] std::optional<std::uint64_t> next_edge() const;
  /// Everything of `edge`. Edges grow from call to call, and none that next_edge named is left out.
  void step(std::uint64_t edge);
  /// The step of every edge up to `edge` that next_edge names.
  void settle(std::uint64_t edge);
  /// An edge before which nothing is answered but what is in `answers`; none while nothing is there. Requests that are yet to be offered aside.
  [[nodiscard]] std::optional<std::uint64_t> next_answer() const;
  /// Requests answered since the last look; the caller empties it. Edges may lie ahead of the last step, by what an answer needs from slice to port.
  [[nodiscard]] std::vector<Answered>& answers();

  /// The run ends behind `end`, or the last step where that is later; which is returned. Throws InvariantError where a request was lost, unless it was
  /// interrupted, or a sum does not close.
  std::uint64_t finish(std::uint64_t end, bool interrupted = false);
  [[nodiscard]] const SliceCounters& counters(std::uint32_t slice) const;
  [[nodiscard]] Backing& backing(std::uint32_t slice);

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace ngpcsim::models::hierarchy
