#include "workloads/trace/ray_block.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "sim/base/error.h"
#include "sim/base/rng.h"
#include "workloads/trace/ray_block_writer.h"
#include "workloads/trace/trace_format.h"

namespace ngpcsim::workloads::trace {
namespace {

/// One ray, as it is to be stored.
struct RaySamples {
  bool alive = false, ends_full = false;
  std::uint32_t tail_probes = 0;
  float dx = 0.0f, dy = 0.0f, dz = 0.0f;
  std::vector<float> x, y, z;
  std::vector<std::uint32_t> probes;
};

void add(RayBlockWriter& writer, const RaySamples& ray) {
  writer.pending().rays.push_back({.queries = static_cast<std::uint32_t>(ray.x.size()), .tail_probes = ray.tail_probes, .alive = ray.alive,
                                   .ends_full = ray.ends_full, .direction = {ray.dx, ray.dy, ray.dz}});
  for (std::size_t i = 0; i < ray.x.size(); ++i) writer.pending().queries.push_back({ray.x[i], ray.y[i], ray.z[i], ray.probes[i]});
}

/// The only block of what was added.
Bytes take(RayBlockWriter& writer) {
  const auto block = writer.next(true);
  EXPECT_TRUE(block.has_value());
  return block ? Bytes(block->raw) : Bytes();
}

/// Adds `count` samples from `start` on; each step is `growth` times the one before.
RaySamples straight_ray(std::array<float, 3> start, std::array<float, 3> step, std::uint32_t count, float growth = 1.0f) {
  RaySamples ray;
  ray.alive = true;
  ray.dx = 1.0f;
  float t = 0.0f, length = 1.0f;
  for (std::uint32_t i = 0; i < count; ++i) {
    ray.x.push_back(start[0] + t * step[0]);
    ray.y.push_back(start[1] + t * step[1]);
    ray.z.push_back(start[2] + t * step[2]);
    ray.probes.push_back(1);
    t += length;
    length *= growth;
  }
  return ray;
}

/// The rays come back with the same bits, however many samples are decoded at a time.
void expect_round_trip(const std::vector<RaySamples>& rays, std::uint32_t at_once) {
  RayBlockWriter writer;
  for (const RaySamples& ray : rays) add(writer, ray);
  const RayBlock block(take(writer), static_cast<std::uint32_t>(rays.size()));
  RayBlock::Reader reader(block);
  for (const RaySamples& ray : rays) {
    const RayBlock::Ray stored = reader.next();
    EXPECT_EQ((stored.state & kAlive) != 0, ray.alive);
    EXPECT_EQ((stored.state & kEndsFull) != 0, ray.ends_full);
    EXPECT_EQ(stored.tail_probes, ray.tail_probes);
    const std::size_t count = ray.x.size();
    ASSERT_EQ(stored.state & kSampleMask, count);
    if (count > 0) {
      EXPECT_EQ(stored.direction, (std::array{ray.dx, ray.dy, ray.dz}));
    }
    RaySampler sampler{stored.begin, stored.end, {}};
    std::vector<float> x(count), y(count), z(count);
    for (std::size_t i = 0; i < count; i += at_once) {
      const std::size_t now = std::min<std::size_t>(at_once, count - i);
      std::uint64_t probes = 0, expected = 0;
      ASSERT_TRUE(sampler.decode(static_cast<std::uint32_t>(now), block, x.data() + i, y.data() + i, z.data() + i, probes));
      for (std::size_t k = i; k < i + now; ++k) expected += ray.probes[k];
      EXPECT_EQ(probes, expected);
    }
    EXPECT_EQ(sampler.at, stored.end);
    EXPECT_EQ(std::memcmp(x.data(), ray.x.data(), count * sizeof(float)), 0);
    EXPECT_EQ(std::memcmp(y.data(), ray.y.data(), count * sizeof(float)), 0);
    EXPECT_EQ(std::memcmp(z.data(), ray.z.data(), count * sizeof(float)), 0);
  }
  EXPECT_EQ(reader.left(), 0u);
}

TEST(RayBlock, RandomRaysRoundTrip) {
  Rng rng(1);
  for (int round = 0; round < 40; ++round) {
    std::vector<RaySamples> rays(1 + rng.below(20));
    for (RaySamples& ray : rays) {
      ray.alive = rng.below(4) != 0;
      if (!ray.alive) continue;
      const auto unit = [&rng] { return static_cast<float>(rng.below(1u << 24)) / static_cast<float>(1u << 24); };
      ray = straight_ray({unit() / 2, unit() / 2, unit() / 2}, {unit() / 400, unit() / 400, unit() / 400}, static_cast<std::uint32_t>(rng.below(200)), round % 2 == 0 ? 1.0f : 257.0f / 256);
      for (std::size_t i = 0; i < ray.x.size(); ++i) {
        if (rng.below(10) == 0) ray.probes[i] = static_cast<std::uint32_t>(rng.below(1000));
        if (rng.below(20) == 0) ray.x[i] = unit();
        ray.x[i] = std::min(ray.x[i], 1.0f), ray.y[i] = std::min(ray.y[i], 1.0f), ray.z[i] = std::min(ray.z[i], 1.0f);
      }
      ray.tail_probes = static_cast<std::uint32_t>(rng.below(100));
      ray.ends_full = !ray.x.empty() && rng.below(2) == 0;
      ray.dy = unit();
    }
    expect_round_trip(rays, 1 + static_cast<std::uint32_t>(rng.below(9)));
  }
}

TEST(RayBlock, EdgesOfTheCube) {
  RaySamples ray;
  ray.alive = true;
  const float tiny = std::numeric_limits<float>::denorm_min(), below_one = std::nextafter(1.0f, 0.0f);
  for (const float q : {0.0f, 1.0f, -0.0f, tiny, below_one, 1.0f, 1.0f, 0.0f, tiny, tiny, 0.5f}) {
    ray.x.push_back(q);
    ray.y.push_back(1.0f - std::abs(q));
    ray.z.push_back(q);
    ray.probes.push_back(0);
  }
  expect_round_trip({ray}, 3);
}

/// Two records and two bytes for every other sample, whatever binades the ray crosses.
TEST(RayBlock, StraightRaysTakeTwoBytesASample) {
  for (const float growth : {1.0f, 257.0f / 256}) {
    RayBlockWriter writer;
    const std::uint32_t count = growth == 1.0f ? 400 : 150;
    add(writer, straight_ray({0.04f, 0.1f, 0.9f}, {0.0011f, 0.0017f, -0.0013f}, count, growth));
    const Bytes raw = take(writer);
    const std::size_t samples = raw.size() - kRaysHeaderBytes - 8 - 4 - 12;
    EXPECT_LE(samples, (count - 2) * kShortBytes + 2 * kRecordBytes + 4 * (kRecordBytes - kShortBytes)) << growth;
  }
}

/// A gap costs one record where steps are constant: the step from before is kept.
TEST(RayBlock, AGapCostsOneRecord) {
  RaySamples ray = straight_ray({0.25f, 0.25f, 0.25f}, {0.0009765625f, 0.0009765625f, 0.0009765625f}, 60);
  RayBlockWriter writer;
  add(writer, ray);
  const std::size_t whole = take(writer).size();
  for (std::size_t i = 30; i < 60; ++i)
    for (std::vector<float>* const q : {&ray.x, &ray.y, &ray.z}) (*q)[i] += 0.125f;
  ray.probes[30] = 17;
  add(writer, ray);
  EXPECT_EQ(take(writer).size(), whole + kRecordBytes - kShortBytes);
}

/// The bytes of docs/file_formats.md, by hand: records, the largest and the smallest differences of a short and of a wide sample, few and many look-ups.
TEST(RayBlock, SamplesOfEveryForm) {
  using Position = std::array<float, 3>;
  const Position first{0.5f, 0.25f, 0.75f}, step{0x1p-10f, 0x1p-11f, -0x1p-10f};
  const auto apart = [](float from, int values) { return std::bit_cast<float>(std::bit_cast<std::uint32_t>(from) + static_cast<std::uint32_t>(values)); };
  std::vector<Position> q{first, {first[0] + step[0], first[1] + step[1], first[2] + step[2]}};
  const auto add_sample = [&](std::array<int, 3> differences) {
    const Position before = q[q.size() - 2], last = q.back();
    Position next{};
    for (std::size_t r = 0; r < 3; ++r) next[r] = apart(last[r] + (last[r] - before[r]), differences[r]);
    q.push_back(next);
  };
  Bytes expected;
  const auto record = [&](std::string_view word, const Position& at) {
    expected += word;
    for (const float coordinate : at) append(expected, coordinate);
  };
  record({"\x01\xC0", 2}, q[0]);
  record({"\x01\xC0", 2}, q[1]);
  add_sample({15, -16, 0});       // 31 + (0 << 5) + (16 << 10)
  expected += Bytes("\x1F\x40", 2);
  add_sample({-16, 15, 1});       // 0 + (31 << 5) + (17 << 10)
  expected += Bytes("\xE0\x47", 2);
  add_sample({16, -128, 127});
  expected += Bytes("\x10\x80\x80\x7F", 4);
  add_sample({-128, 127, -17});
  expected += Bytes("\x80\x80\x7F\xEF", 4);
  add_sample({0, 128, 0});
  record({"\x01\xC0", 2}, q.back());
  q.push_back({0.125f, 0.5f, 1.0f});
  record({"\xFE\xFF", 2}, q.back());  // 16382 look-ups
  q.push_back({1.0f, 0.0f, 0.5f});
  record({"\xFF\xFF", 2}, q.back());
  append(expected, 16383u);

  RaySamples ray;
  ray.alive = true;
  for (const Position& at : q) {
    ray.x.push_back(at[0]);
    ray.y.push_back(at[1]);
    ray.z.push_back(at[2]);
    ray.probes.push_back(1);
  }
  ray.probes[q.size() - 2] = 16382;
  ray.probes[q.size() - 1] = 16383;
  RayBlockWriter writer;
  add(writer, ray);
  const Bytes raw = take(writer);
  EXPECT_EQ(raw.substr(kRaysHeaderBytes + 4 + 4 + 4), expected);
  for (const std::uint32_t at_once : {1u, 4u}) expect_round_trip({ray}, at_once);
  ray.probes.back() = 0xFFFFFFFF;
  expect_round_trip({ray}, 9);
}

/// Every sample at up to `reach` fp32 values from where it would lie.
TEST(RayBlock, AnyDifferencesRoundTrip) {
  Rng rng(2);
  for (const std::uint32_t reach : {1u, 15u, 16u, 17u, 40u, 127u, 128u, 129u, 1000u}) {
    RaySamples ray = straight_ray({0.3f, 0.4f, 0.9f}, {0.0011f, 0.0007f, -0.0013f}, 300);
    for (std::vector<float>* const axis : {&ray.x, &ray.y, &ray.z})
      for (float& value : *axis) value = std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) + static_cast<std::uint32_t>(rng.below(2 * reach + 1)) - static_cast<std::uint32_t>(reach));
    expect_round_trip({ray}, 7);
  }
}

