#pragma once
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/stream/query_stream.h"

/// Helpers of the tests of workloads/.
namespace ngpcsim::workloads::test {

/// The folder of public inputs beside the project, which may be absent.
inline std::filesystem::path data_dir() {
  const char* set = std::getenv("NGPCSIM_DATA");
  return set && *set ? std::filesystem::path(set) : std::filesystem::path(NGPCSIM_SOURCE_DIR) / "../shared/data";
}

inline std::filesystem::path reference_dir() { return std::filesystem::path(NGPCSIM_SOURCE_DIR) / "../shared/reference"; }

/// A file that lives as long as the object.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& name, std::string_view content)
      : path_(std::filesystem::temp_directory_path() / ("ngpcsim-" + std::to_string(getpid()) + "-" + name)) {
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// What a frame gave, and the positions by pixel in step order.
struct FrameResult {
  std::uint64_t hits = 0, queries = 0, probes = 0, rounds = 0;
  std::vector<std::vector<float>> by_pixel;  ///< x, y, z, x, y, z … of each pixel; filled where asked for
};

inline FrameResult consume(const stream::QuerySource& source, std::uint64_t frame_index, std::uint64_t group_rays, std::uint32_t steps, bool keep = false) {
  FrameResult result;
  const auto frame = source.open_frame(frame_index);
  if (keep) result.by_pixel.resize(frame->pixels());
  std::uint64_t first_pixel = 0;
  stream::Queries out;
  while (const auto group = frame->next_group(group_rays)) {
    while (group->rays_alive() > 0) {
      out.clear();
      const stream::RoundWork work = group->next_round(steps, out);
      result.queries += work.queries;
      result.probes += work.probes;
      ++result.rounds;
      for (std::size_t i = 0; keep && i < out.size(); ++i) {
        std::vector<float>& ray = result.by_pixel[first_pixel + out.ray[i]];
        ray.insert(ray.end(), {out.x[i], out.y[i], out.z[i]});
      }
    }
    result.hits += group->rays_hit();
    first_pixel += group->rays();
  }
  return result;
}

}  // namespace ngpcsim::workloads::test
