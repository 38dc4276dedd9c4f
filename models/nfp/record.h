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

/// A plain network: position and the host's part of a composite encoding in, its outputs out. NeRF: also and direction in (or, with directions encoded on the host, their 16 coefficients in fp16);
/// density and colour out.
[[nodiscard]] inline RecordBytes record_bytes(const NfpParams& nfp, const EncodingParams& encoding, const NetworkParams& network) {
  constexpr std::uint32_t kCoefficients = 16, kFp16Bytes = 2;
  const std::uint32_t position = encoding.dims * nfp.position_bytes + composite_values(encoding) * kFp16Bytes;
  if (network.kind == NetworkKind::kPlain) return {.input = position, .output = network.outputs * nfp.output_value_bytes};
  const bool in_nfp = nfp.direction_encoder.placement == DirectionPlacement::kNfp;
  return {.input = position + (in_nfp ? nfp.direction_bytes : kCoefficients * kFp16Bytes),
          .output = (1 + network.color_outputs) * nfp.output_value_bytes};
}

}  // namespace ngpcsim::models
