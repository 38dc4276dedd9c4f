#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "models/common/grid_levels.h"
#include "models/common/network_spec.h"
#include "models/encoding_engine/cells.h"
#include "models/encoding_engine/corner_lines.h"
#include "models/encoding_engine/encoding_services.h"
#include "models/encoding_engine/level_counters.h"
#include "models/encoding_engine/params.h"

namespace ngpcsim::models {

/// How tables in memory are cut into lines, and how many a lane keeps (docs/timing.md, 3.1).
struct LineGeometry {
  std::uint32_t line_bytes = 64;
  std::uint32_t ways = 1;
  std::uint64_t sets = 0;          ///< of a lane
  std::uint32_t entries = 0;       ///< of a table in a line; a power of two
  std::uint32_t fill_cycles = 0;   ///< for which the banks take a line
};

/// Throws InputError, at the parameter to blame, where lines do not fit the entries, the SRAM, the tables, or the fill buffer.
[[nodiscard]] LineGeometry line_geometry(std::span<const GridLevel> levels, const EncodingParams& encoding, const EncodingEngineParams& engine,
                                         const LevelPlacement& placement, const WhereInSram& where);

/// What look-ups of a block of queries have missed.
struct MissedLines {
  std::vector<std::uint32_t> lines;         ///< numbers, in order of queries, levels and corners
  std::vector<std::uint32_t> end_of_query;  ///< by query: the lines up to its last
  std::vector<std::uint16_t> by_lane;       ///< lines of query i in lane l, at i x lanes + l
};

/// The tags of all lanes of an NFP. What they hit depends on the sequence of queries alone.
class LineTags {
 public:
  LineTags(std::span<const GridLevel> levels, std::uint32_t dims, CornerReuse reuse, const LevelPlacement& placement, const LineGeometry& geometry);

  /// Looks up the next queries; `missed` becomes theirs.
  void run(const PositionBlock& block, MissedLines& missed);
  /// Corner registers are empty; lines stay.
  void tables_loaded();
  /// Adds what was looked up and missed so far, level by level.
  void add_to(std::span<LevelCounters> levels) const;

 private:
  struct Level {
    GridLevel grid;
    std::uint64_t lookups = 0, misses = 0;
    std::vector<std::array<std::uint32_t, 3>> last_cell;  ///< by group
    std::vector<char> has_last;
    struct Miss {
      std::uint32_t query, line;
    };
    std::vector<Miss> missed;  ///< of the present block
  };
  struct Pass {
    Cells cells;
    CornerLines lines;
  };
  /// By group and lane: 1 + the number of a line over the sets, of each way, the last looked up first; 0: empty.
  template <class Tag>
  using Tags = std::vector<std::vector<Tag>>;

  template <class Tag>
  void run_block(Tags<Tag>& tags, const PositionBlock& block, std::uint32_t first_query);
  template <class Tag>
  void run_lane(Tags<Tag>& all, std::uint32_t lane, const PositionBlock& block, std::uint32_t first_query);
  template <class Tag>
  void fetch_ahead(const Tag* tags, const CornerLines& lines, std::uint32_t place) const;
  template <class Tag>
  void look_up(Level& level, const CornerLines& lines, std::uint32_t place, Tag* tags, std::uint32_t query) const;
  template <class Tag>
  [[nodiscard]] bool moved_to_front(Tag* ways, Tag tag) const;
  [[nodiscard]] std::uint32_t set_of(std::uint32_t line) const { return masked_ ? line & (sets_ - 1) : line % sets_; }
  [[nodiscard]] std::uint32_t tag_of(std::uint32_t line) const { return (masked_ ? line >> set_shift_ : line / sets_) + 1; }
  [[nodiscard]] bool is_reused(Level& level, std::uint32_t group, const std::array<std::uint32_t, 3>& cell) const;
  void merge(std::uint32_t queries, MissedLines& missed);

  std::uint32_t dims_, corners_;
  CornerReuse reuse_;
  LevelPlacement placement_;
  std::uint32_t ways_;
  std::uint32_t sets_;
  bool masked_;               ///< the sets are a power of two
  std::uint32_t set_shift_;   ///< log2 of them, where they are
  std::uint32_t line_shift_;  ///< log2 of the entries of a line
  std::vector<Level> levels_;
  // One of the two is used: half the host's memory where the tags of all lines are short.
  Tags<std::uint16_t> short_tags_;
  Tags<std::uint32_t> tags_;
  std::vector<Pass> passes_;                      ///< of the present lane
  std::uint32_t next_group_ = 0;
};

}  // namespace ngpcsim::models
