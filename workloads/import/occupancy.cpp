#include "workloads/import/occupancy.h"

#include <bit>
#include <numeric>
#include <string>

#include "sim/base/error.h"
#include "workloads/import/read_file.h"

namespace ngpcsim::workloads {
namespace {

constexpr std::size_t kHeaderBytes = 8;

/// The little-endian u32 at `at`.
std::uint32_t word_at(const std::string& content, std::size_t at) {
  std::uint32_t word = 0;
  for (std::size_t i = 4; i-- > 0;) word = word << 8 | static_cast<std::uint8_t>(content[at + i]);
  return word;
}

}  // namespace

std::uint64_t OccupancyGrid::count(std::uint32_t cascade) const {
  const auto first = bits.begin() + static_cast<std::ptrdiff_t>(cascade) * kBytesPerCascade;
  return std::accumulate(first, first + kBytesPerCascade, std::uint64_t{0},
                         [](std::uint64_t sum, std::uint8_t byte) { return sum + static_cast<std::uint64_t>(std::popcount(byte)); });
}

OccupancyGrid read_occupancy(const std::filesystem::path& file) {
  constexpr std::uint64_t kLargest = std::uint64_t{OccupancyGrid::kMaxCascades} * OccupancyGrid::kBytesPerCascade + kHeaderBytes;
  const std::string allowed = fmt::format("an occupancy bitfield: n x {} bytes for n = 1..{} cascades, with or without an {}-byte header",
                                          OccupancyGrid::kBytesPerCascade, OccupancyGrid::kMaxCascades, kHeaderBytes);
  const InputLocation at{file.string(), 0};
  const std::string content = read_file(file, kLargest, allowed);

  const std::size_t extra = content.size() % OccupancyGrid::kBytesPerCascade;
  const std::size_t cascades = content.size() / OccupancyGrid::kBytesPerCascade;
  if (cascades == 0 || (extra != 0 && extra != kHeaderBytes)) {
    const std::string kind = content.starts_with("{") ? " and it starts like JSON" : "";
    throw InputError(at, fmt::format("{} bytes are no whole number of cascades (truncated?){}", content.size(), kind), allowed);
  }
  if (extra == kHeaderBytes) {
    const std::uint64_t announced = std::uint64_t{word_at(content, 4)} * 4;
    const std::uint64_t present = content.size() - kHeaderBytes;
    if (announced != present) throw InputError(at, fmt::format("its header announces {} bytes but {} follow", announced, present), allowed);
  }
  OccupancyGrid grid;
  grid.cascades = static_cast<std::uint32_t>(cascades);
  grid.bits.assign(content.begin() + static_cast<std::ptrdiff_t>(extra), content.end());
  return grid;
}

}  // namespace ngpcsim::workloads
