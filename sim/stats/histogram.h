#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "sim/base/error.h"

namespace ngpcsim::stats {

/// How often each small integer occurred: bin b counts the value b, and one last bin everything from `bins` up. Sum, count and maximum are
/// exact whatever the bins. Memory is taken once, in the constructor. The texts must be literals (they are not copied).
class Histogram {
 public:
  Histogram(std::string_view name, std::string_view unit, std::string_view meaning, std::size_t bins)
      : name_(name), unit_(unit), meaning_(meaning), counts_(bins + 1, 0) {}

  /// `value` occurred `times` times.
  void add(std::uint64_t value, std::uint64_t times = 1) {
    counts_[std::min<std::uint64_t>(value, counts_.size() - 1)] += times;
    count_ += times;
    sum_ += value * times;
    if (times > 0) max_ = std::max(max_, value);
  }
  /// The same histogram of another instance.
  Histogram& operator+=(const Histogram& other) {
    check(name_ == other.name_ && unit_ == other.unit_ && counts_.size() == other.counts_.size(), "histogram {} [{}], {} bins, cannot take {} [{}], {} bins",
          name_, unit_, bins().size(), other.name_, other.unit_, other.bins().size());
    for (std::size_t bin = 0; bin < counts_.size(); ++bin) counts_[bin] += other.counts_[bin];
    count_ += other.count_;
    sum_ += other.sum_;
    max_ = std::max(max_, other.max_);
    return *this;
  }
  void reset() {
    std::fill(counts_.begin(), counts_.end(), 0);
    count_ = sum_ = max_ = 0;
  }

  [[nodiscard]] std::span<const std::uint64_t> bins() const { return {counts_.data(), counts_.size() - 1}; }
  [[nodiscard]] std::uint64_t overflow() const { return counts_.back(); }
  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] std::uint64_t sum() const { return sum_; }
  /// 0 while nothing was added.
  [[nodiscard]] std::uint64_t max() const { return max_; }
  [[nodiscard]] std::string_view name() const { return name_; }
  [[nodiscard]] std::string_view unit() const { return unit_; }
  [[nodiscard]] std::string_view meaning() const { return meaning_; }

 private:
  std::string_view name_, unit_, meaning_;
  std::vector<std::uint64_t> counts_;  // the last one is the overflow bin
  std::uint64_t count_ = 0, sum_ = 0, max_ = 0;
};

}  // namespace ngpcsim::stats
