#include <gtest/gtest.h>

#include "tests/unit/trace/trace_support.h"
#include "tests/unit/workloads/lego.h"
#include "tests/unit/workloads/small_scenes.h"

namespace ngpcsim::workloads::trace {
namespace {

/// Cameras in front of the cube, inside it, beside it; few samples a ray, so that some rays end full; constant and growing steps.
TEST(Replay, GivesWhatWasRecordedInAnyGroupsAndRounds) {
  for (const std::uint32_t aabb_scale : {1u, 8u})
    for (const std::uint32_t most : {1u, 5u, 1024u}) {
      const test::Folder folder;
      const NerfSource source(workloads::test::random_scene(aabb_scale, 20, 4), workloads::test::all_cameras(20, 14, most));
      const QueryIndex index = test::record(source, folder / "t");
      const auto replayed = test::open(folder / "t");
      ASSERT_EQ(replayed->frames(), 4u);
      for (std::uint64_t frame = 0; frame < 4; ++frame)
        for (const std::uint64_t rays : {1ull, 64ull, 1000000ull})
          for (const std::uint32_t steps : {0u, 1u, 5u, 5000u}) {
            const std::uint64_t queries = test::expect_same_queries(source, *replayed, frame, rays, steps);
            EXPECT_EQ(queries, index.frames[frame].queries);
            ASSERT_FALSE(HasFailure()) << "scale " << aabb_scale << ", at most " << most << " samples, frame " << frame << ", " << rays << " rays, " << steps << " steps";
          }
    }
}

TEST(Replay, ManyChunksAndFramesInAnyOrder) {
  const test::Folder folder;
  const NerfSource source(workloads::test::random_scene(1, 4, 9), {200, 160, 1024, {0, 1}});
  const QueryIndex index = test::record(source, folder / "t");
  EXPECT_GT(index.frames[0].chunks + index.frames[1].chunks, 4u);
  const auto replayed = test::open(folder / "t");
  for (const std::uint64_t frame : {1u, 0u, 1u}) test::expect_same_queries(source, *replayed, frame, 11003, 8);
}

/// Two groups of one frame are open at a time; a group outlives its frame and its source.
TEST(Replay, GroupsAreIndependent) {
  const test::Folder folder;
  const NerfSource source(workloads::test::random_scene(1, 10, 2), {40, 40, 1024, {0}});
  test::record(source, folder / "t");
  std::unique_ptr<stream::RayGroup> first, second;
  {
    const auto replayed = test::open(folder / "t");
    const auto frame = replayed->open_frame(0);
    first = frame->next_group(700);
    second = frame->next_group(700);
  }
  const auto live = source.open_frame(0);
  const auto live_first = live->next_group(700), live_second = live->next_group(700);
  while (live_first->rays_alive() + live_second->rays_alive() > 0)
    for (const auto& [a, b] : {std::pair{live_first.get(), first.get()}, std::pair{live_second.get(), second.get()}}) {
      stream::Queries from_a, from_b;
      EXPECT_EQ(a->next_round(3, from_a).probes, b->next_round(3, from_b).probes);
      EXPECT_EQ(from_a.x, from_b.x);
    }
}

TEST(Replay, SameWorkloadSameBytes) {
  const test::Folder folder;
  const NerfSource source(workloads::test::random_scene(4, 20, 4), workloads::test::all_cameras(30, 20));
  for (const Compression compression : {Compression::kNone, Compression::kDeflate, Compression::kZstd}) {
    test::record(source, folder / "a", compression);
    test::record(source, folder / "b", compression);
    EXPECT_EQ(test::content_of(folder / "a"), test::content_of(folder / "b"));
  }
}

TEST(Replay, ATraceOfATraceIsThatTrace) {
  const test::Folder folder;
  const NerfSource source(workloads::test::random_scene(4, 20, 4), workloads::test::all_cameras(30, 20));
  test::record(source, folder / "a");
  test::record(*test::open(folder / "a"), folder / "b");
  EXPECT_EQ(test::content_of(folder / "a"), test::content_of(folder / "b"));
}

TEST(Replay, AStoppedRecordingLeavesWhatWasThere) {
  const test::Folder folder;
  test::write_file(folder / "t", "earlier");
  const NerfSource source(workloads::test::random_scene(1, 20, 4), workloads::test::all_cameras(30, 20));
  QueryIndex index;
  EXPECT_FALSE(record_queries(source, {.workload_xml = "", .frames = 4, .source_frames = 4, .progress = [](const RecordProgress& p) { return p.frame < 1; }}, folder / "t", index));
  EXPECT_EQ(test::content_of(folder / "t"), "earlier");
  EXPECT_EQ(folder.files(), 1u);
}

TEST(Replay, GroupLimit) {
  const test::Folder folder;
  const NerfSource source(workloads::test::random_scene(1, 20, 4), {30, 20, 1024, {0}});
  QueryIndex index;
  ASSERT_TRUE(record_queries(source, {.workload_xml = "", .frames = 1, .source_frames = 1, .group_limit = 17, .progress = {}}, folder / "t", index));
  EXPECT_EQ(test::open(folder / "t")->open_frame(0)->next_group(1000)->rays(), 17u);
}

TEST(Replay, LegoTakesAtMostSixBytesAQuery) {
  if (!std::filesystem::exists(workloads::test::data_dir() / "nerf/lego/density_bitfield.bin")) GTEST_SKIP() << "no Lego scene in " << workloads::test::data_dir();
  NerfParams params = workloads::test::lego_params(800);
  params.camera = "0";
  const auto source = make_nerf_source(params, workloads::test::data_context());
  const test::Folder folder;
  const QueryIndex index = test::record(*source, folder / "t", Compression::kNone);
  EXPECT_GT(index.queries(), 15000000u);
  EXPECT_LE(std::filesystem::file_size(folder / "t"), 6 * index.queries());
  EXPECT_LE(std::filesystem::file_size(folder / "t") * 10, 42 * index.queries()) << "docs/file_formats.md says 4.2 bytes";
  EXPECT_EQ(test::expect_same_queries(*source, *test::open(folder / "t"), 0, 65536, 8), index.queries());
}

}  // namespace
}  // namespace ngpcsim::workloads::trace
