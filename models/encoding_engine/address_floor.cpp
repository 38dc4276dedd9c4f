#include "models/encoding_engine/address_floor.h"

#include <cstring>
#include <utility>

#include "models/common/grid_index.h"
#include "models/common/isa_clones.h"

namespace ngpcsim::models {
namespace {

constexpr std::uint32_t kLanes = 8;

using Vec [[gnu::vector_size(32)]] = std::uint32_t;

template <class Body>
[[gnu::always_inline]] inline void for_corners(Body&& body) {
  [&]<std::uint32_t... C>(std::integer_sequence<std::uint32_t, C...>) __attribute__((always_inline)) {
    (body(std::integral_constant<std::uint32_t, C>{}), ...);
  }(std::make_integer_sequence<std::uint32_t, 8>{});
}

[[gnu::always_inline]] inline void load(Vec& to, const Cells::Axis& from, std::uint32_t at) { std::memcpy(&to, from.data() + at, sizeof to); }

[[gnu::always_inline]] inline void store(const Vec& index, Cells::Axis& to, std::uint32_t at) { std::memcpy(to.data() + at, &index, sizeof index); }

[[gnu::always_inline]] inline void hashed(const GridLevel& level, const Cells& cells, std::uint32_t at, CornerAddresses& addresses) {
  const std::uint32_t mask = level.entries - 1;  // a hashed table has 2^T entries
  Vec cx, cy, cz;
  load(cx, cells.x, at);
  load(cy, cells.y, at);
  load(cz, cells.z, at);
  const Vec hx[2] = {cx & mask, (cx + 1) & mask};
  const Vec hy[2] = {(cy * kHashPrimes[1]) & mask, (cy * kHashPrimes[1] + kHashPrimes[1]) & mask};
  const Vec hz[2] = {(cz * kHashPrimes[2]) & mask, (cz * kHashPrimes[2] + kHashPrimes[2]) & mask};
  for_corners([&](auto c) __attribute__((always_inline)) { store(hx[c & 1] ^ hy[(c >> 1) & 1] ^ hz[(c >> 2) & 1], addresses.corner[c], at); });
}

[[gnu::always_inline]] inline void dense(const GridLevel& level, const Cells& cells, std::uint32_t at, CornerAddresses& addresses) {
  Vec cx, cy, cz;
  load(cx, cells.x, at);
  load(cy, cells.y, at);
  load(cz, cells.z, at);
  const Vec base = cx + cy * level.strides[1] + cz * level.strides[2];
  for_corners([&](auto c) __attribute__((always_inline)) {
    const Vec index = base + ((c & 1) + ((c >> 1) & 1) * level.strides[1] + ((c >> 2) & 1) * level.strides[2]);
    const Vec wrapped = index - level.entries;  // modulo: an index is below twice the entries
    store(index < wrapped ? index : wrapped, addresses.corner[c], at);
  });
}

NGPCSIM_ISA_CLONES void all_corners(const GridLevel& level, const Cells& cells, std::uint32_t count, CornerAddresses& addresses) {
  const GridLevel local = level;
  if (local.hashed)
    for (std::uint32_t at = 0; at < count; at += kLanes) hashed(local, cells, at, addresses);
  else
    for (std::uint32_t at = 0; at < count; at += kLanes) dense(local, cells, at, addresses);
}

}  // namespace

void corner_addresses(const GridLevel& level, const PositionBlock& block, CornerAddresses& addresses) {
  Cells cells;
  locate_cells(level.scale, 3, block, cells);
  all_corners(level, cells, block.count, addresses);
}

}  // namespace ngpcsim::models
