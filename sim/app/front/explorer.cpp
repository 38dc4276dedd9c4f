#include "sim/app/front/explorer.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ngpcsim::app {
namespace {

constexpr double kMargin = 0.05;   // of the range of an objective, below its worst
constexpr double kFirstShare = 0.3;  // of the budget that is spread out before any result

using Results = std::vector<std::vector<std::optional<double>>>;

/// Logarithms, the larger the better; nothing where a result is missing or not positive.
std::optional<Gains> gains_of(const Results& results, const std::vector<Objective>& objectives, std::size_t point) {
  Gains gains;
  for (std::size_t o = 0; o < objectives.size(); ++o) {
    const std::optional<double> value = results[o][point];
    if (!value || *value <= 0.0) return std::nullopt;
    gains.push_back(objectives[o].most ? std::log(*value) : -std::log(*value));
  }
  return gains;
}

Gains below_all(const std::vector<Gains>& designs) {
  Gains least = designs.front(), most = designs.front();
  for (const Gains& design : designs)
    for (std::size_t o = 0; o < design.size(); ++o) {
      least[o] = std::min(least[o], design[o]);
      most[o] = std::max(most[o], design[o]);
    }
  for (std::size_t o = 0; o < least.size(); ++o) least[o] -= kMargin * (most[o] - least[o]) + 1e-9;
  return least;
}

std::vector<Gains> front_of(const std::vector<Gains>& designs) {
  std::vector<Gains> front;
  for (const std::size_t i : pareto_front(designs)) front.push_back(designs[i]);
  return front;
}

}  // namespace

Explorer::Explorer(const Experiment& experiment, const std::vector<Point>& points, std::vector<std::size_t> candidates, std::size_t budget)
    : experiment_(experiment), points_(points), space_(experiment.groups), candidates_(std::move(candidates)), budget_(budget) {}

std::vector<std::size_t> Explorer::next(const Results& results) {
  std::vector<std::size_t> batch = chosen_.empty() ? spread_out() : promising(results);
  for (const std::size_t point : batch) {
    chosen_.push_back(point);
    candidates_.erase(std::find(candidates_.begin(), candidates_.end(), point));
  }
  return batch;
}

/// Each the one least like those before it, from the first point on.
std::vector<std::size_t> Explorer::spread_out() const {
  const auto count = std::min(candidates_.size(), std::max<std::size_t>(kBatch, static_cast<std::size_t>(kFirstShare * static_cast<double>(budget_))));
  std::vector<std::size_t> spread;
  std::vector<double> nearest(candidates_.size(), 0.0);
  while (spread.size() < std::min(count, budget_)) {
    const auto at = spread.empty() ? std::size_t{0} : static_cast<std::size_t>(std::min_element(nearest.begin(), nearest.end()) - nearest.begin());
    spread.push_back(candidates_[at]);
    for (std::size_t i = 0; i < candidates_.size(); ++i) nearest[i] = std::max(nearest[i], space_.likeness(points_[candidates_[at]].places, points_[candidates_[i]].places));
  }
  return spread;
}

std::vector<std::size_t> Explorer::promising(const Results& results) const {
  const std::size_t count = std::min({kBatch, budget_ - std::min(budget_, chosen_.size()), candidates_.size()});
  std::vector<std::vector<std::uint32_t>> known, unknown;
  std::vector<Gains> measured;
  for (const std::size_t point : chosen_)
    if (const auto gains = gains_of(results, experiment_.objectives, point)) {
      known.push_back(points_[point].places);
      measured.push_back(*gains);
    }
  if (measured.size() < 2) return {candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(count)};
  for (const std::size_t point : candidates_) unknown.push_back(points_[point].places);
  std::vector<Gains> means(unknown.size()), hopes(unknown.size());
  for (std::size_t o = 0; o < experiment_.objectives.size(); ++o) {
    std::vector<double> values;
    for (const Gains& gains : measured) values.push_back(gains[o]);
    const std::vector<Surrogate::Expected> expected = Surrogate(space_, known, values).expect(unknown);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      means[i].push_back(expected[i].mean);
      hopes[i].push_back(expected[i].mean + expected[i].deviation);
    }
  }
  const Gains reference = below_all(measured);
  std::vector<Gains> front = front_of(measured);
  std::vector<bool> taken(unknown.size(), false);
  std::vector<std::size_t> batch;
  while (batch.size() < count) {
    double most = -1.0;
    std::size_t best = 0;
    const double now = hypervolume(front, reference);
    for (std::size_t i = 0; i < unknown.size(); ++i) {
      if (taken[i]) continue;
      front.push_back(hopes[i]);
      const double gain = hypervolume(front, reference) - now;
      front.pop_back();
      if (gain > most) std::tie(most, best) = std::pair(gain, i);
    }
    taken[best] = true;
    batch.push_back(candidates_[best]);
    front.push_back(means[best]);
    front = front_of(front);
  }
  return batch;
}

}  // namespace ngpcsim::app
