#pragma once
#include <cstddef>
#include <vector>

namespace ngpcsim::app {

/// A design by its objectives, each the larger the better.
using Gains = std::vector<double>;

/// At least as good in everything and better in something.
[[nodiscard]] bool dominates(const Gains& a, const Gains& b);

/// Numbers of the designs that no other dominates, in order; of equal ones the first.
[[nodiscard]] std::vector<std::size_t> pareto_front(const std::vector<Gains>& designs);

/// Volume that the designs dominate above `reference`, exact: by slices along the last objective (Zitzler 1999), meant for a few objectives and some hundred designs.
[[nodiscard]] double hypervolume(const std::vector<Gains>& designs, const Gains& reference);

}  // namespace ngpcsim::app
