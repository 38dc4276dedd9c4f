#pragma once
#include <cstdint>

#include "models/common/grid_levels.h"
#include "models/encoding_engine/bank_map.h"

namespace ngpcsim::models {

/// One level as the vectorised kernels see it. Positions lie in [0, 1], an index is below twice the entries, a word is one entry.
struct KernelLevel {
  float scale = 0;
  bool hashed = false;
  bool three_d = true;
  std::uint32_t stride_y = 0, stride_z = 0;
  std::uint32_t entries = 0;
  std::uint32_t log2_banks = 0;
  bool padded = false;  ///< bank map `padded`; otherwise `fold`
  FoldSteps fold;
};

/// Throws nothing; the caller sees to the conditions above. `map` is not `parity`.
[[nodiscard]] KernelLevel kernel_level(const GridLevel& level, std::uint32_t dims, std::uint32_t log2_banks, BankMap map);

/// Accesses to the fullest bank, per query.
void fullest_banks(const KernelLevel& level, const float* x, const float* y, const float* z, std::uint32_t count, std::uint8_t* fullest);

/// The floor of any simulation: the indices of all corners and nothing else, folded into one word by XOR so that none can be left out.
[[nodiscard]] std::uint32_t address_checksum(const KernelLevel& level, const float* x, const float* y, const float* z, std::uint32_t count);

}  // namespace ngpcsim::models
