#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "models/common/feature_type.h"
#include "models/common/fp16.h"
#include "sim/base/error.h"
#include "sim/base/rng.h"

/// What the tables of a grid encoding hold, for runs that compute values.
namespace ngpcsim::models {

/// The stored parameters of all levels. One virtual call fetches all corners of a look-up (or of many), never one a corner.
class FeatureTable {
 public:
  virtual ~FeatureTable() = default;
  /// Features of each entry. The same for all levels.
  [[nodiscard]] virtual std::uint32_t features() const = 0;
  /// `out[i * features() + f]` becomes feature f of entry `indices[i]` of `level`, as the fp16 number the interpolator sees.
  virtual void gather(std::uint32_t level, std::span<const std::uint32_t> indices, std::span<Fp16> out) const = 0;

  [[nodiscard]] virtual FeatureType type() const = 0;
  /// e of a level of 8-bit features: a feature is code x 2^e. 0 for fp16.
  [[nodiscard]] virtual int exponent(std::uint32_t level) const = 0;
  /// The bits a grid SRAM holds: the int8 code in two's complement in the low byte, or the fp16 number.
  [[nodiscard]] virtual std::uint16_t stored_bits(std::uint32_t level, std::uint32_t index, std::uint32_t feature) const = 0;
};

/// Seeded parameters that need no storage: every value is a hash of (seed, level, index, feature). int8: all 256 codes equally likely, times
/// a power of two of the level, 2^-9 .. 2^-6. fp16: multiples of 2^-15 in [-1, 1), rounded to fp16.
class SyntheticTable final : public FeatureTable {
 public:
  SyntheticTable(FeatureType type, std::uint32_t features, std::uint64_t seed) : type_(type), features_(features), key_(mix64(seed)) {
    check(features >= 1 && features <= 8, "a table of {} features", features);
    for (std::size_t e = 0; e < codes_.size(); ++e)
      for (int code = -128; code < 128; ++code) codes_[e][static_cast<std::uint8_t>(code)] = to_fp16(std::ldexp(code, kLargestExponent - static_cast<int>(e)));
  }

  [[nodiscard]] std::uint32_t features() const override { return features_; }
  [[nodiscard]] FeatureType type() const override { return type_; }
  [[nodiscard]] int exponent(std::uint32_t level) const override {
    return type_ == FeatureType::kInt8 ? kLargestExponent - static_cast<int>(scale(level)) : 0;
  }
  [[nodiscard]] std::uint16_t stored_bits(std::uint32_t level, std::uint32_t index, std::uint32_t feature) const override {
    return type_ == FeatureType::kInt8 ? static_cast<std::uint8_t>(lane(hash(level, index, feature), feature)) : value(level, index, feature).bits;
  }

  /// The number the interpolator sees.
  [[nodiscard]] Fp16 value(std::uint32_t level, std::uint32_t index, std::uint32_t feature) const {
    return number(lane(hash(level, index, feature), feature), scale(level));
  }

  void gather(std::uint32_t level, std::span<const std::uint32_t> indices, std::span<Fp16> out) const override {
    check(out.size() == indices.size() * features_, "gather of {} entries into {} features", indices.size(), out.size());
    const std::size_t level_scale = scale(level);
    std::size_t at = 0;
    for (const std::uint32_t index : indices) {
      for (std::uint32_t first = 0; first < features_; first += kLanes) {
        const std::uint64_t bits = hash(level, index, first);
        for (std::uint32_t f = first; f < std::min(first + kLanes, features_); ++f) out[at++] = number(lane(bits, f), level_scale);
      }
    }
  }

 private:
  /// One 64-bit hash serves four features with 16 random bits each.
  static constexpr std::uint32_t kLanes = 4;
  [[nodiscard]] std::uint64_t hash(std::uint32_t level, std::uint32_t index, std::uint32_t feature) const {
    const std::uint64_t counter = (std::uint64_t{level} << 34) | (std::uint64_t{index} << 1) | (feature / kLanes);
    return mix64(key_ + (counter + 1) * 0x9E3779B97F4A7C15ull);
  }
  [[nodiscard]] static std::uint16_t lane(std::uint64_t bits, std::uint32_t feature) { return static_cast<std::uint16_t>(bits >> (16 * (feature % kLanes))); }

  /// Of a level of int8: its exponent, counted down from the largest.
  [[nodiscard]] std::size_t scale(std::uint32_t level) const { return mix64(key_ ^ (level + 1)) & 3u; }
  [[nodiscard]] Fp16 number(std::uint16_t bits, std::size_t level_scale) const {
    if (type_ == FeatureType::kFp16) return to_fp16(static_cast<std::int16_t>(bits) * 0x1p-15);
    return codes_[level_scale][bits & 0xFFu];
  }

  static constexpr int kLargestExponent = -6;
  FeatureType type_;
  std::uint32_t features_;
  std::uint64_t key_;
  std::array<std::array<Fp16, 256>, 4> codes_;  ///< by exponent and int8 code: the numbers that they stand for
};

}  // namespace ngpcsim::models
