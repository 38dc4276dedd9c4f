#include "workloads/trace/checksum.h"

#include <immintrin.h>
#include <zlib.h>

#include <bit>

namespace ngpcsim::workloads::trace {
namespace {

std::uint32_t crc32_zlib(std::string_view bytes, std::uint32_t crc) {
  return static_cast<std::uint32_t>(::crc32_z(crc, std::bit_cast<const Bytef*>(bytes.data()), bytes.size()));
}

[[gnu::target("pclmul,sse4.1"), gnu::always_inline]] inline __m128i load_block(const char* at) { return _mm_loadu_si128(std::bit_cast<const __m128i*>(at)); }

/// `value` moved past more bytes of the message, times a power of x modulo the polynomial for each half, and these bytes.
[[gnu::target("pclmul,sse4.1"), gnu::always_inline]] inline __m128i fold(__m128i value, __m128i powers, __m128i next) {
  return _mm_xor_si128(_mm_xor_si128(_mm_clmulepi64_si128(value, powers, 0x00), _mm_clmulepi64_si128(value, powers, 0x11)), next);
}

/// At least 64 bytes, a multiple of 16. Gopal et al., "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ Instruction", Intel 2009: four blocks of
/// 16 bytes are folded side by side, then into one, and that is reduced as Barrett does. The constants are those of the paper for the reflected polynomial.
[[gnu::target("pclmul,sse4.1")]] std::uint32_t crc32_folded(std::string_view bytes, std::uint32_t crc) {
  const __m128i by_four = _mm_set_epi64x(0x01c6e41596, 0x0154442bd4);
  const __m128i by_one = _mm_set_epi64x(0x00ccaa009e, 0x01751997d0);
  const __m128i by_half = _mm_set_epi64x(0, 0x0163cd6124);
  const __m128i polynomial = _mm_set_epi64x(0x01f7011641, 0x01db710641);
  const __m128i low_words = _mm_setr_epi32(~0, 0, ~0, 0);
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  __m128i a = _mm_xor_si128(load_block(at), _mm_cvtsi32_si128(std::bit_cast<int>(~crc)));
  __m128i b = load_block(at + 16), c = load_block(at + 32), d = load_block(at + 48);
  for (at += 64; end - at >= 64; at += 64) {
    a = fold(a, by_four, load_block(at));
    b = fold(b, by_four, load_block(at + 16));
    c = fold(c, by_four, load_block(at + 32));
    d = fold(d, by_four, load_block(at + 48));
  }
  a = fold(fold(fold(a, by_one, b), by_one, c), by_one, d);
  for (; at < end; at += 16) a = fold(a, by_one, load_block(at));
  a = _mm_xor_si128(_mm_srli_si128(a, 8), _mm_clmulepi64_si128(a, by_one, 0x10));
  a = _mm_xor_si128(_mm_srli_si128(a, 4), _mm_clmulepi64_si128(_mm_and_si128(a, low_words), by_half, 0x00));
  __m128i quotient = _mm_clmulepi64_si128(_mm_and_si128(a, low_words), polynomial, 0x10);
  quotient = _mm_clmulepi64_si128(_mm_and_si128(quotient, low_words), polynomial, 0x00);
  return ~static_cast<std::uint32_t>(_mm_extract_epi32(_mm_xor_si128(a, quotient), 1));
}

}  // namespace

std::uint32_t crc32_of(std::string_view bytes, std::uint32_t crc) {
  static const bool folds = __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");
  const std::size_t folded = folds && bytes.size() >= 64 ? bytes.size() / 16 * 16 : 0;
  if (folded > 0) crc = crc32_folded(bytes.substr(0, folded), crc);
  return crc32_zlib(bytes.substr(folded), crc);
}

}  // namespace ngpcsim::workloads::trace
