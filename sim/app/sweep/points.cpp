#include "sim/app/sweep/points.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include <fmt/format.h>

namespace ngpcsim::app {
namespace {

using GridPlaces = std::vector<std::uint32_t>;

std::size_t grid_size(const Experiment& experiment) {
  std::size_t points = 1;
  for (const AxisGroup& group : experiment.groups) points *= group.size();
  return points;
}

GridPlaces places_of(const Experiment& experiment, std::size_t number) {
  GridPlaces places(experiment.groups.size());
  for (std::size_t g = places.size(); g-- > 0;) {
    places[g] = static_cast<std::uint32_t>(number % experiment.groups[g].size());
    number /= experiment.groups[g].size();
  }
  return places;
}

/// Below `most`, from the generator's bits alone: what a library's distributions make of them differs between libraries.
std::uint64_t below(std::mt19937_64& random, std::uint64_t most) {
  const std::uint64_t rest = (~std::uint64_t{0} - most + 1) % most;
  for (;;)
    if (const std::uint64_t bits = random(); bits >= rest) return bits % most;
}

template <class Value>
void shuffle(std::mt19937_64& random, std::vector<Value>& values) {
  for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(random, i)]);
}

std::vector<GridPlaces> random_places(const Experiment& experiment) {
  std::mt19937_64 random(experiment.sample.seed);
  std::vector<std::size_t> numbers(grid_size(experiment));
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  shuffle(random, numbers);
  numbers.resize(std::min<std::size_t>(numbers.size(), experiment.sample.points));
  std::sort(numbers.begin(), numbers.end());
  std::vector<GridPlaces> all;
  for (const std::size_t number : numbers) all.push_back(places_of(experiment, number));
  return all;
}

/// As many strata a group as points; what falls on the same design twice stays once.
std::vector<GridPlaces> latin_places(const Experiment& experiment) {
  std::mt19937_64 random(experiment.sample.seed);
  std::vector<GridPlaces> all(experiment.sample.points, GridPlaces(experiment.groups.size()));
  for (std::size_t g = 0; g < experiment.groups.size(); ++g) {
    std::vector<std::size_t> strata(all.size());
    std::iota(strata.begin(), strata.end(), std::size_t{0});
    shuffle(random, strata);
    for (std::size_t i = 0; i < all.size(); ++i) all[i][g] = static_cast<std::uint32_t>((2 * strata[i] + 1) * experiment.groups[g].size() / (2 * all.size()));
  }
  const std::set<GridPlaces> distinct(all.begin(), all.end());
  return {distinct.begin(), distinct.end()};
}

std::vector<GridPlaces> chosen_places(const Experiment& experiment) {
  switch (experiment.sample.method) {
    case Sample::Method::kRandom: return random_places(experiment);
    case Sample::Method::kLatinHypercube: return latin_places(experiment);
    case Sample::Method::kAll: break;
  }
  std::vector<GridPlaces> all(grid_size(experiment));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = places_of(experiment, i);
  return all;
}

bool passes(const Experiment& experiment, const std::vector<const Axis*>& axes, const Point& point) {
  const auto value_of = [&](std::string_view name) -> std::optional<std::string> {
    for (std::size_t a = 0; a < axes.size(); ++a)
      if (axes[a]->path == name) return point.values[a];
    return std::nullopt;
  };
  return std::all_of(experiment.conditions.begin(), experiment.conditions.end(), [&](const Condition& condition) { return condition.holds(value_of); });
}

bool needs_quotes(const std::string& text) { return text.empty() || text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-/=:,@%+") != std::string::npos; }

}  // namespace

std::vector<Point> expand_points(const Experiment& experiment) {
  const std::vector<const Axis*> axes = experiment.axes();
  std::vector<Point> points;
  for (GridPlaces& places : chosen_places(experiment)) {
    Point point{.values = {}, .places = std::move(places)};
    for (std::size_t g = 0; g < experiment.groups.size(); ++g)
      for (const Axis& axis : experiment.groups[g].axes) point.values.push_back(axis.values[point.places[g]]);
    if (passes(experiment, axes, point)) points.push_back(std::move(point));
  }
  if (points.empty()) throw InputError(experiment.groups.front().axes.front().at, "no point is left by the conditions of the experiment", "<only> and <skip> that let some through");
  return points;
}

RunOptions options_of(const Experiment& experiment, const Point& point, const std::vector<std::string>& sets) {
  RunOptions options;
  options.chip = experiment.chip;
  options.workload = experiment.workload;
  options.gpu = experiment.gpu;
  options.frames = experiment.frames;
  options.quiet = true;
  options.set = experiment.sets;
  const std::vector<const Axis*> axes = experiment.axes();
  for (std::size_t a = 0; a < axes.size(); ++a) {
    if (axes[a]->path == "chip") options.chip = point.values[a];
    else if (axes[a]->path == "workload") options.workload = point.values[a];
    else if (axes[a]->path == "gpu") options.gpu = point.values[a];
    else options.set.push_back(axes[a]->path + "=" + point.values[a]);
  }
  options.set.insert(options.set.end(), sets.begin(), sets.end());
  return options;
}

std::string command_of(const RunOptions& options) {
  std::string command = fmt::format("ngpcsim run {} {} --gpu {}", options.chip, options.workload, options.gpu);
  if (options.frames) command += fmt::format(" --frames {}", *options.frames);
  for (const std::string& set : options.set) command += needs_quotes(set) ? fmt::format(" --set '{}'", set) : " --set " + set;
  return command;
}

}  // namespace ngpcsim::app
