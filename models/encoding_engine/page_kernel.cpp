#include "models/encoding_engine/page_kernel.h"

#include <array>
#include <cstring>

#include "models/common/isa_clones.h"
#include "models/common/lane_vector.h"

namespace ngpcsim::models {
namespace {

constexpr std::uint32_t kBankBits = 8;

[[gnu::always_inline]] inline void load(Lanes8& lanes, const Cells::Axis& row, std::uint32_t first) { std::memcpy(&lanes, row.data() + first, sizeof lanes); }
[[gnu::always_inline]] inline void store(Cells::Axis& row, std::uint32_t first, const Lanes8& lanes) { std::memcpy(row.data() + first, &lanes, sizeof lanes); }
/// All bits where a == b, none elsewhere.
[[gnu::always_inline]] inline void equal(const Lanes8& a, const Lanes8& b, Lanes8& mask) { mask = reinterpret_cast<Lanes8>(a == b); }

/// Eight queries.
template <std::size_t kCornerCount, bool kMerges>
[[gnu::always_inline]] inline void visits_of(const CornerBanks::Words& words, const CornerBanks::Words& banks, std::uint32_t first, std::uint32_t page_shift,
                                             PageRows& rows, Lanes8& accesses) {
  std::array<Lanes8, kCornerCount> word, page, key, counts, fullest, is_first, in_bank;
  for (std::size_t c = 0; c < kCornerCount; ++c) {
    load(word[c], words.corner[c], first);
    load(key[c], banks.corner[c], first);
    page[c] = word[c] >> page_shift;
    key[c] |= page[c] << kBankBits;
    counts[c] = Lanes8{} + 1;
    is_first[c] = ~Lanes8{};
    in_bank[c] = Lanes8{};
  }
  Lanes8 same;
  for (std::size_t c = 1; kMerges && c < kCornerCount; ++c)
    for (std::size_t before = 0; before < c; ++before) {
      equal(word[c], word[before], same);
      counts[c] &= ~same;
    }
  for (std::size_t c = 0; c < kCornerCount; ++c) {
    accesses += counts[c];
    in_bank[c] += counts[c];
    for (std::size_t before = 0; before < c; ++before) {
      equal(key[c], key[before], same);
      in_bank[c] += counts[before] & same;
      in_bank[before] += counts[c] & same;
    }
  }
  for (std::size_t c = 0; c < kCornerCount; ++c) fullest[c] = in_bank[c];
  for (std::size_t c = 1; c < kCornerCount; ++c)
    for (std::size_t before = 0; before < c; ++before) {
      equal(page[c], page[before], same);
      is_first[c] &= ~same;
      const Lanes8 other = in_bank[c] & same;
      raise(fullest[before], other);
    }
  for (std::size_t c = 0; c < kCornerCount; ++c) {
    store(rows.page.corner[c], first, page[c]);
    fullest[c] &= is_first[c];
    store(rows.fullest.corner[c], first, fullest[c]);
  }
}

template <std::size_t kCornerCount, bool kMerges>
[[gnu::always_inline]] inline std::uint64_t find(const CornerBanks::Words& words, const CornerBanks::Words& banks, std::uint32_t count, std::uint32_t page_shift, PageRows& rows) {
  Lanes8 accesses{};
  std::uint32_t first = 0;
  for (; first + 8 <= count; first += 8) visits_of<kCornerCount, kMerges>(words, banks, first, page_shift, rows, accesses);
  std::uint64_t all = 0;
  for (std::size_t lane = 0; lane < 8; ++lane) all += accesses[lane];
  if (first == count) return all;
  accesses = Lanes8{};
  visits_of<kCornerCount, kMerges>(words, banks, first, page_shift, rows, accesses);
  for (std::size_t lane = 0; lane < count - first; ++lane) all += accesses[lane];
  return all;
}

NGPCSIM_ISA_CLONES std::uint64_t find_8(const CornerBanks::Words& w, const CornerBanks::Words& b, std::uint32_t n, std::uint32_t s, PageRows& r) { return find<8, false>(w, b, n, s, r); }
NGPCSIM_ISA_CLONES std::uint64_t find_8_merged(const CornerBanks::Words& w, const CornerBanks::Words& b, std::uint32_t n, std::uint32_t s, PageRows& r) { return find<8, true>(w, b, n, s, r); }
NGPCSIM_ISA_CLONES std::uint64_t find_4(const CornerBanks::Words& w, const CornerBanks::Words& b, std::uint32_t n, std::uint32_t s, PageRows& r) { return find<4, false>(w, b, n, s, r); }
NGPCSIM_ISA_CLONES std::uint64_t find_4_merged(const CornerBanks::Words& w, const CornerBanks::Words& b, std::uint32_t n, std::uint32_t s, PageRows& r) { return find<4, true>(w, b, n, s, r); }

}  // namespace

std::uint64_t find_page_visits(const CornerBanks::Words& words, const CornerBanks::Words& banks, std::uint32_t count, std::uint32_t dims, std::uint32_t page_shift,
                               bool merges, PageRows& rows) {
  if (dims == 3) return merges ? find_8_merged(words, banks, count, page_shift, rows) : find_8(words, banks, count, page_shift, rows);
  return merges ? find_4_merged(words, banks, count, page_shift, rows) : find_4(words, banks, count, page_shift, rows);
}

}  // namespace ngpcsim::models
