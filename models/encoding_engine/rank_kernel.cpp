#include "models/encoding_engine/rank_kernel.h"

#include <array>
#include <cstring>

#include "models/common/grid_index.h"
#include "models/common/isa_clones.h"

namespace ngpcsim::models {
namespace {

using Vec [[gnu::vector_size(32)]] = std::uint32_t;
using Bytes32 [[gnu::vector_size(32)]] = std::uint8_t;

/// Shifts known to the compiler: `xor` of two and of eight banks, which are swept most.
template <std::uint32_t... kShifts>
struct StaticShifts {
  explicit StaticShifts(const FoldSteps&) {}
  [[gnu::always_inline]] void operator()(Vec& word) const { ((word ^= word >> kShifts), ...); }
};

template <std::uint32_t kSteps>
struct Shifts {
  explicit Shifts(const FoldSteps& fold) : steps(fold.shifts) {}
  [[gnu::always_inline]] void operator()(Vec& word) const {
    for (std::uint32_t s = 0; s < kSteps; ++s) word ^= word >> steps[s];
  }
  std::array<std::uint32_t, 5> steps;
};

/// The bank difference between a coordinate's upper and lower neighbour, of a part that is coordinate x prime.
template <class Fold>
[[gnu::always_inline]] inline void difference(Vec& d, const Cells::Axis& axis, std::uint32_t at, std::uint32_t prime, const FoldedHash& hash, const Fold& fold) {
  std::memcpy(&d, axis.data() + at, sizeof d);
  if (prime != 1) d *= prime;
  d = (d ^ (d + prime)) & hash.index_mask;
  fold(d);
  d &= hash.bank_mask;
}

/// a without the leading bit of b.
[[gnu::always_inline]] inline void reduce(Vec& a, const Vec& b) {
  const Vec other = a ^ b;
  a = a < other ? a : other;
}

/// Accesses to the fullest bank of the eight queries from `at` on.
template <bool kThreeD, class Fold>
[[gnu::always_inline]] inline void fullest_of_eight(const FoldedHash& hash, const Fold& fold, const Cells& cells, std::uint32_t at, Vec& fullest) {
  Vec dx, dy;
  difference(dx, cells.x, at, 1, hash, fold);
  difference(dy, cells.y, at, kHashPrimes[1], hash, fold);
  reduce(dy, dx);
  Vec missing = Vec{} - reinterpret_cast<Vec>(dx == 0) - reinterpret_cast<Vec>(dy == 0);  // dims - rank
  if constexpr (kThreeD) {
    Vec dz;
    difference(dz, cells.z, at, kHashPrimes[2], hash, fold);
    reduce(dz, dx);
    reduce(dz, dy);
    missing -= reinterpret_cast<Vec>(dz == 0);
  }
  fullest = (Vec{} + 1) << missing;
}

/// Byte 4j + g of the vector is query 8g + j: put in order.
[[gnu::always_inline]] inline void store_in_order(const Vec& interleaved, std::uint8_t* to) {
  const Bytes32 in_halves = __builtin_shufflevector(reinterpret_cast<Bytes32>(interleaved), Bytes32{}, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 16, 20, 24,
                                                    28, 17, 21, 25, 29, 18, 22, 26, 30, 19, 23, 27, 31);
  const Vec ordered = __builtin_shufflevector(reinterpret_cast<Vec>(in_halves), Vec{}, 0, 4, 1, 5, 2, 6, 3, 7);
  std::memcpy(to, &ordered, sizeof ordered);
}

template <bool kThreeD, class Fold>
[[gnu::always_inline]] inline void run(const FoldedHash& hash, const Cells& cells, std::uint32_t count, std::uint8_t* fullest) {
  const FoldedHash local = hash;
  const Fold fold(local.fold);
  for (std::uint32_t at = 0; at < count; at += 32) {
    Vec all = {};
    for (std::uint32_t g = 0; g < 4; ++g) {
      Vec eight;
      fullest_of_eight<kThreeD>(local, fold, cells, at + 8 * g, eight);
      all |= eight << (8 * g);
    }
    store_in_order(all, fullest + at);
  }
}

template <bool kThreeD>
[[gnu::always_inline]] inline void choose(const FoldedHash& hash, const Cells& cells, std::uint32_t count, std::uint8_t* fullest) {
  const std::array<std::uint32_t, 5>& s = hash.fold.shifts;
  switch (hash.fold.count) {
    case 0: return run<kThreeD, Shifts<0>>(hash, cells, count, fullest);
    case 1: return run<kThreeD, Shifts<1>>(hash, cells, count, fullest);
    case 2: return run<kThreeD, Shifts<2>>(hash, cells, count, fullest);
    case 3: return s[2] == 3 ? run<kThreeD, StaticShifts<12, 6, 3>>(hash, cells, count, fullest) : run<kThreeD, Shifts<3>>(hash, cells, count, fullest);
    case 4: return run<kThreeD, Shifts<4>>(hash, cells, count, fullest);
    default: return s[4] == 1 ? run<kThreeD, StaticShifts<16, 8, 4, 2, 1>>(hash, cells, count, fullest) : run<kThreeD, Shifts<5>>(hash, cells, count, fullest);
  }
}

}  // namespace

NGPCSIM_ISA_CLONES void fullest_by_rank(const FoldedHash& hash, const Cells& cells, std::uint32_t count, std::uint8_t* fullest) {
  if (hash.dims == 3) choose<true>(hash, cells, count, fullest);
  else choose<false>(hash, cells, count, fullest);
}

}  // namespace ngpcsim::models
