#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "models/common/bank_window.h"
#include "models/common/lane_bank.h"
#include "models/nfp/online/blocks.h"

namespace ngpcsim::models::online {

/// What serving one pass of a query costs.
struct PassWork {
  std::uint16_t cycles = 0;  ///< for which the unit is taken, where passes follow each other
  PassAccesses accesses;     ///< where they overlap
};

/// Time of one lane between fork and join, edge by edge (docs/timing.md, 2 to 2.2): what it costs to serve a query is told from outside.
///
/// A term of a recurrence that belongs to an event that is still to come (the join of the query Do before, the issue of the one Dq before) is unknown, and what
/// depends on it lies certainly after the present edge. Front and issue of the queries inside are worked out as soon as their terms are known.
class LaneFlow {
 public:
  /// Passes follow each other. Of the cycles of each the first `busy_per_pass` are busy, those beyond are conflicts.
  LaneFlow(const LaneGeometry& geometry, std::uint32_t passes, std::uint32_t busy_per_pass);
  /// An engine with these banks, at which passes overlap if its window is above 1.
  LaneFlow(const LaneGeometry& geometry, std::uint32_t passes, const BankGeometry& banks);

  [[nodiscard]] bool ready() const { return pushed_ - fronted_ < geometry_.input_depth; }
  [[nodiscard]] bool valid() const { return taken_ < timed_ && at(taken_).free + geometry_.back_latency <= edge_ + 1; }
  /// The next edge. `pushed` holds the work of each pass of the query that comes in, and is empty where none does.
  void clock(std::span<const PassWork> pushed, bool taken);

  [[nodiscard]] LaneEvents events() const { return events_; }
  /// Up to the last edge.
  [[nodiscard]] LaneCount count() const;

  [[nodiscard]] std::uint64_t pushed() const { return pushed_; }
  [[nodiscard]] std::uint64_t issued() const { return issued_; }
  [[nodiscard]] std::uint64_t taken() const { return taken_; }
  /// Passes that the query issued last has begun.
  [[nodiscard]] std::uint32_t passes_begun() const;

  /// Places for what belongs to a query, from its push until it has been taken and the query behind it has issued.
  [[nodiscard]] std::size_t places() const { return queries_.size(); }
  [[nodiscard]] std::size_t place(std::uint64_t query) const { return query & (queries_.size() - 1); }

 private:
  struct Query {
    std::uint64_t push = 0, front = 0, issue = 0, join = 0;
    std::uint64_t head = 0;  ///< edge from which its passes are charged: `issue`, or where passes overlap the end of the query before
    std::uint64_t free = 0;  ///< first edge after its last pass
  };

  [[nodiscard]] Query& at(std::uint64_t query) { return queries_[place(query)]; }
  [[nodiscard]] const Query& at(std::uint64_t query) const { return queries_[place(query)]; }
  using Pass = BankWindow::Pass;
  [[nodiscard]] std::size_t first_pass(std::uint64_t query) const { return place(query) * passes_; }
  [[nodiscard]] std::span<const Pass> timed(std::uint64_t query) const { return std::span(pass_times_).subspan(first_pass(query), passes_); }

  void happen();
  void charge_wait();
  void charge_served();
  void push(std::span<const PassWork> work);
  bool time_front();
  bool time_issue();
  [[nodiscard]] Pass time_pass(std::uint64_t earliest, const PassWork& work);

  LaneGeometry geometry_;
  std::uint32_t passes_, busy_per_pass_;
  std::vector<Query> queries_;        ///< by number, modulo their count, a power of two
  std::vector<PassWork> work_;        ///< of each pass of those
  std::vector<Pass> pass_times_;      ///< the same
  std::optional<BankWindow> window_;  ///< where passes overlap
  std::uint64_t free_ = 0;            ///< of the query timed last
  std::uint64_t edge_ = 0;            ///< the next
  // Queries that came in, whose front and issue are worked out, that have passed them, whose passes are over, and that have left.
  std::uint64_t pushed_ = 0, entered_ = 0, timed_ = 0, fronted_ = 0, issued_ = 0, served_ = 0, taken_ = 0;
  LaneEvents events_;
  LaneCount count_;  ///< waits up to the last issue, and the passes of queries served
};

}  // namespace ngpcsim::models::online
