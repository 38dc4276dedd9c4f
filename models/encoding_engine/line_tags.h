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
  void run_lane(std::uint32_t lane, const PositionBlock& block, std::uint32_t first_query);
  void fetch_ahead(const CornerLines& lines, std::uint32_t place, std::uint32_t group, std::uint32_t lane) const;
  void look_up(Level& level, const CornerLines& lines, std::uint32_t place, std::uint32_t* tags, std::uint32_t query) const;
  [[nodiscard]] std::uint32_t set_of(std::uint32_t line) const { return masked_ ? line & (sets_ - 1) : line % sets_; }
  [[nodiscard]] bool moved_to_front(std::uint32_t* ways, std::uint32_t tag) const;
  [[nodiscard]] bool is_reused(Level& level, std::uint32_t group, const std::array<std::uint32_t, 3>& cell) const;
  void merge(std::uint32_t queries, MissedLines& missed);

  std::uint32_t dims_;
  CornerReuse reuse_;
  LevelPlacement placement_;
  std::uint32_t ways_;
  std::uint32_t sets_;
  bool masked_;            ///< the sets are a power of two
  std::uint32_t line_shift_;  ///< log2 of the entries of a line
  std::vector<Level> levels_;
  std::vector<std::vector<std::uint32_t>> tags_;  ///< by group and lane: line + 1 of each way, the last looked up first; 0: empty
  std::vector<Pass> passes_;                      ///< of the present lane
  std::uint32_t next_group_ = 0;
};

}  // namespace ngpcsim::models
