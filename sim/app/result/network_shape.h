#pragma once
#include <cstdint>

#include "models/common/network_spec.h"

/// Bytes of a workload's networks inside a chip.
namespace ngpcsim::app {

/// fp16 bytes of the padded layers of all networks.
[[nodiscard]] std::uint64_t weight_bytes(const models::EncodingParams& encoding, const models::NetworkParams& network);

/// fp16 bytes of one joined vector: L x F grid features, what a composite encoding has beside them and, where there is one, the direction's coefficients.
[[nodiscard]] std::uint32_t feature_vector_bytes(const models::EncodingParams& encoding, const models::NetworkParams& network);

/// fp16 bytes of the widest padded layer side.
[[nodiscard]] std::uint32_t widest_activation_bytes(const models::EncodingParams& encoding, const models::NetworkParams& network);

}  // namespace ngpcsim::app
