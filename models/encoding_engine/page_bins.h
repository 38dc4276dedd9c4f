#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "models/common/grid_levels.h"
#include "models/encoding_engine/corner_banks.h"
#include "models/encoding_engine/encoding_services.h"
#include "models/encoding_engine/level_counters.h"
#include "models/encoding_engine/page_geometry.h"
#include "models/encoding_engine/page_kernel.h"
#include "models/encoding_engine/params.h"

namespace ngpcsim::models {

/// What a sweep does with a page, by the group that needs longest (docs/timing.md, 3.2).
struct PageWork {
  std::uint32_t page = 0;
  std::uint64_t visits = 0;    ///< queries with corners in the page
  std::uint64_t accesses = 0;  ///< to the fullest bank, summed over the visits
};

/// The bins of an NFP's paged lanes: queries by the pages of their corners. What is kept is how long they take, not which they are.
class PageBins {
 public:
  PageBins(std::span<const GridLevel> levels, std::uint32_t dims, const EncodingEngineParams& engine, const LevelPlacement& placement, const PageGeometry& geometry);

  /// Sorts the next queries of the present sweep.
  void add(const PositionBlock& block);
  /// The sweep is complete: the pages of paged lane `n` in which corners lie, ascending, appended to `works`; its bins are empty afterwards.
  void take(std::size_t n, std::vector<PageWork>& works);
  /// What the paged levels have accessed so far, and their visits by the accesses to the fullest bank, in place of what reading sums has left there.
  void write_to(std::span<LevelCounters> levels) const;

 private:
  struct Level {
    std::uint32_t number;
    std::uint32_t first_page;
    float scale;
    CornerBanks banks;
    std::uint64_t accesses = 0;
    std::array<std::uint64_t, 9> visits{};  ///< by accesses to the fullest bank; of 0, where none belongs to the corner, without meaning
  };
  struct Lane {
    std::vector<Level> levels;
    std::uint32_t pages;
    std::vector<std::uint64_t> bins;  ///< group by group, page by page: visits in the upper half, accesses in the lower
  };
  void add_level(Lane& lane, Level& level, const PositionBlock& block);
  void count(Lane& lane, Level& level, std::uint32_t queries);

  std::uint32_t dims_;
  std::uint32_t groups_;
  std::uint32_t page_shift_;
  bool merges_;
  std::vector<Lane> lanes_;
  std::uint32_t next_group_ = 0;
  Cells cells_{};
  CornerBanks::Words words_{}, banks_{};
  PageRows rows_{};
};

}  // namespace ngpcsim::models
