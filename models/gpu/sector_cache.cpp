#include "models/gpu/sector_cache.h"

#include <algorithm>

namespace ngpcsim::gpu {

SectorCache::SectorCache(std::uint64_t bytes, std::uint32_t ways)
    : ways_(ways), sets_(std::max<std::uint64_t>(1, bytes / (std::uint64_t{ways} * kSectorsPerLine * kSectorBytes))) {
  lines_.resize(sets_ * ways_);
}

bool SectorCache::access(std::uint64_t sector) {
  const std::uint64_t tag = sector / kSectorsPerLine;
  const std::uint32_t bit = 1u << (sector % kSectorsPerLine);
  Line* const set = lines_.data() + tag % sets_ * ways_;
  Line* oldest = set;
  ++now_;
  for (Line* line = set; line != set + ways_; ++line) {
    if (line->tag == tag) {
      line->used = now_;
      const bool hit = (line->sectors & bit) != 0;
      line->sectors |= bit;
      return hit;
    }
    if (line->used < oldest->used) oldest = line;
  }
  *oldest = {tag, now_, bit};
  return false;
}

}  // namespace ngpcsim::gpu
