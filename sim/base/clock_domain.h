#pragma once
#include <compare>
#include <cstdint>

namespace ngpcsim {

/// A clock of an integer number of kHz. Edge n lies at exactly n / f; all arithmetic on edges is exact (docs/timing.md, section 4).
class ClockDomain {
 public:
  constexpr explicit ClockDomain(std::uint64_t khz) : khz_(khz) {}
  [[nodiscard]] constexpr std::uint64_t khz() const { return khz_; }

  /// Picoseconds of edge n, rounded up.
  [[nodiscard]] constexpr std::uint64_t picoseconds(std::uint64_t edge) const { return divide_up(static_cast<Wide>(edge) * kPicosecondsPerKhz, khz_); }
  /// The first edge of this domain at or after edge n of `other`.
  [[nodiscard]] constexpr std::uint64_t first_edge_from(std::uint64_t edge, ClockDomain other) const {
    return divide_up(static_cast<Wide>(edge) * khz_, other.khz_);
  }
  /// Edge at which a token sent at edge n of `sender` is visible here: `sync` whole periods after the first edge at or after the send.
  [[nodiscard]] constexpr std::uint64_t cross(std::uint64_t edge, ClockDomain sender, std::uint32_t sync) const { return first_edge_from(edge, sender) + sync; }
  /// Edges that cover `ps` picoseconds.
  [[nodiscard]] constexpr std::uint64_t edges_covering(std::uint64_t ps) const { return divide_up(static_cast<Wide>(ps) * khz_, kPicosecondsPerKhz); }

  friend constexpr bool operator==(ClockDomain, ClockDomain) = default;

 private:
  __extension__ using Wide = unsigned __int128;
  static constexpr std::uint64_t kPicosecondsPerKhz = 1'000'000'000;

  static constexpr std::uint64_t divide_up(Wide a, std::uint64_t b) { return static_cast<std::uint64_t>((a + b - 1) / b); }

  std::uint64_t khz_;
};

/// Which of two edges of different domains comes first, exactly.
[[nodiscard]] constexpr std::strong_ordering compare_edges(std::uint64_t a, ClockDomain domain_a, std::uint64_t b, ClockDomain domain_b) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<Wide>(a) * domain_b.khz() <=> static_cast<Wide>(b) * domain_a.khz();
}

}  // namespace ngpcsim
