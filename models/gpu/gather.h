#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "models/gpu/params.h"
#include "models/gpu/sector_cache.h"

namespace ngpcsim::gpu {

/// What gathers asked of each part of a GPU's memory.
struct GatherTraffic {
  std::uint64_t queries = 0;
  std::uint64_t lines = 0;         ///< tags that the L1s looked up: distinct lines of each warp's load
  std::uint64_t l1_sectors = 0;    ///< distinct sectors of each warp's load
  std::uint64_t l2_sectors = 0;    ///< of these, not in the L1
  std::uint64_t dram_sectors = 0;  ///< of these, not in the L2

  GatherTraffic& operator+=(const GatherTraffic& other);
};

inline constexpr std::uint32_t kWarp = 32;
inline constexpr std::uint32_t kBlockQueries = 512;  ///< of tiny-cuda-nn's grid kernel

/// The loads of a GPU's warps through the L1s and the L2, tags only. Blocks of kBlockQueries go round the SMs; blocks of other SMs that run at the same time stand
/// one behind the other here.
class GatherCaches {
 public:
  explicit GatherCaches(const GpuParams& gpu);

  /// A load of up to kWarp lanes by block `block`: the sector of each lane.
  void load(std::uint64_t block, std::span<const std::uint64_t> sectors, GatherTraffic& traffic);

 private:
  std::vector<SectorCache> l1_;
  SectorCache l2_;
};

/// How long a pass takes that the slowest of L1, L2 and DRAM sets, in us: tags over all SMs, sectors at the lower of L2 and SM ports, sectors of DRAM and
/// `streamed_bytes` beside them.
[[nodiscard]] double gather_us(const GpuParams& gpu, const GatherTraffic& traffic, double streamed_bytes);

}  // namespace ngpcsim::gpu
