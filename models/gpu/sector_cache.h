#pragma once
#include <cstdint>
#include <vector>

namespace ngpcsim::gpu {

inline constexpr std::uint32_t kSectorBytes = 32;
inline constexpr std::uint32_t kSectorsPerLine = 4;

/// Tags of a cache with lines of four sectors of 32 B, each fetched for itself; LRU in sets of `ways` lines. Sets are found by the line number modulo
/// their number.
class SectorCache {
 public:
  /// Rounded down to whole sets, at least one.
  SectorCache(std::uint64_t bytes, std::uint32_t ways);

  /// Whether the sector was there; it is there afterwards.
  [[nodiscard]] bool access(std::uint64_t sector);

  [[nodiscard]] std::uint64_t bytes() const { return lines_.size() * kSectorsPerLine * kSectorBytes; }

 private:
  struct Line {
    std::uint64_t tag = ~std::uint64_t{0};
    std::uint64_t used = 0;
    std::uint32_t sectors = 0;
  };
  std::vector<Line> lines_;
  std::uint32_t ways_;
  std::uint64_t sets_;
  std::uint64_t now_ = 0;
};

}  // namespace ngpcsim::gpu
