#include "sim/app/figures/sweep_figures.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "sim/app/front/designs.h"
#include "sim/app/plot/bar_chart.h"
#include "sim/app/plot/xy_chart.h"
#include "sim/app/sweep/metrics.h"
#include "sim/config/number.h"

namespace ngpcsim::app {
namespace {

constexpr std::size_t kMostLines = 6;  // colours that can be told apart

std::string label_of(const Objective& objective) {
  const Metric* const metric = find_metric(objective.key);
  return metric == nullptr ? objective.key : fmt::format("{}{}{}", metric->label, metric->unit.empty() ? "" : ", ", metric->unit);
}

/// "grid_sram.banks" of a long path, in words.
std::string axis_label(const std::string& path) {
  std::string label = path;
  if (const std::size_t dot = path.rfind('.'); dot != std::string::npos)
    if (const std::size_t before = path.rfind('.', dot - 1); before != std::string::npos) label = path.substr(before + 1);
  std::replace(label.begin(), label.end(), '_', ' ');
  std::replace(label.begin(), label.end(), '.', ' ');
  return label;
}

/// Values of an axis in the order of the designs, the groups of zipped axes counted once.
std::vector<std::string> values_of(const Designs& designs, std::size_t axis) {
  std::vector<std::string> values;
  for (const SweepTable::Row* row : designs.rows)
    if (std::find(values.begin(), values.end(), row->values[axis]) == values.end()) values.push_back(row->values[axis]);
  return values;
}

bool all_numbers(const std::vector<std::string>& values) {
  return std::all_of(values.begin(), values.end(), [](const std::string& value) { return config::parse_real(value).value.has_value(); });
}

/// The axis whose values colour designs: the one with most effect on the first objective among those with few values.
std::optional<std::size_t> colour_axis(const SweepTable& table, const Designs& designs, std::optional<std::size_t> other_than) {
  const auto effects = axis_effects(table, designs);
  std::optional<std::size_t> best;
  for (std::size_t a = 0; a < table.axes.size(); ++a) {
    const std::size_t count = values_of(designs, a).size();
    if (count < 2 || count > kMostLines || (other_than && table.groups[a] == table.groups[*other_than])) continue;
    if (!best || effects[a][0].largest_ratio > effects[*best][0].largest_ratio) best = a;
  }
  return best;
}

/// What lies behind a front is beaten: from design to design along the axes. `falls`: both objectives want the same, so the front goes down to the right.
std::vector<std::pair<double, double>> stairs(const std::vector<std::pair<double, double>>& front, bool falls) {
  std::vector<std::pair<double, double>> line;
  for (std::size_t i = 0; i < front.size(); ++i) {
    if (i > 0) line.emplace_back(falls ? front[i - 1].first : front[i].first, falls ? front[i].second : front[i - 1].second);
    line.push_back(front[i]);
  }
  return line;
}

std::vector<OutputFile> pareto_figure(const SweepTable& table, const Designs& designs) {
  XyChart chart{.title = fmt::format("{}: {} designs", table.experiment, designs.rows.size()), .x_label = label_of(designs.objectives[1]), .y_label = label_of(designs.objectives[0]), .series = {}};
  const auto colour = colour_axis(table, designs, std::nullopt);
  std::map<std::string, std::size_t> places;
  if (colour)
    for (const std::string& value : values_of(designs, *colour)) {
      places.emplace(value, chart.series.size());
      chart.series.push_back({fmt::format("{} {}", chart.series.empty() ? axis_label(table.axes[*colour]) : "", value), {}, true, false});
    }
  else chart.series.push_back({"designs", {}, true, false});
  for (std::size_t d = 0; d < designs.rows.size(); ++d)
    chart.series[colour ? places.at(designs.rows[d]->values[*colour]) : 0].points.emplace_back(designs.value(d, 1), designs.value(d, 0));
  std::vector<Gains> two;
  for (const Gains& gains : designs.gains) two.push_back({gains[0], gains[1]});
  XyChart::Series front{"", {}, false, true};
  for (const std::size_t d : pareto_front(two)) front.points.emplace_back(designs.value(d, 1), designs.value(d, 0));
  std::sort(front.points.begin(), front.points.end());
  chart.series.push_back({"", stairs(front.points, designs.objectives[0].most == designs.objectives[1].most), false, true});
  return xy_chart_figure("pareto_" + table.experiment, chart);
}

/// The best of each value of two axes over all others.
std::map<std::string, std::map<std::string, double>> best_along(const Designs& designs, std::size_t along, std::optional<std::size_t> lines) {
  std::map<std::string, std::map<std::string, double>> best;
  for (std::size_t d = 0; d < designs.rows.size(); ++d) {
    const std::string line = lines ? designs.rows[d]->values[*lines] : std::string();
    const double value = designs.value(d, 0);
    const auto [at, is_new] = best[line].emplace(designs.rows[d]->values[along], value);
    if (!is_new && (designs.objectives[0].most ? value > at->second : value < at->second)) at->second = value;
  }
  return best;
}

std::vector<OutputFile> axis_figure(const SweepTable& table, const Designs& designs) {
  std::optional<std::size_t> along;
  for (std::size_t a = 0; a < table.axes.size() && !along; ++a)
    if (const auto values = values_of(designs, a); values.size() > 2 && all_numbers(values)) along = a;
  if (!along) return {};
  const auto lines = colour_axis(table, designs, along);
  XyChart chart{.title = fmt::format("{}: best over all other axes", table.experiment), .x_label = axis_label(table.axes[*along]), .y_label = label_of(designs.objectives[0]), .series = {}};
  const auto best = best_along(designs, *along, lines);
  const std::vector<std::string> names = lines ? values_of(designs, *lines) : std::vector<std::string>{""};
  for (const std::string& name : names) {
    XyChart::Series series{fmt::format("{} {}", lines && chart.series.empty() ? axis_label(table.axes[*lines]) : "", name), {}, true, true};
    for (const auto& [value, y] : best.at(name)) series.points.emplace_back(*config::parse_real(value).value, y);
    std::sort(series.points.begin(), series.points.end());
    chart.series.push_back(std::move(series));
  }
  return xy_chart_figure("axis_" + table.experiment, chart);
}

}  // namespace

std::vector<OutputFile> sweep_figures(const SweepTable& table) {
  const Designs designs = designs_of(table, {}, {});
  std::vector<OutputFile> files;
  if (designs.rows.empty() || designs.objectives.empty()) return files;
  if (designs.objectives.size() >= 2)
    for (OutputFile& file : pareto_figure(table, designs)) files.push_back(std::move(file));
  for (OutputFile& file : axis_figure(table, designs)) files.push_back(std::move(file));
  return files;
}

}  // namespace ngpcsim::app
