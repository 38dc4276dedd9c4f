#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "models/chip/gemm_record.h"
#include "sim/app/gemm/gemm_config.h"

namespace ngpcsim::app {

/// All that the result of a GEMM list is derived from; nothing of it depends on the machine that simulated.
struct GemmFacts {
  const GemmConfig& config;
  const models::GemmRunRecord& record;
  std::uint64_t seed = 0;
  std::vector<std::string> warnings;  ///< of the inputs
};

/// Length of `cycles` NGPC edges, in ms.
[[nodiscard]] inline double gemm_ms(const models::GemmRunRecord& record, std::uint64_t cycles) {
  return static_cast<double>(cycles) / static_cast<double>(record.ngpc_khz);
}

}  // namespace ngpcsim::app
