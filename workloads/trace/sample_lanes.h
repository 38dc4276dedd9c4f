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

/// The lanes as four signed bytes, the first one lowest; each is at least -128 and at most 127.
[[nodiscard]] inline std::int32_t as_bytes(Ints lanes) {
  const auto words = _mm_packs_epi32(std::bit_cast<__m128i>(lanes), std::bit_cast<__m128i>(lanes));
  return _mm_cvtsi128_si32(_mm_packs_epi16(words, words));
}

/// The lanes of four signed bytes, the first one lowest: what as_bytes was given.
[[nodiscard]] inline Ints from_bytes(std::int32_t bytes) {
  const auto four = _mm_cvtsi32_si128(bytes);
  const auto pairs = _mm_unpacklo_epi8(four, four);
  return std::bit_cast<Ints>(_mm_srai_epi32(_mm_unpacklo_epi16(pairs, pairs), 24));
}

/// Lanes that hold a coordinate of the unit cube, of which -0 is one.
[[nodiscard]] inline Ints in_cube(Floats q) { return (q >= 0.0f) & (q <= 1.0f); }

}  // namespace ngpcsim::workloads::trace
