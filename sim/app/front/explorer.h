#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "sim/app/front/pareto.h"
#include "sim/app/front/surrogate.h"
#include "sim/app/sweep/points.h"

namespace ngpcsim::app {

/// Chooses which points of a sweep to run next, so that few of them find the front: designs spread over the space at first, then, batch by batch, those that a
/// surrogate expects to add most to the volume which the front dominates (expected values one deviation towards better, each chosen design believed at its mean).
/// Objectives count by their logarithms. What it chooses depends on the results so far alone, not on when or where they came.
class Explorer {
 public:
  static constexpr std::size_t kBatch = 8;  ///< our choice, as the other constants of the search: small beside a budget of a hundred, whatever --jobs

  /// `objectives` all with positive values. `budget`: points in all.
  Explorer(const Experiment& experiment, const std::vector<Point>& points, std::vector<std::size_t> candidates, std::size_t budget);

  /// The next batch; empty when the budget is spent. `results`: of every point and objective, nothing where there is none.
  [[nodiscard]] std::vector<std::size_t> next(const std::vector<std::vector<std::optional<double>>>& results);

 private:
  [[nodiscard]] std::vector<std::size_t> spread_out() const;
  [[nodiscard]] std::vector<std::size_t> promising(const std::vector<std::vector<std::optional<double>>>& results) const;

  const Experiment& experiment_;
  const std::vector<Point>& points_;
  DesignSpace space_;
  std::vector<std::size_t> candidates_;  ///< not chosen yet, in order
  std::vector<std::size_t> chosen_;
  std::size_t budget_;
};

}  // namespace ngpcsim::app
