#include "sim/app/plot/power_plot.h"

#include <algorithm>

#include "sim/app/plot/bar_chart.h"

namespace ngpcsim::app {
namespace {

std::string spaced(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

BarChart by_block(const Json& energy, std::string title, std::string unit, const std::vector<std::pair<const char*, const char*>>& keys) {
  BarChart chart{.title = std::move(title), .y_label = std::move(unit), .groups = {}, .series = {}, .mark_name = {}};
  for (const auto& [key, name] : keys) chart.series.push_back({name, {}, {}});
  for (const auto& [block, figures] : energy.items()) {
    if (!figures.contains(keys.front().first) || figures.at(keys.front().first).is_null()) continue;
    chart.groups.push_back(spaced(block));
    for (std::size_t s = 0; s < keys.size(); ++s) chart.series[s].values.push_back(figures.at(keys[s].first).get<double>());
  }
  return chart;
}

}  // namespace

std::vector<OutputFile> power_plots(const Json& result) {
  const Json& energy = result.at("energy");
  if (energy.is_null()) return {};
  std::vector<OutputFile> files;
  for (const auto& [name, chart] : {std::pair{"energy", by_block(energy, "Energy per frame by block (host GPU left out)", "mJ", {{"dynamic_mj", "dynamic"}, {"leakage_mj", "leakage"}})},
                                    {"area", by_block(energy, "Area by block", "mm2", {{"area_mm2", "area"}})}})
    if (!chart.groups.empty()) files.push_back(std::move(bar_chart_figure(name, chart, true).front()));
  return files;
}

}  // namespace ngpcsim::app
