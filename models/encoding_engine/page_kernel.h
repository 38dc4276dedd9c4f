#pragma once
#include <cstdint>

#include "models/encoding_engine/cells.h"
#include "models/encoding_engine/corner_banks.h"

namespace ngpcsim::models {

/// Of up to Cells::kCapacity queries, corner by corner: the page in which it lies, and, at the first corner of each page, the accesses to the fullest bank
/// of all corners in that page; 0 at the others.
struct PageRows {
  CornerBanks::Words page, fullest;
};

/// `page_shift`: log2 of the words of a page. With `merges` corners that share a word are one access. Returns the accesses of all. Reads beyond `count` up to a
/// multiple of 8.
std::uint64_t find_page_visits(const CornerBanks::Words& words, const CornerBanks::Words& banks, std::uint32_t count, std::uint32_t dims, std::uint32_t page_shift,
                               bool merges, PageRows& rows);

}  // namespace ngpcsim::models
