#pragma once
#include <string>
#include <vector>

#include "sim/app/front/pareto.h"
#include "sim/app/sweep/database.h"

namespace ngpcsim::app {

/// The finished points of a sweep that meet all constraints and have every objective.
struct Designs {
  std::vector<Objective> objectives;
  std::vector<const SweepTable::Row*> rows;
  std::vector<Gains> gains;  ///< of each row: values, those that shall be least negated

  [[nodiscard]] double value(std::size_t design, std::size_t objective) const { return objectives[objective].most ? gains[design][objective] : -gains[design][objective]; }
};

/// "fps:most". Throws InputError for another text or a column that there is none of.
[[nodiscard]] Objective parse_objective(const std::string& text);

/// `constraints` beside those of the table. Throws InputError where one names neither an axis nor a column.
[[nodiscard]] Designs designs_of(const SweepTable& table, const std::vector<Objective>& objectives, const std::vector<std::string>& constraints);

/// What going along one axis does to one objective, all else equal.
struct AxisEffect {
  double largest_ratio = 1.0;  ///< geometric mean, over the rest of the space, of the largest value along the axis over the smallest
  std::string best;            ///< value of the axis with the best geometric mean of the objective
};
/// By axis, then objective. Values that are not positive are left out.
[[nodiscard]] std::vector<std::vector<AxisEffect>> axis_effects(const SweepTable& table, const Designs& designs);

/// Share of the volume dominated by `whole` that `part` dominates, in percent: objectives scaled to [0, 1] between the worst and the best of both.
[[nodiscard]] double hypervolume_percent(const std::vector<Gains>& part, const std::vector<Gains>& whole);

}  // namespace ngpcsim::app
