#include "sim/config/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ngpcsim::config {

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 80;
  std::string shown(text.substr(0, kLongest));
  for (char& c : shown) {
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    if (control) c = '?';
  }
  return fmt::format("\"{}{}\"", shown, text.size() > kLongest ? "..." : "");
}

std::string join_path(std::string_view prefix, std::string_view name) {
  return prefix.empty() ? std::string(name) : fmt::format("{}.{}", prefix, name);
}

std::vector<std::string_view> split_path(std::string_view path) {
  std::vector<std::string_view> parts;
  for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.')) {
    parts.push_back(path.substr(0, dot));
    path.remove_prefix(dot + 1);
  }
  parts.push_back(path);
  return parts;
}

std::string comma_list(const std::vector<std::string_view>& items) { return fmt::format("{}", fmt::join(items, ", ")); }

}  // namespace ngpcsim::config
