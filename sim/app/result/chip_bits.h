#pragma once
#include <cstdint>

#include "models/chip/params.h"
#include "models/common/network_spec.h"

/// Widths of the records inside a chip, shared by what is counted (chip_actions.h) and what is built (chip_geometry.h).
namespace ngpcsim::app {

inline constexpr std::uint32_t kSramWordBytes = 32;    ///< of the feature buffer and the chunk buffers: the widest CACTI column
inline constexpr std::uint32_t kFp16Bits = 16;
inline constexpr std::uint32_t kFp16Bytes = kFp16Bits / 8;
inline constexpr std::uint32_t kFp32Bits = 32;
inline constexpr std::uint32_t kBatchDescriptorBits = 64;  ///< first query, count, launch; our choice

/// The record that an encoding engine takes: the coordinates.
[[nodiscard]] constexpr std::uint32_t position_bits(const models::EncodingParams& encoding) { return encoding.dims * kFp32Bits; }

/// The index record of one level: 2^D addresses and D fractions.
[[nodiscard]] constexpr std::uint32_t index_bits(const models::EncodingParams& encoding) {
  return ((1u << encoding.dims) + encoding.dims) * kFp32Bits;
}

/// The interpolated features of one level.
[[nodiscard]] constexpr std::uint32_t level_feature_bits(const models::EncodingParams& encoding) { return encoding.features * kFp16Bits; }

/// Bytes of a grid SRAM word: what a bank delivers in one access.
[[nodiscard]] constexpr std::uint32_t grid_word_bytes(const models::EncodingEngineParams& engine) {
  return engine.grid_sram.word_entries * engine.features_per_cycle * models::bytes_of(engine.feature_type);
}

/// Bytes of a word of the weight SRAM: one cycle's load.
[[nodiscard]] constexpr std::uint32_t weight_word_bytes(const models::MlpEngineParams& mlp) { return mlp.weight_load_width * kFp16Bits / 8; }

}  // namespace ngpcsim::app
