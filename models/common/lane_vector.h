#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ngpcsim::models {

/// Eight unsigned 32-bit lanes: one register on machines with 256-bit vectors, two elsewhere. Passed by reference only, since the register it
/// would travel in depends on the machine.
using Lanes8 [[gnu::vector_size(32)]] = std::uint32_t;

/// `kWidth` lanes as one value: a vector for multiples of 8, or a single lane. Aligned here, because the compiler aligns a vector by the machine
/// that a function is compiled for, and rows are shared between functions for different machines.
template <std::uint32_t kWidth>
class alignas(32) LaneRow {
  static_assert(kWidth % 8 == 0);

 public:
  static constexpr std::size_t kParts = kWidth / 8;
  Lanes8& part(std::size_t n) { return parts_[n]; }
  const Lanes8& part(std::size_t n) const { return parts_[n]; }
  [[nodiscard]] std::uint32_t operator[](std::size_t lane) const { return parts_[lane / 8][lane % 8]; }
  void set(std::size_t lane, std::uint32_t value) { parts_[lane / 8][lane % 8] = value; }

 private:
  std::array<Lanes8, kParts> parts_{};
};

template <>
class LaneRow<1> {
 public:
  static constexpr std::size_t kParts = 1;
  std::uint32_t& part(std::size_t) { return lane_; }
  const std::uint32_t& part(std::size_t) const { return lane_; }
  [[nodiscard]] std::uint32_t operator[](std::size_t) const { return lane_; }
  void set(std::size_t, std::uint32_t value) { lane_ = value; }

 private:
  std::uint32_t lane_ = 0;
};

/// a = max(a, b), lane by lane.
template <class Part>
[[gnu::always_inline]] inline void raise(Part& a, const Part& b) {
  a = a > b ? a : b;
}

[[gnu::always_inline]] inline std::uint32_t largest(std::uint32_t lane) { return lane; }
[[gnu::always_inline]] inline std::uint32_t largest(const Lanes8& lanes) {
  using Half [[gnu::vector_size(16)]] = std::uint32_t;
  Half low, high;
  std::memcpy(&low, &lanes, sizeof low);
  std::memcpy(&high, reinterpret_cast<const char*>(&lanes) + sizeof low, sizeof high);
  raise(low, high);
  high = __builtin_shufflevector(low, low, 2, 3, 2, 3);
  raise(low, high);
  high = __builtin_shufflevector(low, low, 1, 1, 1, 1);
  raise(low, high);
  return low[0];
}

/// Widens service cycles.
[[gnu::always_inline]] inline void widen(std::uint32_t& to, const std::uint16_t* from) { to = *from; }
[[gnu::always_inline]] inline void widen(Lanes8& to, const std::uint16_t* from) {
  using Narrow [[gnu::vector_size(16)]] = std::uint16_t;
  Narrow narrow;
  std::memcpy(&narrow, from, sizeof narrow);
  to = __builtin_convertvector(narrow, Lanes8);
}

}  // namespace ngpcsim::models
