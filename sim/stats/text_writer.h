#pragma once
#include <string>

#include "sim/stats/stat_group.h"

namespace ngpcsim::stats {

/// The tree as indented text, one figure a line with its unit and meaning:
///
///   engine0 (encoding_engine)
///     cycles 100: busy 60, output_full 10, conflict 20, weights 0, dependency 0, input_empty 10
///     look_ups 480 corners: corners looked up
///     service 60 values [cycles]: cycles per query; sum 74, max 3; 1: 50; 2: 6; from 3: 4
[[nodiscard]] std::string to_text(const StatGroup& root);

}  // namespace ngpcsim::stats
