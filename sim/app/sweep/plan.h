#pragma once
#include <functional>
#include <string>
#include <vector>

#include "sim/app/rtl_maker.h"
#include "sim/app/sweep/database.h"
#include "sim/app/sweep/points.h"

namespace ngpcsim::app {

/// An experiment with all that is needed to run its points.
struct SweepPlan {
  Experiment experiment;
  std::vector<Point> points;
  std::vector<std::string> sets;  ///< of the command line, of every point
  std::vector<PlannedPoint> planned;
};

/// Loads every point's configuration: what its hash is, which points are the same, which cannot be. Throws InputError where an axis or a `set` is at fault by itself:
/// an unknown path, a value that its parameter does not take. `progress` is called with the number of points looked at.
[[nodiscard]] SweepPlan plan_sweep(Experiment experiment, const std::vector<std::string>& sets, const ConfigStore& store, const std::function<void(std::size_t)>& progress);

/// Simulates a point; once a process. Its result.json as text.
[[nodiscard]] std::string simulate_point(const SweepPlan& plan, std::size_t point, const ConfigStore& store, const RtlMaker& rtl);

}  // namespace ngpcsim::app
