#include "sim/config/number.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace ngpcsim::config {
namespace {

template <class Number>
ParsedNumber<Number> parse_whole(std::string_view text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::invalid_argument || stop != end) return {std::nullopt, NumberError::kNotANumber};
  if (error == std::errc::result_out_of_range) return {std::nullopt, NumberError::kTooLarge};
  return {value};
}

template <class Real>
ParsedNumber<Real> parse_finite(std::string_view text) {
  ParsedNumber<Real> parsed = parse_whole<Real>(text);
  if (parsed.value && !std::isfinite(*parsed.value)) return {std::nullopt, NumberError::kNotFinite};
  return parsed;
}

}  // namespace

ParsedNumber<std::int64_t> parse_integer(std::string_view text) { return parse_whole<std::int64_t>(text); }
ParsedNumber<double> parse_real(std::string_view text) { return parse_finite<double>(text); }
ParsedNumber<float> parse_real_float(std::string_view text) { return parse_finite<float>(text); }

std::string print_integer(std::int64_t value) { return fmt::format("{}", value); }
std::string print_integer(std::uint64_t value) { return fmt::format("{}", value); }
std::string print_real(double value) { return fmt::format("{}", value); }
std::string print_real(float value) { return fmt::format("{}", value); }

}  // namespace ngpcsim::config
