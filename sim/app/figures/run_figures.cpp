#include "sim/app/figures/run_figures.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "sim/app/plot/bar_chart.h"
#include "sim/app/plot/stacked_bars.h"
#include "sim/app/plot/xy_chart.h"
#include "sim/app/sweep/metrics.h"
#include "sim/stats/cycle_account.h"

namespace ngpcsim::app {
namespace {

void append_to(std::vector<OutputFile>& files, std::vector<OutputFile> more) { std::move(more.begin(), more.end(), std::back_inserter(files)); }

std::string words(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string title_of(const NamedResult& run) { return fmt::format("{} on {}", run.result.at("chip").get<std::string>(), run.result.at("workload").get<std::string>()); }

std::vector<OutputFile> stalls_figure(const NamedResult& run) {
  StackedBars chart{.title = "Cycles, " + title_of(run), .keys = {"busy"}, .bars = {}};
  for (const std::string_view reason : stats::kStallNames) chart.keys.push_back(words(std::string(reason)));
  for (const auto& [name, block] : run.result.at("blocks").items()) {
    if (block.is_null()) continue;
    StackedBars::Bar bar{words(name), {block.at("busy").get<double>()}};
    for (const std::string_view reason : stats::kStallNames) bar.parts.push_back(block.at("stalls").value(std::string(reason), 0.0));
    chart.bars.push_back(std::move(bar));
  }
  return stacked_bars_figure("stalls_" + run.name, chart);
}

/// MACs against bytes: what MAC arrays and memory allow, and what the run reached. Empty where it moved or computed nothing, or its peak is not known.
std::vector<OutputFile> roofline_figure(const NamedResult& run) {
  const auto value = [&](std::string_view key) { return metric_of(run.result, key).value_or(0.0); };
  const double bytes = value("memory.read_bytes") + value("memory.write_bytes"), cycles = value("cycles"), steps = value("blocks.mlp_engine.steps"), peak_gb_s = value("memory.peak_gb_s");
  if (bytes <= 0.0 || cycles <= 0.0 || steps <= 0.0 || peak_gb_s <= 0.0) return {};
  const double clock = value("clock_ghz"), roof = value("blocks.mlp_engine.macs_clocked") / steps * value("blocks.mlp_engine.instances") * clock / 1e3;
  const double x = value("blocks.mlp_engine.macs_useful") / bytes, ridge = roof * 1e3 / peak_gb_s, y = value("blocks.mlp_engine.macs_useful") / cycles * clock / 1e3;
  if (x <= 0.0) return {};
  const double least = std::min(x, ridge) / 10.0, most = std::max(x, ridge) * 10.0;
  XyChart chart{.title = "Roofline, " + title_of(run), .x_label = "useful MAC / B of memory", .y_label = "TMAC/s", .series = {}};
  chart.series.push_back({"attainable", {{least, least * peak_gb_s / 1e3}, {ridge, roof}, {most, roof}}, false, true});
  chart.series.push_back({"run", {{x, y}}, true, false});
  return xy_chart_figure("roofline_" + run.name, chart);
}

std::vector<OutputFile> speedups_figure(const std::vector<NamedResult>& runs) {
  BarChart chart{.title = "Speedup over the GPU", .y_label = "speedup", .groups = {}, .series = {{"as published or modelled", {}, {}}, {"rest fused", {}, {}}, {"ngp-jit", {}, {}}}, .mark_name = {}};
  for (const NamedResult& run : runs) {
    if (!metric_of(run.result, "speedup")) continue;
    chart.groups.push_back(run.name);
    chart.series[0].values.push_back(metric_of(run.result, "speedup"));
    chart.series[1].values.push_back(metric_of(run.result, "speedup_vs_fused_gpu"));
    chart.series[2].values.push_back(metric_of(run.result, "speedup_vs_jit_gpu"));
  }
  return chart.groups.empty() ? std::vector<OutputFile>{} : bar_chart_figure("speedups", chart, chart.groups.size() > 4);
}

/// A line a chip with its workload; frames of one size say nothing of resolution.
std::vector<OutputFile> resolution_figure(const std::vector<NamedResult>& runs) {
  std::map<std::string, std::map<double, double>> lines;
  std::set<double> sizes;
  for (const NamedResult& run : runs) {
    const auto fps = metric_of(run.result, "fps"), pixels = metric_of(run.result, "pixels"), frames = metric_of(run.result, "frame_count");
    if (!fps || !pixels || !frames || *frames <= 0.0) continue;
    const double megapixels = *pixels / *frames / 1e6;
    sizes.insert(megapixels);
    lines[title_of(run)][megapixels] = *fps;
  }
  if (sizes.size() < 2) return {};
  XyChart chart{.title = "Frames per second by resolution", .x_label = "megapixels", .y_label = "FPS", .series = {}};
  for (const auto& [name, points] : lines) chart.series.push_back({name, {points.begin(), points.end()}, true, true});
  return xy_chart_figure("fps_resolution", chart);
}

}  // namespace

std::vector<OutputFile> run_figures(const std::vector<NamedResult>& runs) {
  std::vector<OutputFile> files;
  for (const NamedResult& run : runs) {
    append_to(files, stalls_figure(run));
    append_to(files, roofline_figure(run));
  }
  append_to(files, speedups_figure(runs));
  append_to(files, resolution_figure(runs));
  return files;
}

}  // namespace ngpcsim::app
