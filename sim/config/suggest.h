#pragma once
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace ngpcsim::config {

/// Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours, each costing 1.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate closest to a misspelt `name`, the first of equals; none where nothing is within a third of its length (at least 1).
[[nodiscard]] std::optional<std::string_view> nearest(std::string_view name, const std::vector<std::string_view>& candidates);

}  // namespace ngpcsim::config
