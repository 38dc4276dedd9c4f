#pragma once
#include <cstdint>

#include "models/gemm/counters.h"
#include "models/gemm/part.h"

namespace ngpcsim::models {

struct GemmCommand {
  GemmPart part;
};

struct GemmDone {
  std::uint32_t nfp = 0;
  std::uint64_t visible = 0, done = 0;  ///< edges of the NFP: its command was visible; the part was done
  GemmCounters counters;                ///< of the part; no idle edges
};

}  // namespace ngpcsim::models
