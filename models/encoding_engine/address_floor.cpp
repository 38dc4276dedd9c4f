#include "models/encoding_engine/address_floor.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "models/common/isa_clones.h"

namespace ngpcsim::models {
namespace {

constexpr std::uint32_t kPrimeY = 2654435761u;
constexpr std::uint32_t kPrimeZ = 805459861u;
constexpr std::uint32_t kLanes = 8;

using Vec [[gnu::vector_size(32)]] = std::uint32_t;

template <class Body>
[[gnu::always_inline]] inline void for_corners(Body&& body) {
  [&]<std::uint32_t... C>(std::integer_sequence<std::uint32_t, C...>) __attribute__((always_inline)) {
    (body(std::integral_constant<std::uint32_t, C>{}), ...);
  }(std::make_integer_sequence<std::uint32_t, 8>{});
}

[[gnu::always_inline]] inline void load(Vec& to, const Cells::Axis& from, std::uint32_t at) { std::memcpy(&to, from.data() + at, sizeof to); }

[[gnu::always_inline]] inline void add_hashed(const GridLevel& level, const Cells& cells, std::uint32_t at, Vec& sum) {
  const std::uint32_t mask = level.entries - 1;  // a hashed table has 2^T entries
  Vec cx, cy, cz;
  load(cx, cells.x, at);
  load(cy, cells.y, at);
  load(cz, cells.z, at);
  const Vec hx[2] = {cx & mask, (cx + 1) & mask};
  const Vec hy[2] = {(cy * kPrimeY) & mask, (cy * kPrimeY + kPrimeY) & mask};
  const Vec hz[2] = {(cz * kPrimeZ) & mask, (cz * kPrimeZ + kPrimeZ) & mask};
  for_corners([&](auto c) __attribute__((always_inline)) { sum ^= (hx[c & 1] ^ hy[(c >> 1) & 1] ^ hz[(c >> 2) & 1]) + c.value; });
}

[[gnu::always_inline]] inline void add_dense(const GridLevel& level, const Cells& cells, std::uint32_t at, Vec& sum) {
  Vec cx, cy, cz;
  load(cx, cells.x, at);
  load(cy, cells.y, at);
  load(cz, cells.z, at);
  const Vec base = cx + cy * level.strides[1] + cz * level.strides[2];
  for_corners([&](auto c) __attribute__((always_inline)) {
    const Vec index = base + ((c & 1) + ((c >> 1) & 1) * level.strides[1] + ((c >> 2) & 1) * level.strides[2]);
    const Vec wrapped = index - level.entries;  // modulo: an index is below twice the entries
    sum ^= (index < wrapped ? index : wrapped) + c.value;
  });
}

NGPCSIM_ISA_CLONES void add_level(const GridLevel& level, const Cells& cells, std::uint32_t count, std::uint32_t (&sums)[kLanes]) {
  Vec sum;
  std::memcpy(&sum, sums, sizeof sum);
  if (level.hashed)
    for (std::uint32_t at = 0; at < count; at += kLanes) add_hashed(level, cells, at, sum);
  else
    for (std::uint32_t at = 0; at < count; at += kLanes) add_dense(level, cells, at, sum);
  std::memcpy(sums, &sum, sizeof sum);
}

}  // namespace

std::uint32_t address_checksum(std::span<const GridLevel> levels, const PositionBlock& block) {
  std::uint32_t sums[kLanes] = {};
  Cells cells;
  for (const GridLevel& level : levels) {
    locate_cells(level.scale, 3, block, cells);
    add_level(level, cells, block.count, sums);
  }
  std::uint32_t all = 0;
  for (const std::uint32_t sum : sums) all ^= sum;
  return all;
}

}  // namespace ngpcsim::models
