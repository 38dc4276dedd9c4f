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

}  // namespace
}  // namespace ngpcsim::workloads
