#include "tests/naive_memory/model_run.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "models/hierarchy/hierarchy.h"
#include "sim/base/error.h"
#include "tests/naive_memory/stub_backing.h"

namespace ngpcsim::naive_memory {
namespace {

using models::MemoryRequest;
using models::hierarchy::Hierarchy;

models::HierarchyParams params_of(const MemorySetup& s) {
  models::HierarchyParams p;
  p.clock_khz = static_cast<std::uint32_t>(s.clock_khz);
  p.sync_cycles = s.sync_cycles;
  p.crossbar = {static_cast<std::uint32_t>(s.port_bytes), s.latency_cycles,
                s.arbitration == Arbitration::kOldest ? models::Arbitration::kOldest : models::Arbitration::kRoundRobin};
  p.l2.slices = s.slices;
  const std::uint64_t bytes = std::uint64_t{s.slices} * s.sets * s.ways * s.line_bytes;
  check(bytes % 1024 == 0, "{} bytes of L2", bytes);
  p.l2.size_kib = bytes / 1024;
  p.l2.ways = s.ways;
  p.l2.line_bytes = static_cast<std::uint32_t>(s.line_bytes);
  p.l2.sector_bytes = static_cast<std::uint32_t>(s.sector_bytes);
  p.l2.interleave_bytes = static_cast<std::uint32_t>(s.interleave_bytes);
  switch (s.policy) {
    case Policy::kLru: p.l2.replacement = models::Replacement::kLru; break;
    case Policy::kPlru: p.l2.replacement = models::Replacement::kPlru; break;
    case Policy::kSrrip: p.l2.replacement = models::Replacement::kSrrip; break;
    case Policy::kRandom: p.l2.replacement = models::Replacement::kRandom; break;
  }
  p.l2.write_policy = s.writes == Writes::kBack ? models::WritePolicy::kWriteBack : models::WritePolicy::kWriteThrough;
  p.l2.prefetch = s.next_line ? models::Prefetch::kNextLine : models::Prefetch::kNone;
  p.l2.slice_bytes = static_cast<std::uint32_t>(s.slice_bytes);
  p.l2.hit_cycles = s.hit_cycles;
  p.l2.mshrs = s.mshrs;
  p.l2.mshr_targets = s.mshr_targets;
  p.l2.input_queue = s.input_queue;
  p.l2.output_queue = s.output_queue;
  p.l2.dram_queue = s.dram_queue;
  const BackgroundSetup& b = s.background;
  p.background = {static_cast<std::uint32_t>(b.period_x1000),
                  static_cast<std::uint32_t>(b.bytes),
                  static_cast<std::uint32_t>(b.port_bytes),
                  b.ports,
                  b.write_percent,
                  b.pattern == Pattern::kRandom ? models::BackgroundPattern::kRandom : models::BackgroundPattern::kSequential,
                  b.footprint_kib};
  return p;
}

MemoryRequest message(const Request& r) {
  const auto access = r.access == Access::kRead    ? models::MemoryAccess::kRead
                      : r.access == Access::kWrite ? models::MemoryAccess::kWrite
                                                   : models::MemoryAccess::kAtomicAdd;
  return {access, r.address, static_cast<std::uint32_t>(r.bytes), SourceId(r.source), r.id};
}

SliceAccount account_of(const models::hierarchy::SliceCounters& c) {
  const auto wait = [&](models::hierarchy::Wait reason) { return c.waits[static_cast<std::size_t>(reason)]; };
  using models::hierarchy::Wait;
  return {.reads = c.reads,
          .writes = c.writes,
          .atomics = c.atomics,
          .hits = c.hits,
          .merges = c.merges,
          .misses = c.misses,
          .allocations = c.allocations,
          .bypasses = c.bypasses,
          .prefetches = c.prefetches,
          .evictions = c.evictions,
          .dirty_evictions = c.dirty_evictions,
          .dram_read_bytes = c.dram_read_bytes,
          .dram_write_bytes = c.dram_write_bytes,
          .busy = c.busy,
          .output_full = wait(Wait::kOutputFull),
          .dram_full = wait(Wait::kDramFull),
          .mshr_targets = wait(Wait::kMshrTargets),
          .mshr_full = wait(Wait::kMshrFull),
          .ways_full = wait(Wait::kWaysFull)};
}

/// Those of one edge by source, from the first to the last or the other way; those of a source stay in order.
std::vector<Request> in_order(std::vector<Request> requests, Offering offering) {
  const bool reversed = offering == Offering::kReversed;
  std::stable_sort(requests.begin(), requests.end(), [&](const Request& a, const Request& b) {
    if (a.visible != b.visible) return a.visible < b.visible;
    return reversed ? a.source > b.source : a.source < b.source;
  });
  return requests;
}

class ModelRun {
 public:
  ModelRun(const MemorySetup& setup, std::vector<Request> requests, Stepping stepping, Offering offering)
      : setup_(setup),
        requests_(std::move(requests)),
        stepping_(stepping),
        at_once_(offering == Offering::kAtOnce),
        hierarchy_(params_of(setup), setup.sources, stubs(setup), ClockDomain(setup.dram.khz)) {}

  Result run() {
    while (answers_.size() < requests_.size() || (step_edge().has_value() && *step_edge() <= end_)) {
      offer_due();
      const std::optional<Edge> edge = step_edge();
      check(edge.has_value() && *edge < kTooLong, "the model does not come to an end");
      hierarchy_.step(*edge);
      next_ = *edge + 1;
      collect();
    }
    hierarchy_.finish(end_);
    std::sort(answers_.begin(), answers_.end());
    Result result{answers_, {}, end_};
    for (unsigned slice = 0; slice < setup_.slices; ++slice) result.slices.push_back(account_of(hierarchy_.counters(slice)));
    return result;
  }

 private:
  static constexpr Edge kTooLong = 1'000'000;

  static std::vector<std::unique_ptr<models::hierarchy::Backing>> stubs(const MemorySetup& setup) {
    std::vector<std::unique_ptr<models::hierarchy::Backing>> result;
    for (unsigned slice = 0; slice < setup.slices; ++slice) result.push_back(std::make_unique<StubBacking>(setup.dram));
    return result;
  }

  /// The next edge to step: the next of all, or the next that the model asks for.
  [[nodiscard]] std::optional<Edge> step_edge() const { return stepping_ == Stepping::kEveryEdge ? std::optional(next_) : hierarchy_.next_edge(); }

  /// Requests that are visible at the next step, and no step passes a request by.
  void offer_due() {
    while (offered_ < requests_.size()) {
      const Request& request = requests_[offered_];
      const std::optional<Edge> edge = step_edge();
      if (!at_once_ && edge && request.visible > *edge) return;
      hierarchy_.offer(message(request), request.visible);
      ++offered_;
    }
  }

  void collect() {
    for (const models::hierarchy::Answered& answered : hierarchy_.answers()) {
      answers_.push_back({answered.source.value(), answered.id, answered.edge});
      end_ = std::max(end_, answered.edge);
    }
    hierarchy_.answers().clear();
  }

  MemorySetup setup_;
  std::vector<Request> requests_;
  Stepping stepping_;
  bool at_once_;
  Hierarchy hierarchy_;
  std::size_t offered_ = 0;
  Edge next_ = 0;  ///< behind the last step
  Edge end_ = 0;
  std::vector<Answer> answers_{};
};

}  // namespace

Result run_model(const MemorySetup& setup, const std::vector<Request>& requests, Stepping stepping, Offering offering) {
  return ModelRun(setup, in_order(requests, offering), stepping, offering).run();
}

}  // namespace ngpcsim::naive_memory
