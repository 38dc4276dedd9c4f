#pragma once
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/base/error.h"
#include "workloads/trace/query_recorder.h"
#include "workloads/trace/trace_source.h"

/// Helpers of the tests of traces.
namespace ngpcsim::workloads::trace::test {

/// A folder of one test, gone with it.
class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / fmt::format("ngpcsim-trace-{}-{}", ::testing::UnitTest::GetInstance()->current_test_info()->name(), ::getpid())) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  [[nodiscard]] std::size_t files() const { return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {})); }

 private:
  std::filesystem::path path_;
};

inline std::string content_of(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return std::move(text).str();
}

inline void write_file(const std::filesystem::path& file, std::string_view content) { std::ofstream(file, std::ios::binary) << content; }

inline QueryIndex record(const stream::QuerySource& source, const std::filesystem::path& target, Compression compression = Compression::kZstd) {
  QueryIndex index;
  EXPECT_TRUE(record_queries(source, {.workload_xml = "<workload name=\"w\" application=\"nerf\"/>", .frames = source.frames(), .source_frames = source.frames(),
                                      .aabb_scale = 1, .compression = compression, .progress = {}}, target, index));
  return index;
}

inline std::unique_ptr<TraceSource> open(const std::filesystem::path& file) { return std::make_unique<TraceSource>(std::make_shared<const TraceFile>(file)); }

/// The direction of every query.
inline std::vector<float> directions_of(const stream::Queries& queries, const stream::Directions& directions) {
  std::vector<float> all;
  all.reserve(3 * queries.size());
  for (const std::uint32_t ray : queries.ray) all.insert(all.end(), {directions.x[ray], directions.y[ray], directions.z[ray]});
  return all;
}

/// Everything that one source gives, the other gives, in groups and rounds of these sizes; the number of queries.
inline std::uint64_t expect_same_queries(const stream::QuerySource& a, const stream::QuerySource& b, std::uint64_t frame, std::uint64_t max_rays, std::uint32_t steps) {
  std::uint64_t queries = 0;
  const auto frame_a = a.open_frame(frame), frame_b = b.open_frame(frame);
  EXPECT_EQ(frame_a->pixels(), frame_b->pixels());
  EXPECT_EQ(a.frame_name(frame), b.frame_name(frame));
  for (;;) {
    const auto group_a = frame_a->next_group(max_rays), group_b = frame_b->next_group(max_rays);
    EXPECT_EQ(group_a == nullptr, group_b == nullptr);
    if (group_a == nullptr || group_b == nullptr) return queries;
    EXPECT_EQ(group_a->rays(), group_b->rays());
    for (std::uint32_t round = 0; group_a->rays_alive() > 0 || round == 0; ++round) {
      EXPECT_EQ(group_a->rays_alive(), group_b->rays_alive());
      stream::Queries from_a, from_b;
      const std::uint32_t now = steps == 0 ? 1 + (round * 7 + 3) % 13 : steps;  // 0: another number every round
      const stream::RoundWork work_a = group_a->next_round(now, from_a), work_b = group_b->next_round(now, from_b);
      EXPECT_EQ(work_a.queries, work_b.queries);
      EXPECT_EQ(work_a.probes, work_b.probes) << "group of " << group_a->rays() << ", " << now << " steps";
      EXPECT_EQ(work_a.rays_marched, work_b.rays_marched);
      EXPECT_EQ(group_a->rays_hit(), group_b->rays_hit());
      EXPECT_EQ(from_a.x, from_b.x);
      EXPECT_EQ(from_a.y, from_b.y);
      EXPECT_EQ(from_a.z, from_b.z);
      EXPECT_EQ(from_a.ray, from_b.ray);
      EXPECT_EQ(directions_of(from_a, group_a->directions()), directions_of(from_b, group_b->directions()));
      queries += work_a.queries;
      if (::testing::Test::HasFailure()) return queries;
    }
    EXPECT_EQ(group_b->rays_alive(), 0u);
  }
}

/// The message of the InputError that `action` throws; empty where it throws none.
template <class Action>
std::string message_of(const Action& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

}  // namespace ngpcsim::workloads::trace::test
