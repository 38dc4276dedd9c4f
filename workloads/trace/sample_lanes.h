#pragma once
#include <emmintrin.h>

#include <bit>
#include <cstdint>
#include <cstring>

/// Samples as vectors: the three coordinates side by side, and a fourth lane.
namespace ngpcsim::workloads::trace {

using Floats = float __attribute__((vector_size(16)));
using Words = std::uint32_t __attribute__((vector_size(16)));
using Ints = std::int32_t __attribute__((vector_size(16)));

/// All ones in the lanes of the coordinates.
inline constexpr Words kCoordinates{~0u, ~0u, ~0u, 0u};

/// Whether a lane of a comparison holds.
[[nodiscard]] inline bool any(Ints lanes) { return _mm_movemask_ps(std::bit_cast<__m128>(lanes)) != 0; }

[[nodiscard]] inline Words load_lanes(const char* at) {
  Words lanes;
  std::memcpy(&lanes, at, sizeof lanes);
  return lanes;
}

/// Whether every lane is 0.
[[nodiscard]] inline bool none(Words lanes) { return _mm_movemask_epi8(_mm_cmpeq_epi32(std::bit_cast<__m128i>(lanes), _mm_setzero_si128())) == 0xFFFF; }

/// Three lanes below 32 as fields of five bits, the first one lowest; the fourth lane is 0.
[[nodiscard]] inline std::uint16_t as_fields(Words lanes) {
  const auto words = _mm_packs_epi32(std::bit_cast<__m128i>(lanes), std::bit_cast<__m128i>(lanes));
  const auto pairs = _mm_madd_epi16(words, _mm_setr_epi16(1, 1 << 5, 1 << 10, 0, 0, 0, 0, 0));
  return static_cast<std::uint16_t>(_mm_cvtsi128_si32(_mm_add_epi32(pairs, _mm_srli_epi64(pairs, 32))));
}

/// What as_fields was given. Bit 15 is not looked at.
[[nodiscard]] inline Words from_fields(std::uint32_t fields) {
  const auto high_halves = _mm_set1_epi32(static_cast<std::int32_t>(fields << 16));
  const auto on_top = _mm_mullo_epi16(high_halves, _mm_setr_epi16(0, 1 << 11, 0, 1 << 6, 0, 1 << 1, 0, 0));
  return std::bit_cast<Words>(_mm_srli_epi32(on_top, 27));
}

/// Lanes that hold a coordinate of the unit cube, of which -0 is one.
[[nodiscard]] inline Ints in_cube(Floats q) { return (q >= 0.0f) & (q <= 1.0f); }

}  // namespace ngpcsim::workloads::trace
