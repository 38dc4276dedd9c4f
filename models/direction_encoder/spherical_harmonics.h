#pragma once
#include <array>
#include <span>

#include "models/common/fp16.h"
#include "models/common/value_row.h"

/// Values of the direction encoder: real spherical harmonics of degree 4, basis and signs of tiny-cuda-nn.
namespace ngpcsim::models {

inline constexpr std::size_t kShValues = 16;

/// The 16 basis functions at a unit direction (components in [-1, 1]), in fp32, operation by operation as README.md of this folder lists them.
[[nodiscard]] std::array<float, kShValues> spherical_harmonics(const std::array<float, 3>& direction);

/// The same rounded once to fp16: what the direction encoder hands to the MLP engine.
[[nodiscard]] std::array<Fp16, kShValues> encode_direction(const std::array<float, 3>& direction);

/// The same of a row of queries.
void encode_directions(std::span<const ValueRow, 3> directions, std::span<ValueRow, kShValues> out);

}  // namespace ngpcsim::models
