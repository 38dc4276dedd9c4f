#pragma once
#include <array>
#include <optional>
#include <vector>

#include "tests/naive/grid_index.h"
#include "tests/naive/result.h"
#include "tests/naive/unit.h"

namespace ngpcsim::naive {

/// Banked look-ups of one engine (with `shard`, of several that act as one): levels `first`, `first + stride`, ... one per pass.
class GridUnit final : public Unit {
 public:
  /// `counts` has one element per level of the grid and outlives the unit, as `grid` and `engine` do.
  GridUnit(const GridSetup& grid, const EngineSetup& engine, unsigned banks, unsigned first, unsigned stride, std::vector<LevelCount>& counts);

  [[nodiscard]] unsigned passes() const override { return static_cast<unsigned>(levels_.size()); }
  Cost begin(const Query& query, unsigned pass) override;
  [[nodiscard]] std::vector<Half> values(const Query& query) const override;
  [[nodiscard]] const std::vector<unsigned>& levels() const { return levels_; }

 private:
  /// Word addresses that go to the banks for one cell.
  [[nodiscard]] std::vector<std::uint32_t> words(const Level& level, const Cell& cell) const;

  const GridSetup& grid_;
  const EngineSetup& engine_;
  unsigned banks_;
  std::vector<LevelCount>& counts_;
  std::vector<unsigned> levels_;
  std::vector<std::optional<std::array<std::uint32_t, 3>>> kept_cell_;  ///< per pass: the cell whose corners the registers hold
};

}  // namespace ngpcsim::naive
