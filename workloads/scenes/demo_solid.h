#pragma once
#include <string_view>

#include "workloads/scenes/shape.h"

namespace ngpcsim::workloads {

inline constexpr std::string_view kAutomatonName = "automaton";

/// Where the automaton is, with a margin.
inline constexpr Point kAutomatonLow{0.18, 0.03, 0.30}, kAutomatonHigh{0.82, 0.97, 0.70};

/// "automaton", the solid of the `nsdf-demo` workload: a standing toy robot with round eyes, an aerial, a chest dial, arms that hold a ring, and big feet. Its signed
/// distance, negative inside, never more than the true one (Lipschitz constant 1), from + - * / sqrt in double.
[[nodiscard]] double automaton_distance(const Point& p);

}  // namespace ngpcsim::workloads
