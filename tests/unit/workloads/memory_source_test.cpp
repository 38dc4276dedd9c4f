#include "workloads/apps/memory_source.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sim/base/error.h"
#include "tests/unit/workloads/small_scenes.h"
#include "tests/unit/workloads/support.h"

namespace ngpcsim::workloads {
namespace {

std::uint32_t host_steps(std::uint64_t alive) { return alive > 100 ? 2 : 8; }

TEST(MemorySource, ReplaysWhatItRecorded) {
  const NerfSource source(test::random_scene(4, 20, 4), test::all_cameras(30, 20));
  const MemorySource memory(source, {128, host_steps});
  ASSERT_EQ(memory.frames(), source.frames());
  std::uint64_t queries = 0;
  for (std::uint64_t f = 0; f < source.frames(); ++f) {
    EXPECT_EQ(memory.frame_name(f), source.frame_name(f));
    const auto live = source.open_frame(f);
    const auto replay = memory.open_frame(f);
    EXPECT_EQ(replay->pixels(), live->pixels());
    for (;;) {
      const auto a = live->next_group(128);
      const auto b = replay->next_group(128);
      ASSERT_EQ(a == nullptr, b == nullptr);
      if (!a) break;
      EXPECT_EQ(a->rays(), b->rays());
      EXPECT_TRUE(std::ranges::equal(a->directions().x, b->directions().x));
      EXPECT_TRUE(std::ranges::equal(a->directions().z, b->directions().z));
      while (a->rays_alive() > 0) {
        ASSERT_EQ(a->rays_alive(), b->rays_alive());
        ASSERT_EQ(a->rays_hit(), b->rays_hit());
        stream::Queries from_a, from_b;
        const std::uint32_t steps = host_steps(a->rays_alive());
        const stream::RoundWork work_a = a->next_round(steps, from_a);
        const stream::RoundWork work_b = b->next_round(steps, from_b);
        EXPECT_EQ(work_a.queries, work_b.queries);
        EXPECT_EQ(work_a.probes, work_b.probes);
        EXPECT_EQ(work_a.rays_marched, work_b.rays_marched);
        EXPECT_EQ(from_a.x, from_b.x);
        EXPECT_EQ(from_a.y, from_b.y);
        EXPECT_EQ(from_a.z, from_b.z);
        EXPECT_EQ(from_a.ray, from_b.ray);
        queries += work_a.queries;
      }
      EXPECT_EQ(b->rays_alive(), 0u);
      EXPECT_EQ(a->rays_hit(), b->rays_hit());
    }
  }
  EXPECT_EQ(memory.queries(), queries);
  EXPECT_GT(queries, 0u);
}

TEST(MemorySource, AnotherConsumptionIsABrokenInvariant) {
  const NerfSource source(test::random_scene(1, 20, 4), {30, 20, 1024, {0}});
  const MemorySource memory(source, {128, host_steps});
  EXPECT_THROW((void)memory.open_frame(0)->next_group(64), InvariantError);
  const auto frame = memory.open_frame(0);
  auto group = frame->next_group(128);
  while (group && group->rays_alive() == 0) group = frame->next_group(128);
  ASSERT_NE(group, nullptr);
  stream::Queries out;
  EXPECT_THROW(group->next_round(5, out), InvariantError);
}

}  // namespace
}  // namespace ngpcsim::workloads
