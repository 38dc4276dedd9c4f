#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "tests/system/slow_chip.h"
#include "tests/system/slow_grid_cache.h"
#include "tests/system/slow_page_loader.h"

/// docs/timing.md, section 3.2, edge by edge: what goes on inside an NFP.
namespace ngpcsim {

/// The frames of a lane. What they hold is decided by the sequence of uses alone; uses number over the run.
class SlowFrames {
 public:
  explicit SlowFrames(std::uint64_t frames) : most_(frames) {}

  struct Use {
    bool hit = false;
    std::optional<std::uint64_t> waits_for{};  ///< with no hit: the last use of the frame that it takes
  };
  Use use(std::uint64_t page);
  [[nodiscard]] bool holds(std::uint64_t page) const;

 private:
  struct Frame {
    std::uint64_t page, last;
  };
  std::uint64_t most_, uses_ = 0;
  std::vector<Frame> frames_;  ///< that were ever used
};

/// The bins, sweeps and uses of an NFP, and its places for partial sums. Chunks, sweeps and queries number over the run.
class SlowPaging {
 public:
  explicit SlowPaging(const SlowChipSetup& setup);

  [[nodiscard]] bool paged(std::size_t lane) const { return !s_.paging->lanes[lane].pages.empty(); }

  /// The next chunk of a batch that is visible: `count` queries from number `first` on.
  void add_chunk(std::uint64_t first, std::uint64_t count, bool ends_batch);
  /// Its data are there.
  void chunk_arrives(std::size_t chunk) { chunks_[chunk].arrived = true; }
  void page_arrives(const SlowPageName& page);
  /// What happens at this edge, after everything visible was told. `works` are the queries of the NFP, `accept` the edges at which they were or will be
  /// accepted, as far as that is known. Returns what it asks for.
  std::vector<SlowPageName> tick(const std::vector<SlowWork>& works, const std::vector<std::uint64_t>& accept, std::uint64_t edge);
  /// Whether the sweep of the chunk is swept.
  [[nodiscard]] bool swept_chunk(std::size_t chunk) const { return swept(chunks_[chunk].sweep); }

  /// Of page_sweep in each lane of a group.
  [[nodiscard]] std::vector<SlowAccount> accounts() const;
  void add_to(SlowPagingCounts& counts) const;

 private:
  struct Chunk {
    std::uint64_t first = 0, count = 0;
    std::size_t sweep = 0;
    bool begins_sweep = false, ends_sweep = false, arrived = false;
  };
  struct Sweep {
    std::uint64_t last_query = 0;
    bool sorted = false;
  };
  struct Visit {
    std::uint64_t group, accesses;
  };
  /// By page, what the queries of a sweep look up there.
  using Bins = std::map<std::uint64_t, std::vector<Visit>>;
  struct Use {
    std::size_t sweep = 0;
    std::uint64_t page = 0;
    std::uint64_t fill = 0, busy = 0, conflict = 0;  ///< edges
    std::optional<std::uint64_t> waits_for{};
    bool hit = false, loaded = false;
  };
  struct Lane {
    std::size_t number;  ///< in its group
    SlowFrames frames;
    std::map<std::size_t, Bins> bins{};  ///< by sweep
    std::vector<Use> uses{};             ///< of sweeps that are sorted
    std::size_t ended = 0;               ///< uses
    std::size_t asked = 0;               ///< uses that are hits or were asked for
    std::uint64_t left = 0;              ///< edges of the use that goes on
    SlowAccount account{};
  };
  [[nodiscard]] bool swept(std::size_t sweep) const;
  [[nodiscard]] bool sorts(const Chunk& chunk) const;
  [[nodiscard]] bool sort_pass(const Chunk& chunk, const std::vector<SlowWork>& works);
  void sort(const std::vector<SlowWork>& works);
  [[nodiscard]] std::vector<std::uint64_t> in_order(const Lane& lane, std::size_t sweep) const;
  void add_uses(Lane& lane, std::size_t sweep);
  [[nodiscard]] bool has_room(std::size_t sweep, const std::vector<std::uint64_t>& accept, std::uint64_t edge) const;
  void begin_or_wait(Lane& lane, const std::vector<std::uint64_t>& accept, std::uint64_t edge);

  const SlowChipSetup& s_;
  std::vector<Lane> lanes_;  ///< those that are paged
  std::vector<Chunk> chunks_;
  std::vector<Sweep> sweeps_;
  std::size_t sorted_ = 0;   ///< chunks
  std::uint64_t pass_ = 0;   ///< the next of every lane in the chunk that is sorted
};

}  // namespace ngpcsim