/// One look-up a sample, then three, then again one; steps that grow, then constant ones: what a block is like does not change what the next one is.
TEST(RayBlock, BlocksDoNotDependOnTheOnesBefore) {
  std::vector<RaySamples> kinds;
  for (const float growth : {1.0f, 257.0f / 256, 1.0f, 257.0f / 256})
    for (const std::uint32_t probes : {1u, 3u, 1u}) {
      kinds.push_back(straight_ray({0.04f, 0.1f, 0.9f}, {0.0011f, 0.0017f, -0.0013f}, 150, growth));
      for (std::uint32_t& count : kinds.back().probes) count = probes;
    }
  kinds.push_back(straight_ray({0.5f, 0.5f, 0.5f}, {}, 1));  // takes as many bytes whatever the growth
  RayBlockWriter writer;
  for (const RaySamples& ray : kinds) {
    RayBlockWriter fresh;
    add(fresh, ray);
    add(writer, ray);
    EXPECT_EQ(take(writer), take(fresh));
    EXPECT_FALSE(writer.next(true).has_value());
  }
  EXPECT_TRUE(writer.pending().rays.empty());
}

/// The growth of a block follows from its first rays, and then holds for all of it.
TEST(RayBlock, ManyRaysOfOneGrowth) {
  for (const float growth : {1.0f, 257.0f / 256}) {
    const std::vector<RaySamples> rays(200, straight_ray({0.04f, 0.1f, 0.9f}, {0.0011f, 0.0017f, -0.0013f}, 150, growth));
    expect_round_trip(rays, 60);
    RayBlockWriter writer;
    for (const RaySamples& ray : rays) add(writer, ray);
    EXPECT_EQ(RayBlock(take(writer), 200).growth(), growth);
  }
}

