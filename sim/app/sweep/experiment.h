#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/app/config_store.h"
#include "sim/app/sweep/condition.h"

namespace ngpcsim::app {

/// A parameter, or `chip`, `workload` or `gpu` for the file itself, and the values that it takes.
struct Axis {
  std::string path;
  std::vector<std::string> values;
  InputLocation at;
};

/// Axes that go through their values together; alone, one axis. The groups of an experiment are crossed, the last one fastest.
struct AxisGroup {
  std::vector<Axis> axes;
  [[nodiscard]] std::size_t size() const { return axes.front().values.size(); }
};

/// Points out of the grid that the axes span.
struct Sample {
  enum class Method { kAll, kRandom, kLatinHypercube } method = Method::kAll;
  std::uint64_t points = 0;
  std::uint64_t seed = 1;
};

struct Objective {
  std::string key;  ///< a column of the database
  bool most = true;
};

/// What a sweep does, as configs/experiments/NAME.xml says it (docs/sweeps.md).
struct Experiment {
  std::string name;
  std::string chip = "ngpc-8", workload = "nerf-demo", gpu = "rtx3090";
  std::optional<std::uint64_t> frames;
  std::uint64_t seconds = 3600;       ///< a point that takes longer is ended
  std::uint64_t memory_mib = 16384;   ///< of its address space
  std::vector<std::string> sets;      ///< of every point
  std::vector<AxisGroup> groups;
  std::vector<Condition> conditions;  ///< all must hold
  Sample sample;
  double adaptive_percent = 0.0;      ///< of the points that an adaptive sweep runs; 0: all
  std::vector<Objective> objectives;
  std::vector<Condition> constraints; ///< on columns, for the best designs

  [[nodiscard]] std::vector<const Axis*> axes() const;
};

/// Throws InputError with file and line for whatever does not fit: an axis without values, a path that appears twice, zipped axes of unequal length, a range that
/// never ends, a grid of more than 10^6 points.
[[nodiscard]] Experiment load_experiment(const std::string& text, const ConfigStore& store);

}  // namespace ngpcsim::app
