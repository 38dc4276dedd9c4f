#pragma once
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ngpcsim::config {

/// Why a text is no number; kTooLarge covers everything that the type cannot hold.
enum class NumberError { kNotANumber, kTooLarge, kNotFinite };

/// A parsed number, or the reason why there is none.
template <class Number>
struct ParsedNumber {
  std::optional<Number> value;
  NumberError error = NumberError::kNotANumber;
};

/// Decimal integer, the whole text and nothing but it: no spaces, no leading '+', no digits grouped, no exponent.
[[nodiscard]] ParsedNumber<std::int64_t> parse_integer(std::string_view text);
/// Decimal number, the whole text: "0.5", "1e-3". Infinities, NaN, and magnitudes beyond the type (also too small ones) are errors.
[[nodiscard]] ParsedNumber<double> parse_real(std::string_view text);
[[nodiscard]] ParsedNumber<float> parse_real_float(std::string_view text);

/// The text that parse_integer and parse_real read back to the same bits; the shortest one for real numbers.
[[nodiscard]] std::string print_integer(std::int64_t value);
[[nodiscard]] std::string print_integer(std::uint64_t value);
[[nodiscard]] std::string print_real(double value);
[[nodiscard]] std::string print_real(float value);

template <std::floating_point Real>
[[nodiscard]] ParsedNumber<Real> parse_real_as(std::string_view text) {
  if constexpr (std::same_as<Real, float>) {
    return parse_real_float(text);
  } else {
    static_assert(std::same_as<Real, double>, "parameters are float or double");
    return parse_real(text);
  }
}

}  // namespace ngpcsim::config
