#include "models/encoding_engine/service_kernels.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <utility>

// Eight queries per vector, every corner unrolled. Functions that loop over queries exist twice, for x86-64-v3 and for the baseline, and are
// chosen at run time; integer arithmetic and std::fma give the same results in both.
#define NGPCSIM_ISA_CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))

namespace ngpcsim::models {
namespace {

constexpr std::uint32_t kPrimeY = 2654435761u;
constexpr std::uint32_t kPrimeZ = 805459861u;
constexpr std::uint32_t kLanes = 8;
constexpr std::uint32_t kBlock = 256;  ///< queries whose cells are kept at a time: 3 KiB, well inside the first cache

using Vec [[gnu::vector_size(32), gnu::may_alias]] = std::uint32_t;
using Bytes8 [[gnu::vector_size(8)]] = std::uint8_t;

/// Integer cell coordinates of a block of queries.
struct Cells {
  alignas(32) std::array<std::uint32_t, kBlock> x, y, z;
};

template <std::uint32_t N, class F>
[[gnu::always_inline]] inline void unrolled(F&& body) {
  [&]<std::uint32_t... I>(std::integer_sequence<std::uint32_t, I...>) __attribute__((always_inline)) {
    (body(std::integral_constant<std::uint32_t, I>{}), ...);
  }(std::make_integer_sequence<std::uint32_t, N>{});
}

[[gnu::always_inline]] inline void load(Vec& to, const std::array<std::uint32_t, kBlock>& from, std::uint32_t at) {
  std::memcpy(&to, from.data() + at, sizeof to);
}

[[gnu::always_inline]] inline void smaller(Vec& a, const Vec& b) { a = a < b ? a : b; }
[[gnu::always_inline]] inline void larger(Vec& a, const Vec& b) { a = a > b ? a : b; }

[[gnu::always_inline]] inline void locate_axis(float scale, const float* x, std::uint32_t count, std::array<std::uint32_t, kBlock>& cell) {
  for (std::uint32_t i = 0; i < count; ++i)
    cell[i] = static_cast<std::uint32_t>(static_cast<std::int32_t>(std::fma(scale, x[i], 0.5f)));  // not negative: truncation is floor
}

template <bool kThreeD>
[[gnu::always_inline]] inline void locate_block(const KernelLevel& level, const float* x, const float* y, const float* z, std::uint32_t count, Cells& cells) {
  locate_axis(level.scale, x, count, cells.x);
  locate_axis(level.scale, y, count, cells.y);
  if constexpr (kThreeD) locate_axis(level.scale, z, count, cells.z);
}

/// Indices of the corners, bit d of the corner number for dimension d. `kWraps`: a dense index may reach the number of entries.
template <bool kHashed, bool kThreeD, bool kWraps>
[[gnu::always_inline]] inline void corner_indices(const KernelLevel& level, const Cells& cells, std::uint32_t at, Vec* index) {
  Vec cx, cy, cz;
  load(cx, cells.x, at);
  load(cy, cells.y, at);
  if constexpr (kThreeD) load(cz, cells.z, at);
  constexpr std::uint32_t kCorners = kThreeD ? 8 : 4;
  if constexpr (kHashed) {
    const std::uint32_t mask = level.entries - 1;  // a hashed table has 2^T entries
    const Vec hx[2] = {cx & mask, (cx + 1) & mask};
    const Vec hy[2] = {(cy * kPrimeY) & mask, (cy * kPrimeY + kPrimeY) & mask};
    Vec hz[2] = {};
    if constexpr (kThreeD) {
      hz[0] = (cz * kPrimeZ) & mask;
      hz[1] = (cz * kPrimeZ + kPrimeZ) & mask;
    }
    unrolled<kCorners>([&](auto c) __attribute__((always_inline)) { index[c] = hx[c & 1] ^ hy[(c >> 1) & 1] ^ hz[(c >> 2) & 1]; });
  } else {
    Vec base = cx + cy * level.stride_y;
    if constexpr (kThreeD) base += cz * level.stride_z;
    unrolled<kCorners>([&](auto c) __attribute__((always_inline)) {
      index[c] = base + ((c & 1) + ((c >> 1) & 1) * level.stride_y + ((c >> 2) & 1) * level.stride_z);
      if constexpr (kWraps) smaller(index[c], index[c] - level.entries);  // modulo, the index being below twice the entries
    });
  }
}

/// Bank maps as functors on eight words. Shifts known to the compiler:
template <std::uint32_t kMask, std::uint32_t... kShifts>
struct StaticFold {
  explicit StaticFold(const KernelLevel&) {}
  [[gnu::always_inline]] void operator()(Vec& word) const {
    ((word ^= word >> kShifts), ...);
    word &= kMask;
  }
};

/// Shifts known at run time.
template <std::uint32_t kSteps>
struct RuntimeFold {
  explicit RuntimeFold(const KernelLevel& level) : steps(level.fold), mask((1u << level.log2_banks) - 1) {}
  [[gnu::always_inline]] void operator()(Vec& word) const {
    unrolled<kSteps>([&](auto s) __attribute__((always_inline)) { word ^= word >> steps.shifts[s]; });
    word &= mask;
  }
  FoldSteps steps;
  std::uint32_t mask;
};

/// One pad word per row of banks: not linear over GF(2).
struct PadFold {
  explicit PadFold(const KernelLevel& level) : log2_banks(level.log2_banks) {}
  [[gnu::always_inline]] void operator()(Vec& word) const { word = (word + (word >> log2_banks)) & ((1u << log2_banks) - 1); }
  std::uint32_t log2_banks;
};

/// The most frequent of the banks, for up to eight of them: one counter of four bits per bank.
template <std::uint32_t kCorners>
[[gnu::always_inline]] inline void fullest_of_few(const Vec* bank, Vec& most) {
  Vec counts = {};
  unrolled<kCorners>([&](auto c) __attribute__((always_inline)) { counts += (Vec{} + 1) << (bank[c] << 2); });
  most = counts & 15u;
  unrolled<7>([&](auto n) __attribute__((always_inline)) { larger(most, (counts >> (n * 4 + 4)) & 15u); });
}

/// The same for any number of banks, by comparing all pairs.
template <std::uint32_t kCorners>
[[gnu::always_inline]] inline void fullest_of_many(const Vec* bank, Vec& most) {
  most = Vec{};
  unrolled<kCorners>([&](auto a) __attribute__((always_inline)) {
    Vec same = {};
    unrolled<kCorners>([&](auto b) __attribute__((always_inline)) { same -= reinterpret_cast<Vec>(bank[a] == bank[b]); });
    larger(most, same);
  });
}

template <bool kHashed, bool kThreeD, bool kWraps, bool kFew, class Fold>
[[gnu::always_inline]] inline void count_banks(const KernelLevel& level, const Fold& fold, const Cells& cells, std::uint32_t at, Vec& most) {
  constexpr std::uint32_t kCorners = kThreeD ? 8 : 4;
  Vec word[kCorners];
  corner_indices<kHashed, kThreeD, kWraps>(level, cells, at, word);
  unrolled<kCorners>([&](auto c) __attribute__((always_inline)) { fold(word[c]); });
  if constexpr (kFew) fullest_of_few<kCorners>(word, most);
  else fullest_of_many<kCorners>(word, most);
}

/// Hashed levels under a map that is linear over GF(2). The index of a corner is hx ^ hy ^ hz, so its bank is the XOR of three folded parts, and
/// the banks of the eight corners are one bank XOR all sums of the three differences dx, dy, dz. Each value of that span is
/// taken equally often: by corners / 2^rank of them, rank being that of {dx, dy, dz}.
template <bool kThreeD, class Fold>
[[gnu::always_inline]] inline void count_by_rank(const KernelLevel& level, const Fold& fold, const Cells& cells, std::uint32_t at, Vec& most) {
  const std::uint32_t table = level.entries - 1;
  Vec dx, dy, c;
  load(c, cells.x, at);
  dx = (c ^ (c + 1)) & table;
  fold(dx);
  load(c, cells.y, at);
  c *= kPrimeY;
  dy = (c ^ (c + kPrimeY)) & table;
  fold(dy);
  smaller(dy, dy ^ dx);  // without dx's leading bit
  Vec missing = 3 + reinterpret_cast<Vec>(dx != 0) + reinterpret_cast<Vec>(dy != 0);
  if constexpr (kThreeD) {
    load(c, cells.z, at);
    c *= kPrimeZ;
    Vec dz = (c ^ (c + kPrimeZ)) & table;
    fold(dz);
    smaller(dz, dz ^ dx);
    smaller(dz, dz ^ dy);
    missing += reinterpret_cast<Vec>(dz != 0);
  } else {
    missing -= 1;
  }
  most = (Vec{} + 1) << missing;
}

/// Whether an upper corner of the block may reach the number of entries.
template <bool kThreeD>
[[gnu::always_inline]] inline bool may_wrap(const KernelLevel& level, const Cells& cells, std::uint32_t count) {
  const auto largest = [count](const auto& axis) __attribute__((always_inline)) {
    std::uint32_t most = 0;
    for (std::uint32_t i = 0; i < count; ++i) most = std::max(most, axis[i]);
    return std::uint64_t{most} + 1;
  };
  std::uint64_t index = largest(cells.x) + largest(cells.y) * level.stride_y;
  if constexpr (kThreeD) index += largest(cells.z) * level.stride_z;
  return index >= level.entries;
}

/// Runs `counts(at, most)` over the queries of a block, eight at a time. Elements beyond `count` hold what lay there before; they are not copied out.
template <class Counts>
[[gnu::always_inline]] inline void over_block(std::uint32_t count, std::uint8_t* fullest, Counts&& counts) {
  std::array<std::uint8_t, kBlock> block;
  for (std::uint32_t at = 0; at < count; at += kLanes) {
    Vec most;
    counts(at, most);
    const Bytes8 bytes = __builtin_convertvector(most, Bytes8);
    std::memcpy(block.data() + at, &bytes, sizeof bytes);
  }
  std::memcpy(fullest, block.data(), count);
}

/// All queries of a level. `kLinear`: the fold is linear over GF(2); `kFew`: at most eight banks.
template <bool kThreeD, bool kLinear, bool kFew, class Fold>
[[gnu::always_inline]] inline void run_level(const KernelLevel& level, const float* x, const float* y, const float* z, std::uint32_t count,
                                             std::uint8_t* fullest) {
  const Fold fold(level);
  Cells cells;
  for (std::uint32_t from = 0; from < count; from += kBlock) {
    const std::uint32_t n = std::min(kBlock, count - from);
    locate_block<kThreeD>(level, x + from, y + from, kThreeD ? z + from : nullptr, n, cells);
    std::uint8_t* out = fullest + from;
    if (level.hashed) {
      over_block(n, out, [&](std::uint32_t at, Vec& most) __attribute__((always_inline)) {
        if constexpr (kLinear) count_by_rank<kThreeD>(level, fold, cells, at, most);
        else count_banks<true, kThreeD, false, kFew>(level, fold, cells, at, most);
      });
    } else if (may_wrap<kThreeD>(level, cells, n)) {
      over_block(n, out, [&](std::uint32_t at, Vec& most) __attribute__((always_inline)) { count_banks<false, kThreeD, true, kFew>(level, fold, cells, at, most); });
    } else {
      over_block(n, out, [&](std::uint32_t at, Vec& most) __attribute__((always_inline)) { count_banks<false, kThreeD, false, kFew>(level, fold, cells, at, most); });
    }
  }
}

template <bool kThreeD, bool kFew>
[[gnu::always_inline]] inline void run_folded(const KernelLevel& level, const float* x, const float* y, const float* z, std::uint32_t count,
                                              std::uint8_t* fullest) {
  switch (level.fold.count) {
    case 0: return run_level<kThreeD, true, kFew, RuntimeFold<0>>(level, x, y, z, count, fullest);
    case 1: return run_level<kThreeD, true, kFew, RuntimeFold<1>>(level, x, y, z, count, fullest);
    case 2: return run_level<kThreeD, true, kFew, RuntimeFold<2>>(level, x, y, z, count, fullest);
    case 3: return run_level<kThreeD, true, kFew, RuntimeFold<3>>(level, x, y, z, count, fullest);
    case 4: return run_level<kThreeD, true, kFew, RuntimeFold<4>>(level, x, y, z, count, fullest);
    default: return run_level<kThreeD, true, kFew, RuntimeFold<5>>(level, x, y, z, count, fullest);
  }
}

/// Two and eight banks under `xor` are the ones that are swept most: their shifts are compiled in.
template <bool kThreeD>
[[gnu::always_inline]] inline void run_any(const KernelLevel& level, const float* x, const float* y, const float* z, std::uint32_t count,
                                           std::uint8_t* fullest) {
  const FoldSteps& fold = level.fold;
  if (level.padded) return run_level<kThreeD, false, false, PadFold>(level, x, y, z, count, fullest);
  if (level.log2_banks == 3 && fold.count == 3) return run_level<kThreeD, true, true, StaticFold<7, 12, 6, 3>>(level, x, y, z, count, fullest);
  if (level.log2_banks == 1 && fold.count == 5) return run_level<kThreeD, true, true, StaticFold<1, 16, 8, 4, 2, 1>>(level, x, y, z, count, fullest);
  if (level.log2_banks <= 3) return run_folded<kThreeD, true>(level, x, y, z, count, fullest);
  run_folded<kThreeD, false>(level, x, y, z, count, fullest);
}

NGPCSIM_ISA_CLONES void fullest_3d(const KernelLevel& level, const float* x, const float* y, const float* z, std::uint32_t count, std::uint8_t* fullest) {
  run_any<true>(level, x, y, z, count, fullest);
}

NGPCSIM_ISA_CLONES void fullest_2d(const KernelLevel& level, const float* x, const float* y, std::uint32_t count, std::uint8_t* fullest) {
  run_any<false>(level, x, y, nullptr, count, fullest);
}

template <bool kHashed, bool kThreeD>
[[gnu::always_inline]] inline std::uint32_t checksum(const KernelLevel& level, const float* x, const float* y, const float* z, std::uint32_t count) {
  Cells cells;
  Vec sum = {};
  for (std::uint32_t from = 0; from < count; from += kBlock) {
    const std::uint32_t n = std::min(kBlock, count - from);
    locate_block<kThreeD>(level, x + from, y + from, kThreeD ? z + from : nullptr, n, cells);
    for (std::uint32_t at = 0; at + kLanes <= n; at += kLanes) {
      Vec index[8];
      corner_indices<kHashed, kThreeD, true>(level, cells, at, index);
      unrolled<kThreeD ? 8 : 4>([&](auto c) __attribute__((always_inline)) { sum ^= index[c] + c.value; });
    }
  }
  std::uint32_t all = 0;
  for (std::uint32_t l = 0; l < kLanes; ++l) all ^= sum[l];
  return all;
}

NGPCSIM_ISA_CLONES std::uint32_t checksum_clones(const KernelLevel& level, const float* x, const float* y, const float* z, std::uint32_t count) {
  if (level.three_d) return level.hashed ? checksum<true, true>(level, x, y, z, count) : checksum<false, true>(level, x, y, z, count);
  return level.hashed ? checksum<true, false>(level, x, y, z, count) : checksum<false, false>(level, x, y, z, count);
}

}  // namespace

KernelLevel kernel_level(const GridLevel& level, std::uint32_t dims, std::uint32_t log2_banks, BankMap map) {
  const auto word_bits = static_cast<std::uint32_t>(std::bit_width(level.entries - 1));
  return {.scale = level.scale,
          .hashed = level.hashed,
          .three_d = dims == 3,
          .stride_y = level.strides[1],
          .stride_z = level.strides[2],
          .entries = level.entries,
          .log2_banks = log2_banks,
          .padded = map == BankMap::kPadded,
          .fold = map == BankMap::kPadded ? FoldSteps{} : fold_steps(map, log2_banks, word_bits)};
}

void fullest_banks(const KernelLevel& level, const float* x, const float* y, const float* z, std::uint32_t count, std::uint8_t* fullest) {
  if (level.three_d) return fullest_3d(level, x, y, z, count, fullest);
  fullest_2d(level, x, y, count, fullest);
}

std::uint32_t address_checksum(const KernelLevel& level, const float* x, const float* y, const float* z, std::uint32_t count) {
  return checksum_clones(level, x, y, z, count);
}

}  // namespace ngpcsim::models
