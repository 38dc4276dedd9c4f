#pragma once
#include <array>
#include <cstdint>

#include "models/common/grid_levels.h"
#include "models/encoding_engine/params.h"

namespace ngpcsim::models {

/// What the look-ups of one level did to the grid SRAM.
struct LevelCounters {
  std::uint64_t queries = 0;
  std::uint64_t lookups = 0;     ///< corners asked for
  std::uint64_t accesses = 0;    ///< words read from a bank, each `beats` cycles long
  std::uint64_t reused = 0;      ///< queries served from the registers of the query before
  std::array<std::uint64_t, 9> conflict_histogram{};  ///< queries by the accesses to their fullest bank; 0: reused

  /// Cycles lost to conflicts, in units of `beats`.
  [[nodiscard]] std::uint64_t conflicts() const {
    std::uint64_t lost = 0;
    for (std::size_t n = 2; n < conflict_histogram.size(); ++n) lost += (n - 1) * conflict_histogram[n];
    return lost;
  }
  LevelCounters& operator+=(const LevelCounters& other);
};

/// Positions of consecutive queries, in [0, 1]; z is ignored in 2-D.
struct PositionBlock {
  const float* x = nullptr;
  const float* y = nullptr;
  const float* z = nullptr;
  std::uint32_t count = 0;
};

/// How one level lies in its grid SRAM and what looking it up costs (docs/timing.md, 2.1). One level as one engine holds it; with `shard` the banks of
/// all its engines count.
class LevelService {
 public:
  /// `banks` is a power of two up to 256.
  LevelService(const GridLevel& level, std::uint32_t dims, std::uint32_t banks, const GridSramParams& sram);

  /// Accesses to the fullest bank for each query of the block, at least 1; adds to `counters`. With `corner_reuse` the block continues
  /// where the last one ended.
  void run(const PositionBlock& block, std::uint8_t* fullest, LevelCounters& counters);

  /// Forgets the corners kept for reuse.
  void forget() { has_last_ = false; }

 private:
  void run_vector(const PositionBlock& block, std::uint8_t* fullest) const;
  std::uint64_t run_scalar(const PositionBlock& block, std::uint8_t* fullest) const;
  std::uint64_t mark_reused(const PositionBlock& block, std::uint8_t* fullest);

  GridLevel level_;
  std::uint32_t dims_;
  std::uint32_t log2_banks_;
  GridSramParams sram_;
  bool vectorised_;
  bool has_last_ = false;
  std::array<std::uint32_t, 3> last_cell_{};
};

}  // namespace ngpcsim::models
