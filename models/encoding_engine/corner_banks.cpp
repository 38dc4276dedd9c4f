#include "models/encoding_engine/corner_banks.h"

#include <array>
#include <bit>
#include <cstring>

#include "models/common/grid_index.h"
#include "models/common/isa_clones.h"
#include "sim/base/error.h"

namespace ngpcsim::models {
namespace {

/// Numbers of one corner before the modulo. Bit d of `corner` selects the upper neighbour along dimension d.
NGPCSIM_ISA_CLONES void hash_corner(const Cells& cells, std::uint32_t count, std::uint32_t corner, Cells::Axis& to) {
  const std::uint32_t up_x = corner & 1, up_y = (corner >> 1) & 1, up_z = corner >> 2;
  for (std::uint32_t i = 0; i < count; ++i) to[i] = (cells.x[i] + up_x) ^ (cells.y[i] + up_y) * kHashPrimes[1] ^ (cells.z[i] + up_z) * kHashPrimes[2];
}

NGPCSIM_ISA_CLONES void sum_corner(const Cells& cells, std::uint32_t count, std::uint32_t corner, const std::array<std::uint32_t, 3>& strides, Cells::Axis& to) {
  const std::uint32_t sx = strides[0], sy = strides[1], sz = strides[2];
  const std::uint32_t up = (corner & 1) * sx + ((corner >> 1) & 1) * sy + (corner >> 2) * sz;
  for (std::uint32_t i = 0; i < count; ++i) to[i] = cells.x[i] * sx + cells.y[i] * sy + cells.z[i] * sz + up;
}

NGPCSIM_ISA_CLONES void mask_and_shift(std::uint32_t count, std::uint32_t mask, std::uint32_t shift, Cells::Axis& to) {
  for (std::uint32_t i = 0; i < count; ++i) to[i] = (to[i] & mask) >> shift;
}

NGPCSIM_ISA_CLONES void wrap_once_and_shift(std::uint32_t count, std::uint32_t entries, std::uint32_t shift, Cells::Axis& to) {
  for (std::uint32_t i = 0; i < count; ++i) to[i] = std::min(to[i], to[i] - entries) >> shift;
}

void divide_and_shift(std::uint32_t count, std::uint32_t entries, std::uint32_t shift, Cells::Axis& to) {
  for (std::uint32_t i = 0; i < count; ++i) to[i] = to[i] % entries >> shift;
}

NGPCSIM_ISA_CLONES void fold_words(std::uint32_t count, const Cells::Axis& words, const FoldSteps& fold, std::uint32_t mask, Cells::Axis& banks) {
  std::memcpy(banks.data(), words.data(), count * sizeof banks[0]);
  for (std::uint32_t s = 0; s < fold.count; ++s) {
    const std::uint32_t shift = fold.shifts[s];
    for (std::uint32_t i = 0; i < count; ++i) banks[i] ^= banks[i] >> shift;
  }
  for (std::uint32_t i = 0; i < count; ++i) banks[i] &= mask;
}

NGPCSIM_ISA_CLONES void pad_words(std::uint32_t count, const Cells::Axis& words, std::uint32_t bits, Cells::Axis& banks) {
  for (std::uint32_t i = 0; i < count; ++i) banks[i] = (words[i] + (words[i] >> bits)) & ((1u << bits) - 1);
}

NGPCSIM_ISA_CLONES void reduce_words(std::uint32_t count, const Cells::Axis& words, std::uint32_t bits, Cells::Axis& banks) {
  std::memcpy(banks.data(), words.data(), count * sizeof banks[0]);
  for (std::uint32_t bit = 32; bit-- > bits;) {
    const std::uint32_t polynomial = kParityPolynomials[bits] << (bit - bits);
    for (std::uint32_t i = 0; i < count; ++i) banks[i] ^= polynomial & (0u - (banks[i] >> bit & 1u));
  }
}

/// Four banks of a byte each, the first lowest.
NGPCSIM_ISA_CLONES void pack_four(std::uint32_t count, const Cells::Axis* banks, Cells::Axis& packed) {
  for (std::uint32_t i = 0; i < count; ++i) packed[i] = banks[0][i] | banks[1][i] << 8 | banks[2][i] << 16 | banks[3][i] << 24;
}

}  // namespace

CornerBanks::CornerBanks(const GridLevel& level, std::uint32_t dims, std::uint32_t banks, const GridSramParams& sram)
    : level_(level),
      corners_(1u << dims),
      word_shift_(static_cast<std::uint32_t>(std::countr_zero(sram.word_entries))),
      log2_banks_(static_cast<std::uint32_t>(std::countr_zero(banks))),
      map_(sram.bank_map),
      fold_(fold_steps(sram.bank_map, log2_banks_, 32 - word_shift_)) {
  check(std::has_single_bit(banks) && banks <= 256, "{} banks", banks);
  // The upper corners of a position at 1 lie one past the last vertex.
  std::uint64_t largest = 0;
  for (std::uint32_t d = 0; d < dims; ++d) largest += std::uint64_t{level.resolution} * level.strides[d];
  if (std::has_single_bit(level.entries)) wrap_ = Wrap::kMask;
  else wrap_ = !level.hashed && largest < 2 * std::uint64_t{level.entries} ? Wrap::kOnce : Wrap::kDivide;
}

void CornerBanks::fill(const Cells& cells, std::uint32_t count, PassAccesses* to, std::size_t stride) const {
  Words words, banks;
  locate(cells, count, words, banks);
  Cells::Axis low, high;
  pack_four(count, banks.corner, low);
  if (corners_ == 8) pack_four(count, banks.corner + 4, high);
  else high.fill(0);
  for (std::uint32_t i = 0; i < count; ++i) {
    PassAccesses& accesses = to[i * stride];
    const std::uint64_t all = low[i] | std::uint64_t{high[i]} << 32;
    static_assert(std::endian::native == std::endian::little);
    std::memcpy(accesses.bank.data(), &all, sizeof all);
    accesses.count = static_cast<std::uint8_t>(corners_);
  }
  if (word_shift_ > 0) merge(count, words, to, stride);
}

void CornerBanks::find_words(const Cells& cells, std::uint32_t count, Words& words) const {
  for (std::uint32_t c = 0; c < corners_; ++c) {
    Cells::Axis& corner = words.corner[c];
    if (level_.hashed) hash_corner(cells, count, c, corner);
    else sum_corner(cells, count, c, level_.strides, corner);
    switch (wrap_) {
      case Wrap::kMask: mask_and_shift(count, level_.entries - 1, word_shift_, corner); break;
      case Wrap::kOnce: wrap_once_and_shift(count, level_.entries, word_shift_, corner); break;
      case Wrap::kDivide: divide_and_shift(count, level_.entries, word_shift_, corner); break;
    }
  }
}

void CornerBanks::map_words(std::uint32_t count, const Words& words, Words& banks) const {
  for (std::uint32_t c = 0; c < corners_; ++c) {
    if (map_ == BankMap::kPadded) pad_words(count, words.corner[c], log2_banks_, banks.corner[c]);
    else if (map_ == BankMap::kParity) reduce_words(count, words.corner[c], log2_banks_, banks.corner[c]);
    else fold_words(count, words.corner[c], fold_, (1u << log2_banks_) - 1, banks.corner[c]);
  }
}

/// Corners whose word an earlier one reads make no access of their own.
void CornerBanks::merge(std::uint32_t count, const Words& words, PassAccesses* to, std::size_t stride) const {
  for (std::uint32_t i = 0; i < count; ++i) {
    PassAccesses& accesses = to[i * stride];
    accesses.count = 0;
    for (std::uint32_t c = 0; c < corners_; ++c) {
      bool merged = false;
      for (std::uint32_t before = 0; before < c; ++before) merged = merged || words.corner[before][i] == words.corner[c][i];
      if (!merged) accesses.bank[accesses.count++] = accesses.bank[c];
    }
  }
}

}  // namespace ngpcsim::models
