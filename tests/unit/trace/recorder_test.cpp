#include <gtest/gtest.h>

#include "tests/unit/trace/trace_support.h"
#include "tests/unit/workloads/small_scenes.h"
#include "workloads/stream/whole_rays.h"

namespace ngpcsim::workloads::trace {
namespace {

/// One ray as it gives its queries alone, one step at a time: nothing has to be told apart then.
struct LoneRay {
  bool alive = false, ends_full = false;
  std::uint64_t tail_probes = 0;
  std::vector<float> positions;
  std::vector<std::uint64_t> probes;

  bool operator==(const LoneRay&) const = default;
};

std::vector<LoneRay> march_alone(const stream::QuerySource& source, std::uint64_t number) {
  std::vector<LoneRay> rays;
  const auto frame = source.open_frame(number);
  while (const auto group = frame->next_group(1)) {
    LoneRay& ray = rays.emplace_back();
    ray.alive = group->rays_alive() > 0;
    while (group->rays_alive() > 0) {
      stream::Queries queries;
      const stream::RoundWork work = group->next_round(1, queries);
      if (work.queries == 0) {
        ray.tail_probes = work.probes;
        continue;
      }
      ray.positions.insert(ray.positions.end(), {queries.x[0], queries.y[0], queries.z[0]});
      ray.probes.push_back(work.probes);
      ray.ends_full = group->rays_alive() == 0;
    }
  }
  return rays;
}

std::vector<LoneRay> give_whole(const stream::QuerySource& source, std::uint64_t number, std::uint64_t group_rays, std::size_t at_once) {
  std::vector<LoneRay> rays;
  const auto frame = source.open_frame(number);
  while (const auto group = frame->next_group(group_rays)) {
    auto& whole = dynamic_cast<stream::WholeRayGroup&>(*group);
    stream::WholeRays given;
    while (whole.next_whole(at_once, given)) EXPECT_LE(given.rays.size(), group->rays());
    EXPECT_EQ(given.rays.size(), group->rays());
    EXPECT_EQ(group->rays_alive(), 0u);
    std::size_t at = 0;
    std::uint64_t hit = 0;
    for (std::size_t i = 0; i < given.rays.size(); ++i) {
      const stream::WholeRays::Ray& ray = given.rays[i];
      LoneRay& lone = rays.emplace_back(LoneRay{ray.alive, ray.ends_full, ray.tail_probes, {}, {}});
      for (const std::size_t end = at + ray.queries; at < end; ++at) {
        lone.positions.insert(lone.positions.end(), {given.queries[at].x, given.queries[at].y, given.queries[at].z});
        lone.probes.push_back(given.queries[at].probes);
      }
      hit += ray.queries > 0 ? 1 : 0;
      if (ray.queries > 0) {
        EXPECT_EQ(ray.direction, (std::array{group->directions().x[i], group->directions().y[i], group->directions().z[i]}));
      }
    }
    EXPECT_EQ(at, given.queries.size());
    EXPECT_EQ(group->rays_hit(), hit);
  }
  return rays;
}

/// Every way to march, and the trace of it, tells of each ray what it does alone. Rays that miss the cube, that end in it with or without samples,
/// that are cut off.
TEST(Recorder, WholeRaysAreThoseMarchedAlone) {
  for (const std::uint32_t aabb_scale : {1u, 8u})
    for (const std::uint32_t most : {1u, 7u, 1024u}) {
      const auto scene = workloads::test::random_scene(aabb_scale, 25, 11);
      const Picture picture = workloads::test::all_cameras(29, 23, most);
      const test::Folder folder;
      test::record(NerfSource(scene, picture), folder / "t");
      const auto replayed = test::open(folder / "t");
      for (std::uint64_t frame = 0; frame < 4; ++frame) {
        const std::vector<LoneRay> alone = march_alone(NerfSource(scene, picture, march_plain), frame);
        ASSERT_EQ(alone.size(), 29u * 23u);
        for (const auto& [group_rays, at_once] : {std::pair<std::uint64_t, std::size_t>{100000, 1000000}, {1000, 64}, {50, 7}}) {
          for (const MarchVariant& variant : march_variants())
            ASSERT_TRUE(give_whole(NerfSource(scene, picture, variant.march), frame, group_rays, at_once) == alone)
                << variant.name << " scale " << aabb_scale << " frame " << frame;
          ASSERT_TRUE(give_whole(*replayed, frame, group_rays, at_once) == alone) << "scale " << aabb_scale << " frame " << frame;
        }
      }
    }
}

TEST(Recorder, TheSameBytesEveryTime) {
  const NerfSource source(workloads::test::random_scene(4, 60, 5), {150, 120, 1024, {0, 1, 2}});
  const test::Folder folder;
  for (const Compression compression : {Compression::kNone, Compression::kZstd}) {
    test::record(source, folder / "first", compression);
    test::record(source, folder / "second", compression);
    EXPECT_GT(test::open(folder / "first")->index().chunks(), 3u);
    EXPECT_TRUE(test::content_of(folder / "first") == test::content_of(folder / "second"));
  }
}

TEST(Recorder, SumsAreThoseOfRounds) {
  const NerfSource source(workloads::test::random_scene(4, 10, 5), {60, 50, 1024, {0}});
  std::uint64_t probes = 0, queries = 0;
  const auto group = source.open_frame(0)->next_group(3000);
  stream::Queries buffer;
  while (group->rays_alive() > 0) probes += group->next_round(8, buffer).probes;
  for (const LoneRay& ray : give_whole(source, 0, 3000, 256)) {
    for (const std::uint64_t count : ray.probes) probes -= count;
    probes -= ray.tail_probes;
    queries += ray.probes.size();
  }
  EXPECT_EQ(probes, 0u);
  EXPECT_EQ(queries, buffer.size());
}

TEST(Recorder, RoundsAndWholeRaysDoNotMix) {
  const NerfSource source(workloads::test::random_scene(1, 10, 5), {20, 20, 1024, {0}});
  const test::Folder folder;
  test::record(source, folder / "t");
  const auto replayed = test::open(folder / "t");
  for (const stream::QuerySource* from : {static_cast<const stream::QuerySource*>(&source), static_cast<const stream::QuerySource*>(replayed.get())}) {
    stream::Queries queries;
    stream::WholeRays rays;
    const auto begun = from->open_frame(0)->next_group(400), whole = from->open_frame(0)->next_group(400);
    begun->next_round(1, queries);
    EXPECT_THROW(static_cast<void>(dynamic_cast<stream::WholeRayGroup&>(*begun).next_whole(1, rays)), InvariantError);
    EXPECT_TRUE(dynamic_cast<stream::WholeRayGroup&>(*whole).next_whole(1, rays));
    EXPECT_THROW(whole->next_round(1, queries), InvariantError);
  }
}

}  // namespace
}  // namespace ngpcsim::workloads::trace
