#include "sim/app/key_path.h"

#include <algorithm>
#include <charconv>

#include <fmt/ranges.h>

#include "sim/config/suggest.h"
#include "sim/config/text.h"

namespace ngpcsim::app {
namespace {

const Json* child(const Json& parent, std::string_view name) {
  if (parent.is_object()) {
    const auto it = parent.find(std::string(name));
    return it == parent.end() ? nullptr : &*it;
  }
  if (!parent.is_array()) return nullptr;
  std::size_t index = 0;
  const auto [rest, error] = std::from_chars(name.data(), name.data() + name.size(), index);
  if (error != std::errc{} || rest != name.data() + name.size() || index >= parent.size()) return nullptr;
  return &parent[index];
}

void collect_leaves(const Json& value, const std::string& path, std::vector<std::pair<std::string, Json>>& out) {
  if (value.is_structured() && !value.empty()) {
    std::size_t index = 0;
    for (const auto& [key, item] : value.items()) {
      const std::string name = value.is_array() ? std::to_string(index++) : key;
      collect_leaves(item, config::join_path(path, name), out);
    }
  } else {
    out.emplace_back(path, value);
  }
}

/// Paths that end in the wanted name first, then those that are close in spelling.
std::vector<std::string> near_keys(const Json& root, std::string_view path) {
  constexpr std::size_t kMost = 3;
  const std::string_view last = path.substr(path.rfind('.') + 1);
  std::vector<std::pair<std::size_t, std::string>> scored;
  for (const auto& [known, value] : leaves(root)) {
    const std::string_view known_last = std::string_view(known).substr(known.rfind('.') + 1);
    const std::size_t whole = config::edit_distance(path, known);
    const std::size_t distance = known_last == last ? std::min<std::size_t>(whole, 1) : whole;
    if (distance <= std::max<std::size_t>(path.size() / 3, 1)) scored.emplace_back(distance, known);
  }
  std::stable_sort(scored.begin(), scored.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> near;
  for (std::size_t i = 0; i < std::min(kMost, scored.size()); ++i) near.push_back(scored[i].second);
  return near;
}

}  // namespace

const Json& find_key(const Json& root, std::string_view path, const InputLocation& at) {
  const Json* value = &root;
  for (const std::string_view part : config::split_path(path)) {
    value = child(*value, part);
    if (value != nullptr) continue;
    const std::vector<std::string> near = near_keys(root, path);
    throw InputError(at, fmt::format("result.json has no key {}", config::in_quotes(path)),
                     near.empty() ? "keys of docs/results.md" : fmt::format("keys of docs/results.md, such as {}", fmt::join(near, ", ")));
  }
  return *value;
}

std::vector<std::pair<std::string, Json>> leaves(const Json& root) {
  std::vector<std::pair<std::string, Json>> all;
  collect_leaves(root, {}, all);
  return all;
}

std::string value_text(const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

}  // namespace ngpcsim::app
