#pragma once
#include <cstdint>

#include "models/common/network_spec.h"
#include "models/nfp/params.h"

namespace ngpcsim::models {

/// Bytes that move per query.
struct RecordBytes {
  std::uint32_t input = 0;
  std::uint32_t output = 0;
};

/// NeRF: position and direction in (or, with directions encoded on the host, their 16 coefficients in fp16); density and colour out.
[[nodiscard]] inline RecordBytes record_bytes(const NfpParams& nfp, std::uint32_t dims, const NetworkParams& network) {
  constexpr std::uint32_t kCoefficients = 16, kFp16Bytes = 2;
  const bool in_nfp = nfp.direction_encoder.placement == DirectionPlacement::kNfp;
  return {.input = dims * nfp.position_bytes + (in_nfp ? nfp.direction_bytes : kCoefficients * kFp16Bytes),
          .output = (1 + network.color_outputs) * nfp.output_value_bytes};
}

/// Where query records lie in memory (docs/memory.md, 1): each place of the host, that is each launch in flight, has a buffer of its own for inputs and one for results.
struct RecordMap {
  static constexpr std::uint64_t kRegionBytes = std::uint64_t{1} << 32;  ///< regions begin at multiples of it

  std::uint64_t inputs = kRegionBytes, outputs = 2 * kRegionBytes;  ///< addresses
  std::uint32_t places = 1;                                         ///< launch n is of place n mod `places`
  std::uint64_t queries = 0;                                        ///< that a place has room for

  [[nodiscard]] std::uint64_t input(std::uint64_t launch, std::uint64_t query, const RecordBytes& bytes) const { return inputs + (launch % places * queries + query) * bytes.input; }
  [[nodiscard]] std::uint64_t output(std::uint64_t launch, std::uint64_t query, const RecordBytes& bytes) const { return outputs + (launch % places * queries + query) * bytes.output; }
};

/// Inputs behind `table_bytes` of tables and weights, results behind the inputs.
[[nodiscard]] constexpr RecordMap map_records(std::uint64_t table_bytes, std::uint32_t places, std::uint64_t queries, const RecordBytes& bytes) {
  const auto regions = [](std::uint64_t used) { return (used + RecordMap::kRegionBytes - 1) / RecordMap::kRegionBytes * RecordMap::kRegionBytes; };
  const std::uint64_t inputs = regions(table_bytes + 1);
  return {.inputs = inputs, .outputs = inputs + regions(places * queries * bytes.input + 1), .places = places, .queries = queries};
}

}  // namespace ngpcsim::models
