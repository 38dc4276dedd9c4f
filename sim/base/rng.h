#pragma once
#include <cstdint>

namespace ngpcsim {

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): a bijection of 64 bits that passes BigCrush on a counter.
[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

/// SplitMix64: seeded, 64 bits of state, the same numbers on every machine.
class Rng {
 public:
  constexpr explicit Rng(std::uint64_t seed) : state_(seed) {}
  constexpr std::uint64_t next() { return mix64(state_ += 0x9E3779B97F4A7C15ull); }
  /// Uniform in [0, bound), bound > 0; the bias is below bound / 2^32 and bound stays below 2^32.
  constexpr std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
  }
  /// Uniform in [0, 1) with 24 bits, exact in fp32.
  constexpr float unit() { return static_cast<float>(next() >> 40) * 0x1p-24f; }

 private:
  std::uint64_t state_;
};

}  // namespace ngpcsim
