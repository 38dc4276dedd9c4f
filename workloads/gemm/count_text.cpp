#include "workloads/gemm/count_text.h"

#include <algorithm>
#include <charconv>

#include "sim/config/text.h"
#include "workloads/stream/gemm_list.h"

namespace ngpcsim::workloads {

bool is_all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::uint64_t read_count(std::string_view text, const InputLocation& at, std::string_view what) {
  const auto fail = [&](std::string_view why) {
    throw InputError(at, fmt::format("{} = {} {}", what, config::in_quotes(text), why), fmt::format("a whole number from 1 to {}", stream::kMostMacs - 1));
  };
  if (text.empty()) fail("is missing");
  if (!is_all_digits(text)) fail("is no size");
  std::uint64_t value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (parsed.ec != std::errc{} || value >= stream::kMostMacs) fail("is too large");
  if (value == 0) fail("is no size");
  return value;
}

}  // namespace ngpcsim::workloads
