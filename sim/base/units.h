#pragma once
#include <compare>
#include <cstdint>

namespace ngpcsim {

/// An amount with a unit: adds and compares with its own kind only, scales by plain numbers.
template <class Unit>
class Amount {
 public:
  constexpr Amount() = default;
  constexpr explicit Amount(std::uint64_t count) : count_(count) {}
  [[nodiscard]] constexpr std::uint64_t count() const { return count_; }

  constexpr Amount& operator+=(Amount other) { count_ += other.count_; return *this; }
  constexpr Amount& operator-=(Amount other) { count_ -= other.count_; return *this; }
  constexpr Amount& operator++() { ++count_; return *this; }
  friend constexpr Amount operator+(Amount a, Amount b) { return a += b; }
  friend constexpr Amount operator-(Amount a, Amount b) { return a -= b; }
  friend constexpr Amount operator*(Amount a, std::uint64_t factor) { return Amount(a.count_ * factor); }
  friend constexpr auto operator<=>(Amount, Amount) = default;

 private:
  std::uint64_t count_ = 0;
};

/// An index that names one thing of a kind; no arithmetic.
template <class Kind, class Rep = std::uint32_t>
class Id {
 public:
  constexpr Id() = default;
  constexpr explicit Id(Rep value) : value_(value) {}
  [[nodiscard]] constexpr Rep value() const { return value_; }
  friend constexpr auto operator<=>(Id, Id) = default;

 private:
  Rep value_ = 0;
};

/// Edges of one clock domain, as a point or a distance from edge 0.
using Cycles = Amount<struct CyclesUnit>;
using Bytes = Amount<struct BytesUnit>;
using QueryId = Id<struct QueryKind, std::uint64_t>;
using LevelId = Id<struct LevelKind>;
using BankId = Id<struct BankKind>;
using NfpId = Id<struct NfpKind>;
using SourceId = Id<struct SourceKind>;

}  // namespace ngpcsim