/// Blocks end after 2^16 samples or 65536 rays, whether rays come one by one or all at once.
TEST(RayBlock, WhereBlocksEndDoesNotDependOnWhatComesTogether) {
  std::vector<std::uint32_t> whole, single;
  RayBlockWriter at_once, one_by_one;
  const auto drain = [](RayBlockWriter& writer, bool last, std::vector<std::uint32_t>& rays) {
    while (const auto block = writer.next(last)) rays.push_back(block->rays);
  };
  const RaySamples ray = straight_ray({0.1f, 0.1f, 0.9f}, {0.001f, 0.001f, -0.001f}, 300);
  RaySamples empty;
  empty.alive = true;
  for (std::uint32_t i = 0; i < 1000 + 70000; ++i) {
    add(at_once, i < 1000 ? ray : empty);
    add(one_by_one, i < 1000 ? ray : empty);
    drain(one_by_one, false, single);
  }
  drain(at_once, true, whole);
  drain(one_by_one, true, single);
  EXPECT_EQ(whole, (std::vector<std::uint32_t>{219, 219, 219, 219, 65536, 71000 - 4 * 219 - 65536}));  // 219 x 300 is the first multiple above 2^16
  EXPECT_EQ(single, whole);
}

TEST(RayBlock, RaysThatCannotBeAreRefused) {
  const auto encode = [](const RaySamples& ray) {
    RayBlockWriter writer;
    add(writer, ray);
    static_cast<void>(writer.next(true));
  };
  for (const float bad : {1.0000001f, -1e-9f, std::numeric_limits<float>::quiet_NaN()})
    for (std::vector<float> RaySamples::*const axis : {&RaySamples::x, &RaySamples::y, &RaySamples::z}) {
      RaySamples ray = straight_ray({0.5f, 0.5f, 0.5f}, {0.01f, 0.0f, 0.0f}, 3);
      (ray.*axis)[1] = bad;
      EXPECT_THROW(encode(ray), InvariantError) << bad;
    }
  RaySamples dead = straight_ray({0.5f, 0.5f, 0.5f}, {0.01f, 0.0f, 0.0f}, 3);
  dead.alive = false;
  EXPECT_THROW(encode(dead), InvariantError);
  RaySamples full;
  full.alive = full.ends_full = true;
  EXPECT_THROW(encode(full), InvariantError);
}

