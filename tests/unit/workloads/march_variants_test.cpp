#include <gtest/gtest.h>

#include "tests/unit/workloads/small_scenes.h"
#include "tests/unit/workloads/support.h"

namespace ngpcsim::workloads {
namespace {

TEST(MarchVariants, ThePlainOneIsAlwaysThere) { EXPECT_EQ(march_variants().back().name, "plain"); }

TEST(MarchVariants, AllGiveTheSameBits) {
  const auto variants = march_variants();
  if (variants.size() == 1) GTEST_SKIP() << "this processor has the plain variant only";
  for (const std::uint32_t aabb_scale : {1u, 2u, 4u, 16u, 128u})
    for (const std::uint32_t rarity : {4u, 40u, 3000u}) {
      const auto scene = test::random_scene(aabb_scale, rarity, aabb_scale * 100 + rarity);
      for (const std::uint32_t max_samples : {1024u, 37u}) {
        const Picture picture = test::all_cameras(41, 33, max_samples);
        const NerfSource plain(scene, picture, march_plain);
        for (std::uint64_t f = 0; f < plain.frames(); ++f) {
          const test::FrameResult expected = test::consume(plain, f, 500, 8, true);
          for (const MarchVariant& variant : variants) {
            const test::FrameResult got = test::consume(NerfSource(scene, picture, variant.march), f, 500, 8, true);
            ASSERT_EQ(got.queries, expected.queries) << variant.name << " aabb_scale " << aabb_scale << " frame " << f;
            ASSERT_EQ(got.probes, expected.probes) << variant.name << " aabb_scale " << aabb_scale << " frame " << f;
            ASSERT_EQ(got.hits, expected.hits);
            ASSERT_EQ(got.by_pixel, expected.by_pixel);
          }
        }
      }
    }
}

/// One call of a variant, from t = 0 on, with a quota that ends some rays early; `tally` asks for the look-ups of samples.
struct Marched {
  std::uint64_t probes = 0;
  std::vector<std::uint32_t> found, tails;
  std::vector<float> t;
  std::vector<std::vector<float>> samples;
  std::vector<std::vector<std::uint32_t>> sample_probes;
};

Marched march(const NerfScene& scene, const Camera& camera, MarchFunction variant, bool tally) {
  constexpr std::uint32_t kSide = 30, kRays = kSide * kSide, kStride = 700;
  std::vector<float> dx, dy, dz, end(kRays, 3.0f * static_cast<float>(scene.aabb_scale)), sample_t(std::size_t{kRays} * kStride);
  std::vector<std::uint32_t> ray, quota, sample_probes(tally ? sample_t.size() : 0);
  const PixelRays picture(camera, kSide, kSide);
  for (std::uint32_t i = 0; i < kRays; ++i) {
    const Vec3 d = picture.direction(i % kSide, i / kSide);
    dx.push_back(d[0]), dy.push_back(d[1]), dz.push_back(d[2]);
    ray.push_back(i);
    quota.push_back(1 + i * 37 % kStride);
  }
  Marched marched;
  marched.t.assign(kRays, 1e-3f);
  marched.found.resize(kRays);
  marched.tails.resize(tally ? kRays : 0);
  marched.probes = variant({.grid = scene.grid, .rule = scene.rule, .cone = scene.cone, .origin = camera.origin(), .dx = dx, .dy = dy, .dz = dz,
                            .ray = ray, .quota = quota, .t = marched.t, .end = end, .found = marched.found, .sample_t = sample_t, .stride = kStride, .sample_probes = sample_probes,
                            .tail_probes = marched.tails});
  for (std::size_t i = 0; i < kRays; ++i) {
    const auto at = static_cast<std::ptrdiff_t>(i * kStride), last = at + marched.found[i];
    marched.samples.emplace_back(sample_t.begin() + at, sample_t.begin() + last);
    if (tally) marched.sample_probes.emplace_back(sample_probes.begin() + at, sample_probes.begin() + last);
  }
  return marched;
}

/// From within the cube, where every ray marches.
TEST(MarchVariants, LookUpsOfSamplesAreTheSameAndAddUp) {
  for (const std::uint32_t aabb_scale : {1u, 2u, 16u})
    for (const std::uint32_t rarity : {4u, 40u, 3000u}) {
      const auto scene = test::random_scene(aabb_scale, rarity, aabb_scale * 10 + rarity);
      for (const Camera& camera : {test::oblique_camera({0.5f, 0.5f, 0.5f}, 1.2f), test::straight_camera({0.25f, 0.5f, 0.75f}, 0.7f)}) {
        const Marched plain = march(*scene, camera, march_plain, true);
        for (const MarchVariant& variant : march_variants()) {
          const Marched bare = march(*scene, camera, variant.march, false), tallied = march(*scene, camera, variant.march, true);
          std::uint64_t sum = 0;
          for (std::size_t i = 0; i < tallied.tails.size(); ++i) {
            sum += tallied.tails[i];
            for (const std::uint32_t probes : tallied.sample_probes[i]) sum += probes;
          }
          ASSERT_EQ(sum, bare.probes) << variant.name << " scale " << aabb_scale << " rarity " << rarity;
          ASSERT_EQ(tallied.probes, bare.probes);
          ASSERT_EQ(tallied.samples, bare.samples);
          ASSERT_EQ(tallied.found, bare.found);
          ASSERT_EQ(tallied.t, bare.t);
          ASSERT_EQ(tallied.sample_probes, plain.sample_probes) << variant.name << " scale " << aabb_scale << " rarity " << rarity;
          ASSERT_EQ(tallied.tails, plain.tails) << variant.name << " scale " << aabb_scale << " rarity " << rarity;
        }
      }
    }
}

}  // namespace
}  // namespace ngpcsim::workloads
