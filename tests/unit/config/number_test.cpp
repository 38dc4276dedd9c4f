#include "sim/config/number.h"

#include <bit>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "sim/base/rng.h"

namespace ngpcsim::config {
namespace {

TEST(ConfigNumber, IntegerTakesTheWholeTextOrNothing) {
  EXPECT_EQ(parse_integer("0").value, 0);
  EXPECT_EQ(parse_integer("-17").value, -17);
  EXPECT_EQ(parse_integer("9223372036854775807").value, std::numeric_limits<std::int64_t>::max());
  for (const char* bad : {"", " ", "-", "+1", " 1", "1 ", "1\n", "1.0", "1e3", "0x10", "1,000", "1_000", "12a", "one", "--1", "NaN"}) {
    EXPECT_FALSE(parse_integer(bad).value.has_value()) << '"' << bad << '"';
    EXPECT_EQ(parse_integer(bad).error, NumberError::kNotANumber) << '"' << bad << '"';
  }
}

TEST(ConfigNumber, IntegerOverflowIsNotANumberThatWraps) {
  for (const char* big : {"9223372036854775808", "18446744073709551616", "-9223372036854775809", "99999999999999999999999999"}) {
    EXPECT_FALSE(parse_integer(big).value.has_value()) << big;
    EXPECT_EQ(parse_integer(big).error, NumberError::kTooLarge) << big;
  }
}

TEST(ConfigNumber, RealTakesTheWholeTextOrNothing) {
  EXPECT_EQ(parse_real("0.5").value, 0.5);
  EXPECT_EQ(parse_real("-1e-3").value, -1e-3);
  EXPECT_EQ(parse_real("12").value, 12.0);
  for (const char* bad : {"", "+1", " 1", "1 ", "1.0V", "1,5", "0x1p3", "1e", ".", "1..2"}) {
    EXPECT_FALSE(parse_real(bad).value.has_value()) << '"' << bad << '"';
  }
}

TEST(ConfigNumber, RealIsFinite) {
  for (const char* bad : {"inf", "-inf", "infinity", "nan", "NaN", "-nan", "INF"}) {
    EXPECT_FALSE(parse_real(bad).value.has_value()) << bad;
    EXPECT_EQ(parse_real(bad).error, NumberError::kNotFinite) << bad;
  }
  for (const char* bad : {"1e309", "-1e309", "1e-400"}) {
    EXPECT_FALSE(parse_real(bad).value.has_value()) << bad;
    EXPECT_EQ(parse_real(bad).error, NumberError::kTooLarge) << bad;
  }
  EXPECT_EQ(parse_real_float("1e39").error, NumberError::kTooLarge);
  EXPECT_FALSE(parse_real_float("1e39").value.has_value());
}

TEST(ConfigNumber, PrintsTheShortestTextThatReadsBack) {
  EXPECT_EQ(print_real(0.1), "0.1");
  EXPECT_EQ(print_real(0.1f), "0.1");
  EXPECT_EQ(print_real(1.0 / 3.0), "0.3333333333333333");  // 16 digits; 17 would be 0.33333333333333331
  EXPECT_EQ(print_integer(std::uint64_t{18446744073709551615u}), "18446744073709551615");
}

TEST(ConfigNumber, EveryBitPatternSurvivesPrintingAndReading) {
  Rng rng(2023);
  for (int i = 0; i < 200000; ++i) {
    const std::uint64_t bits = rng.next();
    EXPECT_EQ(parse_integer(print_integer(std::bit_cast<std::int64_t>(bits))).value, std::bit_cast<std::int64_t>(bits));
    const auto real = std::bit_cast<double>(bits);
    if (std::isfinite(real)) {
      const auto back = parse_real(print_real(real)).value;
      ASSERT_TRUE(back.has_value()) << print_real(real);
      ASSERT_EQ(std::bit_cast<std::uint64_t>(*back), bits) << print_real(real);
    }
    const auto narrow = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    if (std::isfinite(narrow)) {
      const auto back = parse_real_float(print_real(narrow)).value;
      ASSERT_TRUE(back.has_value()) << print_real(narrow);
      ASSERT_EQ(std::bit_cast<std::uint32_t>(*back), std::bit_cast<std::uint32_t>(narrow)) << print_real(narrow);
    }
  }
}

}  // namespace
}  // namespace ngpcsim::config
