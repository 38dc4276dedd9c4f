#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "sim/app/run_options.h"
#include "sim/app/sweep/experiment.h"

namespace ngpcsim::app {

/// A design of a sweep: a value for each axis of the experiment, in their order, and the place of each group of axes in its list of values.
struct Point {
  std::vector<std::string> values;
  std::vector<std::uint32_t> places;  ///< by group
};

/// The points of an experiment in their order: the grid with the last group fastest, or the sample of it, and of these what the conditions let through. The same on
/// every machine. Throws InputError where none is left or a condition names what is no axis.
[[nodiscard]] std::vector<Point> expand_points(const Experiment& experiment);

/// The command line of a point.
[[nodiscard]] RunOptions options_of(const Experiment& experiment, const Point& point, const std::vector<std::string>& sets);

/// The command that repeats it: "ngpcsim run CHIP WORKLOAD --set ...".
[[nodiscard]] std::string command_of(const RunOptions& options);

}  // namespace ngpcsim::app
