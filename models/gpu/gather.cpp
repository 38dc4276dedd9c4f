#include "models/gpu/gather.h"

#include <algorithm>
#include <array>

#include "sim/base/error.h"

namespace ngpcsim::gpu {
namespace {

// Our choice: neither is published.
constexpr std::uint32_t kL1Ways = 4, kL2Ways = 16;

/// Appends `value` to `distinct` unless it is there; neighbours in a warp are often equal, so the newest are looked at first.
std::size_t add_distinct(std::array<std::uint64_t, kWarp>& distinct, std::size_t count, std::uint64_t value) {
  for (std::size_t i = count; i-- > 0;)
    if (distinct[i] == value) return count;
  distinct[count] = value;
  return count + 1;
}

}  // namespace

GatherTraffic& GatherTraffic::operator+=(const GatherTraffic& other) {
  queries += other.queries;
  lines += other.lines;
  l1_sectors += other.l1_sectors;
  l2_sectors += other.l2_sectors;
  dram_sectors += other.dram_sectors;
  return *this;
}

GatherCaches::GatherCaches(const GpuParams& gpu) : l1_(gpu.sms, SectorCache(std::uint64_t{gpu.gather.l1_kib} * 1024, kL1Ways)), l2_(std::uint64_t{gpu.l2_kib} * 1024, kL2Ways) {}

void GatherCaches::load(std::uint64_t block, std::span<const std::uint64_t> sectors, GatherTraffic& traffic) {
  check(sectors.size() <= kWarp, "a warp of {} lanes", sectors.size());
  std::array<std::uint64_t, kWarp> distinct, lines;
  std::size_t count = 0, line_count = 0;
  for (const std::uint64_t sector : sectors) count = add_distinct(distinct, count, sector);
  SectorCache& l1 = l1_[block % l1_.size()];
  for (std::size_t i = 0; i < count; ++i) {
    line_count = add_distinct(lines, line_count, distinct[i] / kSectorsPerLine);
    if (l1.access(distinct[i])) continue;
    ++traffic.l2_sectors;
    if (!l2_.access(distinct[i])) ++traffic.dram_sectors;
  }
  traffic.l1_sectors += count;
  traffic.lines += line_count;
}

double gather_us(const GpuParams& gpu, const GatherTraffic& traffic, double streamed_bytes) {
  const double sm_cycles_per_us = static_cast<double>(gpu.sms) * gpu.boost_mhz;
  const double tags = static_cast<double>(traffic.lines) / (gpu.gather.l1_lines_per_cycle * sm_cycles_per_us);
  const double l2_bytes_per_us = std::min(gpu.gather.l2_gb_s * gpu.gather.l2_efficiency * 1e3, gpu.gather.l1_fill_bytes_per_cycle * sm_cycles_per_us);
  const double l2 = (static_cast<double>(traffic.l2_sectors) * kSectorBytes + streamed_bytes) / l2_bytes_per_us;
  const double dram = (static_cast<double>(traffic.dram_sectors) * kSectorBytes + streamed_bytes) / (gpu.memory_gb_s * 1e3);
  return std::max({tags, l2, dram});
}

}  // namespace ngpcsim::gpu
