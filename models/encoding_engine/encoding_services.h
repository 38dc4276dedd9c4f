#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "models/common/grid_levels.h"
#include "models/encoding_engine/level_service.h"
#include "models/encoding_engine/params.h"
#include "models/encoding_engine/service_rows.h"
#include "sim/base/error.h"

namespace ngpcsim::models {

/// How a network's levels lie on an NFP's engines (docs/timing.md, section 2).
struct LevelPlacement {
  std::uint32_t groups = 1;                ///< R, copies of the levels (`replicate`)
  std::uint32_t shards = 1;                ///< S, engines that hold one level together (`shard`)
  std::vector<std::uint32_t> lane_passes;  ///< levels per lane of a group

  [[nodiscard]] std::uint32_t lanes() const { return static_cast<std::uint32_t>(lane_passes.size()); }
};

/// Where a parameter of `grid_sram` was set, by its name below it.
using WhereInSram = std::function<InputLocation(std::string_view)>;

/// Throws InputError at `at` when the engines cannot hold that many levels.
[[nodiscard]] LevelPlacement place_levels(std::uint32_t levels, const EncodingEngineParams& engine, const InputLocation& at);

/// A lane whose levels take more than its grid SRAMs have.
[[nodiscard]] std::optional<std::uint32_t> oversize_lane(std::span<const GridLevel> levels, std::uint32_t features, const EncodingEngineParams& engine,
                                                         const LevelPlacement& placement);

/// The mode in which the grid SRAMs hold these levels: grid_sram.mode, or `cached` where that would hold whole tables, one of them does not fit, and
/// grid_sram.oversize says so.
[[nodiscard]] SramMode mode_for(std::span<const GridLevel> levels, std::uint32_t features, const EncodingEngineParams& engine, const LevelPlacement& placement);

/// Throws InputError at `at`, saying what would fit, when the tables of a lane do not fit its grid SRAM (modes `cached`, `paged` and
/// `unbounded` fit anything).
void check_capacity(std::span<const GridLevel> levels, std::uint32_t features, const EncodingEngineParams& engine, const LevelPlacement& placement,
                    const InputLocation& at);

/// Bytes of the tables of a lane, and of what its grid SRAM holds.
[[nodiscard]] std::uint64_t lane_table_bytes(std::span<const GridLevel> levels, std::uint32_t lane, std::uint32_t features, const EncodingEngineParams& engine,
                                             const LevelPlacement& placement);
[[nodiscard]] std::uint64_t lane_capacity(const EncodingEngineParams& engine, const LevelPlacement& placement);

/// The costs of all levels of a network, which the NFPs of a chip share.
using LevelCosts = std::vector<std::shared_ptr<const LevelCost>>;
[[nodiscard]] LevelCosts make_level_costs(std::span<const GridLevel> levels, std::uint32_t dims, const EncodingEngineParams& engine, const LevelPlacement& placement);

/// From positions to the cycles for which each lane's grid SRAM is taken, block by block and without a notion of time.
class EncodingServices {
 public:
  EncodingServices(std::span<const GridLevel> levels, std::uint32_t dims, std::uint32_t features, const EncodingEngineParams& engine,
                   const LevelPlacement& placement, const LevelCosts& costs);

  /// Fills `service[i * stride + lane]` for the queries of `block`; `stride` is at least the lanes, and the elements beyond them stay as
  /// they are.
  void run(const PositionBlock& block, std::uint16_t* service, std::uint32_t stride);

  /// Cycles of one access: features of an entry over features per cycle.
  [[nodiscard]] std::uint32_t beats() const { return beats_; }
  [[nodiscard]] std::span<const LevelCounters> level_counters() const { return counters_; }
  /// Sum of all services, and number of queries, of each engine lane, group by group.
  struct LaneLoad {
    std::uint64_t queries = 0;
    std::uint64_t service = 0;
  };
  [[nodiscard]] std::span<const LaneLoad> lane_loads() const { return loads_; }

  /// The tables were loaded anew: nothing can be reused.
  void tables_loaded();

 private:
  [[nodiscard]] bool interleaves() const;
  void run_part(const PositionBlock& block, std::uint16_t* service, std::uint32_t stride);
  void run_copies(const PositionBlock& block, std::uint16_t* service, std::uint32_t stride);
  void run_copy(std::uint32_t copy, const PositionBlock& block, std::uint16_t* service, std::uint32_t stride);
  void add_loads(std::uint32_t count, const std::uint16_t* service, std::uint32_t stride);

  LevelPlacement placement_;
  std::uint32_t beats_;
  bool reuse_;
  std::vector<LevelService> services_;  ///< copy by copy, level by level
  std::vector<LevelCounters> counters_;
  std::vector<LaneLoad> loads_;
  std::unique_ptr<FullestRows> rows_;
  std::uint32_t next_group_ = 0;
};

}  // namespace ngpcsim::models
