#pragma once
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "models/encoding_engine/page_bins.h"
#include "models/encoding_engine/page_geometry.h"
#include "models/encoding_engine/params.h"
#include "models/nfp/page_frames.h"
#include "sim/stats/cycle_account.h"

namespace ngpcsim::models {

/// What the lanes of an NFP have to know of a sweep.
struct SweepGates {
  std::optional<std::uint64_t> sorted{};  ///< edge at which its queries are in the bins
  std::optional<std::uint64_t> room{};    ///< edge from which the buffer of partial sums has places for all of them
};

/// One paged lane of an NFP: its uses of pages, one behind the other (docs/timing.md, 3.2). It knows neither bins nor memory; edges are told to it.
class PagedLane {
 public:
  PagedLane(const PagedLaneGeometry& geometry, std::uint32_t frames, PageOrder order, std::uint32_t beats)
      : geometry_(geometry), order_(order), beats_(beats), frames_(frames, geometry.pages.size()), frame_ends_(frames) {}

  /// The pages of the next sweep, ascending.
  void add_sweep(std::span<const PageWork> works);

  struct Ask {
    std::uint64_t edge = 0;
    std::uint32_t page = 0;
    std::uint64_t use = 0;
  };
  /// The next ask whose edge is known; each once. `sweeps` are those from number `first_sweep` on.
  [[nodiscard]] std::optional<Ask> take_ask(std::uint64_t first_sweep, const std::deque<SweepGates>& sweeps);
  void loaded(std::uint64_t use, std::uint64_t edge);

  struct End {
    std::uint64_t edge = 0, sweep = 0;
    bool ends_sweep = false;
  };
  /// The next use ends, if it is known when.
  std::optional<End> end_use(std::uint64_t first_sweep, const std::deque<SweepGates>& sweeps);

  [[nodiscard]] std::uint32_t lane() const { return geometry_.lane; }
  [[nodiscard]] const TablePage& page(std::uint32_t number) const { return geometry_.pages[number]; }
  [[nodiscard]] std::uint64_t uses() const { return first_use_ + uses_.size(); }
  [[nodiscard]] std::uint64_t hits() const { return hits_; }
  [[nodiscard]] std::uint64_t loading() const { return loading_; }
  [[nodiscard]] std::uint64_t last_end() const { return last_end_; }
  /// From the beginning of the first use to the end of the last.
  [[nodiscard]] std::uint64_t active_cycles() const { return first_begin_ ? last_end_ - *first_begin_ : 0; }
  /// Of a run of `length` edges.
  [[nodiscard]] stats::CycleAccount account(std::uint64_t length) const;

 private:
  struct Use {
    PageWork work;
    std::uint64_t sweep = 0;
    PageFrames::Place place{};
    bool ends_sweep = false;
    std::optional<std::uint64_t> loaded{};
  };
  void put_in_order(std::vector<PageWork>& works) const;
  [[nodiscard]] std::optional<std::uint64_t> begin_of(const Use& use, const SweepGates& sweep) const;
  void account_wait(const SweepGates& sweep, std::uint64_t begin);

  const PagedLaneGeometry& geometry_;
  PageOrder order_;
  std::uint32_t beats_;
  PageFrames frames_;
  std::deque<Use> uses_;           ///< that have not ended
  std::uint64_t first_use_ = 0;    ///< number of the front
  std::uint64_t next_ask_ = 0;     ///< use
  std::uint64_t sweeps_ = 0, hits_ = 0, loading_ = 0;
  std::uint64_t last_ask_ = 0, last_end_ = 0;
  std::optional<std::uint64_t> first_begin_;
  std::vector<std::uint64_t> frame_ends_;  ///< by frame: end of its last use that has ended
  stats::CycleAccount account_;
};

}  // namespace ngpcsim::models
