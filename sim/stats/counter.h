#pragma once
#include <cstdint>
#include <string_view>

#include "sim/base/error.h"

namespace ngpcsim::stats {

/// A count of events, declared once as a member with what it counts; ratios are derived when a report is written. The texts must be
/// literals (they are not copied).
class Counter {
 public:
  constexpr Counter(std::string_view name, std::string_view unit, std::string_view meaning) : name_(name), unit_(unit), meaning_(meaning) {}

  constexpr Counter& operator+=(std::uint64_t events) { value_ += events; return *this; }
  constexpr Counter& operator++() { ++value_; return *this; }
  /// The same counter of another instance.
  Counter& operator+=(const Counter& other) {
    check(name_ == other.name_ && unit_ == other.unit_, "counter {} [{}] cannot take {} [{}]", name_, unit_, other.name_, other.unit_);
    return *this += other.value_;
  }
  constexpr void reset() { value_ = 0; }

  [[nodiscard]] constexpr std::uint64_t value() const { return value_; }
  [[nodiscard]] constexpr std::string_view name() const { return name_; }
  [[nodiscard]] constexpr std::string_view unit() const { return unit_; }
  [[nodiscard]] constexpr std::string_view meaning() const { return meaning_; }

 private:
  std::string_view name_, unit_, meaning_;
  std::uint64_t value_ = 0;
};

}  // namespace ngpcsim::stats
