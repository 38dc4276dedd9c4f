#pragma once
#include <cstdint>

#include "models/chip/gemm_chip.h"
#include "tests/system/slow_gemm_chip.h"

namespace ngpcsim {

/// A small random chip with a list, as the model and as the slow chip see it.
struct RandomGemmChip {
  models::GemmSetup setup;
  stream::GemmList list;
  SlowGemmSetup slow;
};

[[nodiscard]] RandomGemmChip random_gemm_chip(std::uint64_t seed);

}  // namespace ngpcsim
