#include "tests/equiv/direction/direction_case.h"

#include <array>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "sim/base/rng.h"

namespace ngpcsim::equiv {
namespace {

using models::online::QueryRecord;
using Direction = std::array<float, 3>;

/// Zeros, the axes, halfway points of fp16, subnormals of fp32 and of fp16, overflow of squares and of fp16, infinities and NaN with a payload and a sign.
constexpr std::array<std::uint32_t, 18> kSpecial{0x00000000, 0x80000000, 0x3F800000, 0xBF800000, 0x3F13CD3A, 0xBF000000, 0x3F801000, 0x00000001, 0x807FFFFF,
                                                 0x1F800000, 0x9F800001, 0x33800000, 0xB8800001, 0x5F7FFFFF, 0xC6800000, 0x7F800000, 0xFF800000, 0xFFC12345};

[[nodiscard]] float special(Rng& rng) { return std::bit_cast<float>(kSpecial[rng.below(kSpecial.size())]); }

/// By rejection: no libm function but the square root, which is exactly rounded, so that a case is the same on every machine.
[[nodiscard]] Direction unit_vector(Rng& rng) {
  Direction direction{};
  float squared = 0.0F;
  while (squared < 0.01F || squared > 1.0F) {
    squared = 0.0F;
    for (float& x : direction) {
      x = 2.0F * rng.unit() - 1.0F;
      squared += x * x;
    }
  }
  for (float& x : direction) x /= std::sqrt(squared);
  return direction;
}

[[nodiscard]] Direction any_direction(Rng& rng) {
  Direction direction = unit_vector(rng);
  switch (rng.below(8)) {
    case 0:
      for (float& x : direction) x = special(rng);
      break;
    case 1:
      direction[rng.below(3)] = special(rng);
      break;
    case 2:
      for (float& x : direction) x = std::bit_cast<float>(static_cast<std::uint32_t>(rng.next()));
      break;
    default:
      break;
  }
  return direction;
}

[[nodiscard]] naive::Gate gate(Rng& rng) {
  constexpr std::array<unsigned, 6> kPercent{5, 20, 50, 80, 100, 100};
  const std::uint64_t seed = rng.next();
  return {.seed = seed, .percent = kPercent[rng.below(kPercent.size())]};
}

}  // namespace

DirectionCase random_direction_case(std::uint64_t seed) {
  Rng rng(mix64(seed));
  DirectionCase c{.seed = seed, .per_ray = rng.below(4) > 0, .stimulus = {}};
  c.stimulus.seed = seed;
  c.stimulus.valid = gate(rng);
  c.stimulus.ready = gate(rng);
  const std::size_t queries = 1 + rng.below(150);
  const std::uint32_t rays = 1 + rng.below(6), change = 1 + rng.below(8), launch = 2 + rng.below(40);
  QueryRecord query;
  for (std::size_t i = 0; i < queries; ++i) {
    query.first_of_launch = i == 0 || rng.below(launch) == 0;
    const std::uint32_t before = query.ray;
    if (rng.below(change) == 0) query.ray = rng.below(rays);
    if (query.first_of_launch || query.ray != before) query.direction = any_direction(rng);
    c.stimulus.queries.push_back(query);
  }
  return c;
}

DirectionCase special_directions() {
  DirectionCase c{.seed = 0, .per_ray = true, .stimulus = {}};
  QueryRecord query;
  query.first_of_launch = true;
  for (const std::uint32_t x : kSpecial) {
    for (const std::uint32_t y : kSpecial) {
      for (const std::uint32_t z : kSpecial) {
        query.direction = {std::bit_cast<float>(x), std::bit_cast<float>(y), std::bit_cast<float>(z)};
        c.stimulus.queries.push_back(query);
        query.first_of_launch = false;
        ++query.ray;
      }
    }
  }
  return c;
}

std::string describe(const DirectionCase& c) {
  const LaneStimulus& s = c.stimulus;
  return fmt::format("seed {}: {} queries, per_ray {}, valid {} % (seed {:#x}), ready {} % (seed {:#x})", c.seed, s.queries.size(), c.per_ray, s.valid.percent,
                     s.valid.seed, s.ready.percent, s.ready.seed);
}

}  // namespace ngpcsim::equiv
