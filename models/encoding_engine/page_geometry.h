#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "models/common/grid_levels.h"
#include "models/common/network_spec.h"
#include "models/encoding_engine/encoding_services.h"
#include "models/encoding_engine/params.h"

namespace ngpcsim::models {

/// A page of a table, as it lies in memory.
struct TablePage {
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  std::uint32_t fill_cycles = 0;  ///< for which the banks take it
};

/// A lane whose tables do not fit its grid SRAM.
struct PagedLaneGeometry {
  std::uint32_t lane = 0;
  std::vector<std::uint32_t> levels;      ///< in order of passes
  std::vector<std::uint32_t> first_page;  ///< of each of them
  std::vector<TablePage> pages;           ///< of all
};

/// How tables are cut into pages (docs/timing.md, 3.2).
struct PageGeometry {
  std::uint32_t page_bytes = 0;
  std::uint32_t page_words = 0;          ///< a power of two
  std::uint32_t frames = 0;              ///< of a lane
  std::uint32_t passes = 0;              ///< most of a paged lane
  std::vector<PagedLaneGeometry> lanes;  ///< the paged ones

  [[nodiscard]] bool holds_lane(std::uint32_t lane) const;
};


/// Throws InputError, at the parameter to blame, where pages do not fit the SRAM or the banks, or are too many.
[[nodiscard]] PageGeometry page_geometry(std::span<const GridLevel> levels, const EncodingParams& encoding, const EncodingEngineParams& engine,
                                         const LevelPlacement& placement, const WhereInSram& where);

}  // namespace ngpcsim::models
