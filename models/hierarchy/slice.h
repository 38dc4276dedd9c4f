#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "models/hierarchy/cache_array.h"
#include "models/hierarchy/counters.h"
#include "models/hierarchy/dram_side.h"
#include "models/hierarchy/params.h"
#include "models/hierarchy/pieces.h"
#include "models/hierarchy/ring.h"

namespace ngpcsim::models::hierarchy {

/// A piece that is through with the cache and waits to leave its slice.
struct Finished {
  std::uint64_t edge = 0;
  Answer answer;
};

/// What all slices share and none changes.
struct SliceShape {
  explicit SliceShape(const HierarchyParams& params);

  L2Params params;
  std::uint32_t sets, line_shift;
  std::uint64_t crossbar_cycles;
  SectorMath sectors;
  Width width;
};

/// A slice of the L2 and its way to DRAM, edge by edge (docs/memory.md, 3 and 4). Between edges at which something is visible to it, nothing changes, and it
/// need not be asked.
class alignas(64) Slice {
 public:
  /// `shape` outlives it.
  Slice(const SliceShape& shape, DramSide dram);

  // Pieces in.
  /// A piece will come for this address, soon or later: hints for the machine that simulates, the later one first.
  void expect_later(std::uint64_t address) const { array_.expect_later(address >> shape_.line_shift); }
  void expect(std::uint64_t address) const { array_.expect(address >> shape_.line_shift); }
  /// For one more at `edge`.
  [[nodiscard]] bool has_room(std::uint64_t edge) {
    if (ahead_.size() + input_.size() < shape_.params.input_queue) return true;
    count_ahead(edge);
    return ahead_.size() + input_.size() < shape_.params.input_queue;
  }
  /// Where it is full: the edge from which on it has room, or kNever where that is not known before a look-up.
  [[nodiscard]] std::uint64_t room_from() const { return ahead_.empty() ? kNever : ahead_.front().edge + 1; }
  /// A piece that was granted; it carries the edge at which it is visible. Whatever was visible to the slice before the edge of the grant has been served. True
  /// when the piece was looked up at once.
  bool send(const Piece& piece) {
    if (looked_up_ahead(piece)) return true;
    input_.push_back(piece);
    return false;
  }

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
  /// The head leaves at `edge`. True when a look-up waited for that and is tried again at the next edge.
  bool leave(std::uint64_t edge);

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
    std::uint32_t mshr = 0, sectors = 0;  ///< none: a write, or answered
  };
  /// A look-up that is done, but of an edge to come: until then the piece has its place in the queue.
  struct Ahead {
    std::uint64_t edge = 0;
    std::uint32_t service = 0;  ///< edges
    MemoryAccess access = MemoryAccess::kRead;
  };

  [[nodiscard]] std::uint64_t look_up_edge() const;
  [[nodiscard]] Plan plan_of(const Piece& piece) const;
  [[nodiscard]] std::optional<Wait> waits_for(const Plan& plan) const;
  void wait(Wait reason, std::uint64_t edge);
  void end_wait(std::uint64_t edge);

  [[nodiscard]] bool looked_up_ahead(const Piece& piece);
  /// Those of edges before `edge` are of the past.
  void count_ahead(std::uint64_t edge);
  void count(MemoryAccess access, std::uint64_t edge, std::uint64_t service);

  void do_look_up(const Piece& piece, const Plan& plan, std::uint64_t edge);
  [[nodiscard]] bool writes_through(MemoryAccess access) const {
    return shape_.params.write_policy == WritePolicy::kWriteThrough && access != MemoryAccess::kRead;
  }
  void write_line(const Piece& piece, const Plan& plan, Line& line);
  void write_through(const Piece& piece, const Plan& plan, std::uint64_t edge);
  CacheArray::Way take_line(std::uint64_t line, std::uint64_t edge);
  void evict(const Line& line, std::uint64_t edge);
  Mshr& mshr_of(CacheArray::Way way);
  void read_sectors(Mshr& mshr, std::uint32_t sectors, std::uint64_t edge);
  void prefetch(std::uint64_t line, std::uint64_t edge);
  /// The piece is through with its line at `edge`.
  void finish_piece(const Piece& piece, std::uint64_t edge) { output_.push_back({edge + shape_.params.hit_cycles, piece.answer()}); }
  void finish_targets(Mshr& mshr, std::uint64_t edge);
  void ask(bool write, std::uint64_t address, std::uint32_t bytes, std::uint64_t edge);
  void write_runs(std::uint64_t line, std::uint32_t sectors, std::uint64_t edge);

  // What a hit needs comes first, close together.
  const SliceShape& shape_;
  std::uint64_t free_at_ = 0;  ///< for the next look-up
  Ring<Ahead> ahead_;          ///< in front of those in `input_`
  Ring<Piece> input_;
  Ring<Finished> output_;
  std::uint64_t output_free_ = 0;
  std::uint64_t busy_until_ = 0;
  CacheArray array_;
  DramSide dram_;
  SliceCounters counters_;

  std::optional<Wait> waiting_;
  std::uint64_t waiting_since_ = 0;
  bool retry_ = false;  ///< something changed for the look-up that waits
  std::uint64_t retry_edge_ = 0;

  std::vector<Mshr> mshrs_;
  std::vector<std::uint32_t> free_mshrs_;
  Ring<Read> reads_;  ///< by number of the request to DRAM, from `first_read_` on
  std::uint64_t first_read_ = 0;
  std::vector<std::uint64_t> fills_;
};

}  // namespace ngpcsim::models::hierarchy
