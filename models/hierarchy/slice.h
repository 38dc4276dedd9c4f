#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "models/hierarchy/cache_array.h"
#include "models/hierarchy/counters.h"
#include "models/hierarchy/dram_side.h"
#include "models/hierarchy/params.h"
#include "models/hierarchy/pieces.h"

namespace ngpcsim::models::hierarchy {

/// A piece that is through with the cache and waits to leave its slice.
struct Finished {
  std::uint64_t edge = 0;
  Piece piece;
};

/// A slice of the L2 and its way to DRAM, edge by edge (docs/memory.md, 3 and 4). Between edges at which something is visible to it, nothing changes, and it need
/// not be asked.
class Slice {
 public:
  Slice(const HierarchyParams& params, DramSide dram);

  // Pieces in.
  [[nodiscard]] bool has_room() const { return input_.size() < params_.input_queue; }
  /// A piece that was granted; it carries the edge at which it is visible.
  void send(const Piece& piece) { input_.push_back(piece); }

  // Edges.
  /// The first edge at which `fill` or `look_up` may do something, as things stand.
  [[nodiscard]] std::uint64_t next_edge() { return std::min(dram_.next_edge(), look_up_edge()); }
  /// What comes from DRAM at `edge`.
  void fill(std::uint64_t edge);
  /// The look-up of `edge`. True when a piece left the input queue.
  bool look_up(std::uint64_t edge);

  /// Behind `look_up` of `edge`, where no piece came since: the DRAM runs on as far as no request of this slice can reach it.
  void run_ahead(std::uint64_t edge);

  // Pieces out, the head of the output queue first.
  [[nodiscard]] const Finished* head() const { return output_.empty() ? nullptr : &output_.front(); }
  /// The edge from which on the head may leave.
  [[nodiscard]] std::uint64_t leaves_from() const { return std::max(output_.front().edge, output_free_); }
  /// The head leaves at `edge`.
  void leave(std::uint64_t edge);

  /// The account up to `end`, that edge included.
  void finish(std::uint64_t end);
  [[nodiscard]] const SliceCounters& counters() const { return counters_; }
  [[nodiscard]] Backing& backing() { return dram_.backing(); }

 private:
  /// A piece that waits for its line.
  struct Target {
    Piece piece;
    std::uint32_t need = 0;
  };
  struct Mshr {
    CacheArray::Way way = 0;
    std::uint32_t on_the_way = 0;  ///< sectors
    std::vector<Target> targets;
  };
  /// What a look-up would do.
  struct Plan {
    std::uint64_t line = 0;
    std::uint32_t touched = 0, covered = 0, need = 0, missing = 0;
    std::optional<CacheArray::Way> way;
    bool allocates = false;
  };
  struct Read {
    std::uint32_t mshr = 0, sectors = 0;
  };

  [[nodiscard]] std::uint64_t look_up_edge() const;
  [[nodiscard]] Plan plan_of(const Piece& piece) const;
  [[nodiscard]] std::optional<Wait> waits_for(const Plan& plan) const;
  void wait(Wait reason, std::uint64_t edge);
  void end_wait(std::uint64_t edge);

  void do_look_up(const Piece& piece, const Plan& plan, std::uint64_t edge);
  void write_through(const Piece& piece, const Plan& plan, std::uint64_t edge);
  CacheArray::Way take_line(std::uint64_t line, std::uint64_t edge);
  void evict(const Line& line, std::uint64_t edge);
  Mshr& mshr_of(CacheArray::Way way);
  void read_sectors(Mshr& mshr, std::uint32_t sectors, std::uint64_t edge);
  void prefetch(std::uint64_t line, std::uint64_t edge);
  void finish_targets(Mshr& mshr, std::uint64_t edge);
  void ask(bool write, std::uint64_t address, std::uint32_t bytes, std::uint64_t edge);
  void write_runs(std::uint64_t line, std::uint32_t sectors, std::uint64_t edge);

  L2Params params_;
  std::uint64_t crossbar_cycles_;
  SectorMath sectors_;
  DramSide dram_;
  CacheArray array_;
  SliceCounters counters_;

  std::deque<Piece> input_;
  std::uint64_t free_at_ = 0;  ///< for the next look-up
  std::optional<Wait> waiting_;
  std::uint64_t waiting_since_ = 0;
  bool retry_ = false;  ///< something changed for the look-up that waits
  std::uint64_t retry_edge_ = 0;

  std::vector<Mshr> mshrs_;
  std::vector<std::uint32_t> free_mshrs_;
  std::deque<std::optional<Read>> reads_;  ///< by number of the request to DRAM, from `first_read_` on; writes have none
  std::uint64_t first_read_ = 0;
  std::vector<std::uint64_t> fills_;

  std::deque<Finished> output_;
  std::uint64_t output_free_ = 0;
  std::uint64_t busy_until_ = 0;
};

}  // namespace ngpcsim::models::hierarchy
