#include "sim/app/gpu_kernels/encoding_gather.h"

#include <algorithm>
#include <array>
#include <bit>

#include "models/encoding_engine/corner_lines.h"

namespace ngpcsim::app {
namespace {

constexpr std::uint32_t kTableValueBytes = 2;  // fp16
constexpr std::uint32_t kPositionBytes = 4;    // of a coordinate, fp32

/// The loads of one level of one launch.
class LevelPass {
 public:
  LevelPass(const models::GridLevel& level, const models::EncodingParams& encoding, gpu::GatherCaches& caches)
      : level_(level), dims_(encoding.dims), corners_(models::corners_read(level.interpolation, encoding.dims)), caches_(caches) {
    const std::uint32_t entries = gpu::kSectorBytes / (encoding.features * kTableValueBytes);
    sector_shift_ = static_cast<std::uint32_t>(std::countr_zero(entries));
  }

  void run(const LaunchSample::Launch& launch, gpu::GatherTraffic& traffic) {
    const std::size_t count = launch.x.size();
    for (std::size_t first = 0; first < count; first += models::Cells::kCapacity) {
      const auto n = static_cast<std::uint32_t>(std::min<std::size_t>(models::Cells::kCapacity, count - first));
      models::locate_cells(level_.scale, dims_, {launch.x.data() + first, launch.y.data() + first, dims_ == 3 ? launch.z.data() + first : nullptr, n}, cells_);
      models::find_corner_lines(level_, dims_, cells_, n, sector_shift_, lines_);
      for (std::uint32_t at = 0; at < n; at += gpu::kWarp) load_warp((first + at) / gpu::kBlockQueries, at, std::min(gpu::kWarp, n - at), traffic);
    }
    traffic.queries += count;
  }

 private:
  void load_warp(std::uint64_t block, std::uint32_t at, std::uint32_t lanes, gpu::GatherTraffic& traffic) {
    std::array<std::uint64_t, gpu::kWarp> sectors;
    for (std::uint32_t corner = 0; corner < corners_; ++corner) {
      for (std::uint32_t lane = 0; lane < lanes; ++lane) sectors[lane] = lines_.of[corner][at + lane];
      caches_.load(block, std::span(sectors).first(lanes), traffic);
    }
  }

  const models::GridLevel& level_;
  std::uint32_t dims_, corners_, sector_shift_;
  gpu::GatherCaches& caches_;
  models::Cells cells_;
  models::CornerLines lines_;
};

}  // namespace

gpu::GatherTraffic EncodingGather::sum() const {
  gpu::GatherTraffic all;
  for (const gpu::GatherTraffic& level : levels) all += level;
  all.queries = levels.empty() ? 0 : levels.front().queries;
  return all;
}

EncodingGather gather_encoding(const gpu::GpuParams& gpu, const models::EncodingParams& encoding, const std::vector<models::GridLevel>& levels, const LaunchSample& sample) {
  EncodingGather gather{.levels = std::vector<gpu::GatherTraffic>(levels.size())};
  gpu::GatherCaches caches(gpu);
  for (const LaunchSample::Launch& launch : sample.launches())
    for (std::size_t l = 0; l < levels.size(); ++l) LevelPass(levels[l], encoding, caches).run(launch, gather.levels[l]);
  const double streamed = encoding.dims * kPositionBytes + encoding.features * kTableValueBytes;
  for (const gpu::GatherTraffic& level : gather.levels) {
    const auto queries = static_cast<double>(std::max<std::uint64_t>(1, level.queries));
    gather.us_per_query += gpu::gather_us(gpu, level, queries * streamed) / queries;
    gather.alone_us_per_query += gpu::gather_us(gpu, level, 0.0) / queries;
  }
  return gather;
}

}  // namespace ngpcsim::app
