#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace ngpcsim::app {

/// How often each latency occurred, in memory that does not grow with the run: exact below 4096 cycles, within 1/2048 above.
class Latencies {
 public:
  Latencies() : counts_(kBins) {}

  void add(std::uint64_t cycles) {
    ++counts_[bin(cycles)];
    ++count_;
    sum_ += cycles;
    max_ = std::max(max_, cycles);
    min_ = std::min(min_, cycles);
  }

  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] std::uint64_t max() const { return max_; }
  /// Only where something was added.
  [[nodiscard]] std::uint64_t min() const { return min_; }
  [[nodiscard]] double mean() const { return count_ == 0 ? 0.0 : static_cast<double>(sum_) / static_cast<double>(count_); }
  /// The smallest latency that at least `percent` of all do not exceed (above 4096: the upper end of its bin, at most the largest).
  [[nodiscard]] std::uint64_t percentile(double percent) const {
    const double exact = percent / 100.0 * static_cast<double>(count_);
    const auto wanted = static_cast<std::uint64_t>(std::max(1.0, std::ceil(exact - 1e-6)));  // 99.9 % of 1000 are 999
    std::uint64_t seen = 0;
    for (std::size_t b = 0; b < counts_.size(); ++b) {
      seen += counts_[b];
      if (seen >= std::min(wanted, count_)) return std::min(upper(b), max_);
    }
    return max_;
  }

 private:
  static constexpr std::size_t kExact = 4096, kPerOctave = 2048;
  static constexpr std::size_t kBins = kExact + kPerOctave * (64 - 12);

  [[nodiscard]] static std::size_t bin(std::uint64_t cycles) {
    if (cycles < kExact) return cycles;
    const auto octave = static_cast<std::size_t>(std::bit_width(cycles)) - 13;  // 0 for 4096..8191
    return kExact + octave * kPerOctave + ((cycles >> (octave + 1)) - kPerOctave);
  }
  [[nodiscard]] static std::uint64_t upper(std::size_t b) {
    if (b < kExact) return b;
    const std::size_t octave = (b - kExact) / kPerOctave;
    return ((std::uint64_t{(b - kExact) % kPerOctave} + kPerOctave + 1) << (octave + 1)) - 1;
  }

  std::vector<std::uint64_t> counts_;
  std::uint64_t count_ = 0, sum_ = 0, max_ = 0, min_ = ~std::uint64_t{0};
};

}  // namespace ngpcsim::app
