#pragma once
#include <cstdint>

#include "models/encoding_engine/bank_map.h"
#include "models/encoding_engine/cells.h"

namespace ngpcsim::models {

/// A hashed level under a bank map that is a fold (bank_map.h), words of one entry.
struct FoldedHash {
  std::uint32_t dims = 3;
  std::uint32_t index_mask = 0;  ///< entries - 1
  std::uint32_t bank_mask = 0;
  FoldSteps fold;
};

/// Accesses to the fullest bank: 2^(dims - rank), many queries at a time (hashed_cost.h says why). `fullest` has room for `count` rounded up
/// to a multiple of 32; the cells beyond `count` may hold anything.
void fullest_by_rank(const FoldedHash& hash, const Cells& cells, std::uint32_t count, std::uint8_t* fullest);

}  // namespace ngpcsim::models