TEST(RayBlock, PositionsOutsideTheCubeDoNotDecode) {
  RayBlockWriter writer;
  add(writer, straight_ray({0.5f, 0.5f, 0.5f}, {0.01f, 0.0f, 0.0f}, 1));
  const Bytes raw = take(writer);
  for (const float bad : {1.0000001f, -1e-9f, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()})
    for (const std::size_t axis : {0u, 1u, 2u}) {
      Bytes changed = raw;
      std::memcpy(changed.data() + changed.size() - kRecordBytes + 2 + 4 * axis, &bad, sizeof bad);
      const RayBlock block(changed, 1);
      const RayBlock::Ray ray = RayBlock::Reader(block).next();
      RaySampler sampler{ray.begin, ray.end, {}};
      float x = 0, y = 0, z = 0;
      std::uint64_t probes = 0;
      EXPECT_FALSE(sampler.decode(1, block, &x, &y, &z, probes)) << bad;
    }
}

TEST(RayBlock, PayloadsThatContradictThemselves) {
  RayBlockWriter writer;
  add(writer, straight_ray({0.5f, 0.5f, 0.5f}, {0.01f, 0.0f, 0.0f}, 3));
  add(writer, {});
  const Bytes raw = take(writer);
  EXPECT_NO_THROW(RayBlock(raw, 2));
  const auto with_word = [&raw](std::size_t at, std::uint32_t value) {
    Bytes changed = raw;
    std::memcpy(changed.data() + at, &value, sizeof value);
    return changed;
  };
  EXPECT_THROW(RayBlock(raw, 1), PayloadError);
  EXPECT_THROW(RayBlock(raw, 0), PayloadError);
  EXPECT_THROW(RayBlock(raw, kMaxChunkRays + 1), PayloadError);
  EXPECT_THROW(RayBlock({}, 1), PayloadError);
  EXPECT_THROW(RayBlock(raw.substr(0, raw.size() - 1), 2), PayloadError);
  EXPECT_THROW(RayBlock(raw + "x", 2), PayloadError);
  EXPECT_THROW(RayBlock(with_word(0, 4), 2), PayloadError);                        // samples of the chunk
  EXPECT_THROW(RayBlock(with_word(4, 0xFFFFFFFF), 2), PayloadError);               // rays with samples
  EXPECT_THROW(RayBlock(with_word(12, 0x7FC00000), 2), PayloadError);              // growth
  EXPECT_THROW(RayBlock(with_word(20, kAlive | kSampleMask), 2), PayloadError);    // samples of the first ray
  EXPECT_THROW(RayBlock(with_word(20, 3), 2), PayloadError);                       // samples of a ray that does not live
  EXPECT_THROW(RayBlock(with_word(24, kEndsFull | kAlive), 2), PayloadError);      // full without samples
  EXPECT_THROW(RayBlock(with_word(36, 5), 2), PayloadError);                       // bytes of the samples
}

}  // namespace
}  // namespace ngpcsim::workloads::trace
