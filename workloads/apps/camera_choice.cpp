#include "workloads/apps/camera_choice.h"

#include <charconv>
#include <numeric>
#include <optional>

namespace ngpcsim::workloads {
namespace {

std::optional<std::uint32_t> whole_number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || rest != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::vector<std::uint32_t> choose_cameras(std::string_view text, std::uint32_t available, const InputLocation& where) {
  const std::size_t dash = text.find('-');
  std::optional<std::uint32_t> first, last;
  if (text == "all") {
    first = 0;
    last = available - 1;
  } else {
    first = whole_number(text.substr(0, dash));
    last = dash == std::string_view::npos ? first : whole_number(text.substr(dash + 1));
  }
  if (!first || !last || *last < *first || *last >= available)
    throw InputError(where, fmt::format("camera = \"{}\"", text), fmt::format("an index from 0 to {}, a range such as 0-{}, or all", available - 1, available - 1));
  std::vector<std::uint32_t> cameras(*last - *first + 1);
  std::iota(cameras.begin(), cameras.end(), *first);
  return cameras;
}

}  // namespace ngpcsim::workloads
