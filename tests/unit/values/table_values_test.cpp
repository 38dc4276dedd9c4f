#include "models/common/table_values.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace ngpcsim::models {
namespace {

TEST(SyntheticTable, Int8FeaturesAreCodeTimesThePowerOfTheLevel) {
  const SyntheticTable table(FeatureType::kInt8, 2, 9);
  std::set<int> exponents, codes;
  for (std::uint32_t level = 0; level < 16; ++level) {
    const int e = table.exponent(level);
    EXPECT_GE(e, -9);
    EXPECT_LE(e, -6);
    exponents.insert(e);
    for (std::uint32_t index = 0; index < 500; ++index) {
      for (std::uint32_t f = 0; f < 2; ++f) {
        const int code = static_cast<std::int8_t>(table.stored_bits(level, index, f));
        EXPECT_LE(table.stored_bits(level, index, f), 0xFF);
        codes.insert(code);
        EXPECT_EQ(static_cast<double>(to_float(table.value(level, index, f))), std::ldexp(code, e));  // 8 bits: exact in fp16
      }
    }
  }
  EXPECT_GE(exponents.size(), 2u);
  EXPECT_EQ(codes.size(), 256u);
}

TEST(SyntheticTable, Fp16FeaturesAreStoredAsTheyAreAndFillTheirRange) {
  const SyntheticTable table(FeatureType::kFp16, 8, 9);
  double sum = 0.0, squares = 0.0;
  constexpr int kEntries = 20'000;
  for (std::uint32_t index = 0; index < kEntries; ++index) {
    for (std::uint32_t f = 0; f < 8; ++f) {
      EXPECT_EQ(table.stored_bits(3, index, f), table.value(3, index, f).bits);
      const double value = static_cast<double>(to_float(table.value(3, index, f)));
      EXPECT_LE(std::abs(value), 1.0);
      sum += value;
      squares += value * value;
    }
  }
  // Uniform in [-1, 1): mean 0 with a standard error of 0.577 / 400, variance 1/3.
  EXPECT_NEAR(sum / (8.0 * kEntries), 0.0, 0.01);
  EXPECT_NEAR(squares / (8.0 * kEntries), 1.0 / 3.0, 0.01);
}

TEST(SyntheticTable, GatherReadsTheSameValuesAndEverythingDependsOnSeedLevelIndexAndFeature) {
  for (const FeatureType type : {FeatureType::kInt8, FeatureType::kFp16}) {
    const SyntheticTable table(type, 8, 1), same(type, 8, 1), other(type, 8, 2);
    const std::vector<std::uint32_t> indices{0, 1, 5, 0x7FFFFFFF, 1};
    std::vector<Fp16> out(indices.size() * 8);
    table.gather(11, indices, out);
    int differ_seed = 0, differ_level = 0, differ_index = 0, differ_feature = 0;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      for (std::uint32_t f = 0; f < 8; ++f) {
        const Fp16 value = table.value(11, indices[i], f);
        EXPECT_EQ(out[i * 8 + f], value);
        EXPECT_EQ(same.value(11, indices[i], f), value);
        differ_seed += other.value(11, indices[i], f) != value;
        differ_level += table.value(12, indices[i], f) != value;
        differ_index += table.value(11, indices[i] + 1, f) != value;
        differ_feature += table.value(11, indices[i], (f + 1) % 8) != value;
      }
    }
    for (const int count : {differ_seed, differ_level, differ_index, differ_feature}) EXPECT_GE(count, 35);
  }
}

TEST(SyntheticTable, RejectsWrongSizes) {
  EXPECT_THROW(SyntheticTable(FeatureType::kInt8, 9, 0), InvariantError);
  std::vector<Fp16> out(3);
  EXPECT_THROW(SyntheticTable(FeatureType::kInt8, 2, 0).gather(0, std::vector<std::uint32_t>{1, 2}, out), InvariantError);
}

}  // namespace
}  // namespace ngpcsim::models
