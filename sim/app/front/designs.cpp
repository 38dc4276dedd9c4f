#include "sim/app/front/designs.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "sim/app/sweep/metrics.h"
#include "sim/config/number.h"
#include "sim/config/suggest.h"

namespace ngpcsim::app {
namespace {

std::size_t column_of(std::string_view key, const InputLocation& at) {
  if (const Metric* const metric = find_metric(key)) return static_cast<std::size_t>(metric - kMetrics.data());
  std::vector<std::string_view> names;
  for (const Metric& metric : kMetrics) names.push_back(metric.name);
  const auto near = config::nearest(key, names);
  throw InputError(at, fmt::format("no column is named {}{}", key, near ? fmt::format(" (did you mean {}?)", *near) : ""), "a column of docs/sweeps.md");
}

std::optional<double> metric_in(const SweepTable::Row& row, const Metric& metric) { return row.metrics[static_cast<std::size_t>(&metric - kMetrics.data())]; }

/// The text behind a name in a condition; nothing where it is none.
std::optional<std::string> text_of(const SweepTable& table, const SweepTable::Row& row, std::string_view name) {
  if (const auto axis = table.axis(name)) return row.values[*axis];
  const Metric* const metric = find_metric(name);
  const auto value = metric == nullptr ? std::nullopt : metric_in(row, *metric);
  return value ? std::optional(config::print_real(*value)) : std::nullopt;
}

/// Null meets nothing.
bool meets(const SweepTable& table, const SweepTable::Row& row, const Condition& condition) {
  for (const std::string& side : condition.sides())
    if (const Metric* const metric = find_metric(side); metric != nullptr && !table.axis(side) && !metric_in(row, *metric)) return false;
  return condition.holds([&](std::string_view name) { return text_of(table, row, name); });
}

double geometric_mean(const std::vector<double>& logs) {
  double sum = 0.0;
  for (const double log : logs) sum += log;
  return logs.empty() ? 1.0 : std::exp(sum / static_cast<double>(logs.size()));
}

}  // namespace

Objective parse_objective(const std::string& text) {
  const InputLocation at{"--objective"};
  const std::size_t colon = text.rfind(':');
  const std::string goal = colon == std::string::npos ? "" : text.substr(colon + 1);
  if (goal != "most" && goal != "least") throw InputError(at, fmt::format("\"{}\" says neither most nor least", text), "COLUMN:most or COLUMN:least");
  static_cast<void>(column_of(text.substr(0, colon), at));
  return {text.substr(0, colon), goal == "most"};
}

Designs designs_of(const SweepTable& table, const std::vector<Objective>& objectives, const std::vector<std::string>& constraints) {
  Designs designs{.objectives = objectives.empty() ? table.objectives : objectives, .rows = {}, .gains = {}};
  std::vector<std::size_t> columns;
  for (const Objective& objective : designs.objectives) columns.push_back(column_of(objective.key, {"--objective"}));
  std::vector<Condition> conditions;
  for (const std::string& text : table.constraints) conditions.emplace_back(text, false, InputLocation{"constraint"});
  for (const std::string& text : constraints) conditions.emplace_back(text, false, InputLocation{"--where"});
  for (const SweepTable::Row& row : table.rows) {
    if (row.status != "done" || !std::all_of(conditions.begin(), conditions.end(), [&](const Condition& condition) { return meets(table, row, condition); })) continue;
    Gains gains;
    for (std::size_t o = 0; o < columns.size(); ++o)
      if (const auto value = row.metrics[columns[o]]) gains.push_back(designs.objectives[o].most ? *value : -*value);
    if (gains.size() != columns.size()) continue;
    designs.rows.push_back(&row);
    designs.gains.push_back(std::move(gains));
  }
  return designs;
}

std::vector<std::vector<AxisEffect>> axis_effects(const SweepTable& table, const Designs& designs) {
  std::vector<std::vector<AxisEffect>> effects;
  for (std::size_t axis = 0; axis < table.axes.size(); ++axis) {
    std::vector<AxisEffect> of_axis;
    for (std::size_t o = 0; o < designs.objectives.size(); ++o) {
      std::map<std::vector<std::string>, std::pair<double, double>> ranges;  // of designs that differ along this axis alone
      std::map<std::string, std::vector<double>> by_value;
      for (std::size_t d = 0; d < designs.rows.size(); ++d) {
        if (designs.value(d, o) <= 0.0) continue;
        const double log = std::log(designs.value(d, o));
        std::vector<std::string> rest = designs.rows[d]->values;
        by_value[rest[axis]].push_back(log);
        for (std::size_t other = 0; other < rest.size(); ++other)
          if (table.groups[other] == table.groups[axis]) rest[other].clear();  // it, and what is zipped with it
        const auto [at, is_new] = ranges.emplace(rest, std::pair(log, log));
        if (!is_new) at->second = {std::min(at->second.first, log), std::max(at->second.second, log)};
      }
      std::vector<double> logs;
      for (const auto& [rest, range] : ranges) logs.push_back(range.second - range.first);
      AxisEffect effect{geometric_mean(logs), {}};
      double best = 0.0;
      for (const auto& [value, of_value] : by_value) {
        const double mean = geometric_mean(of_value);
        if (effect.best.empty() || (designs.objectives[o].most ? mean > best : mean < best)) std::tie(effect.best, best) = std::pair(value, mean);
      }
      of_axis.push_back(std::move(effect));
    }
    effects.push_back(std::move(of_axis));
  }
  return effects;
}

double hypervolume_percent(const std::vector<Gains>& part, const std::vector<Gains>& whole) {
  std::vector<Gains> all = whole;
  all.insert(all.end(), part.begin(), part.end());
  if (all.empty()) return 0.0;
  Gains least = all.front(), most = all.front();
  for (const Gains& gains : all)
    for (std::size_t o = 0; o < gains.size(); ++o) {
      least[o] = std::min(least[o], gains[o]);
      most[o] = std::max(most[o], gains[o]);
    }
  const auto scaled = [&](const std::vector<Gains>& designs) {
    std::vector<Gains> front;
    for (const std::size_t i : pareto_front(designs)) {
      Gains gains = designs[i];
      for (std::size_t o = 0; o < gains.size(); ++o) gains[o] = most[o] > least[o] ? (gains[o] - least[o]) / (most[o] - least[o]) : 1.0;
      front.push_back(std::move(gains));
    }
    return hypervolume(front, Gains(least.size(), -1e-9));
  };
  const double of_whole = scaled(whole);
  return of_whole > 0.0 ? 100.0 * scaled(part) / of_whole : 0.0;
}

}  // namespace ngpcsim::app
