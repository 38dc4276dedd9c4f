#include <algorithm>

#include <fmt/format.h>

#include "sim/app/plot/bar_chart.h"
#include "sim/app/study/study_text.h"

namespace ngpcsim::app {
namespace {

const ComparedFigure* find(const std::vector<ComparedFigure>& figures, std::string_view metric, std::string_view application, std::string_view encoding, const std::string& nfps) {
  const auto at = std::find_if(figures.begin(), figures.end(), [&](const ComparedFigure& f) { return f.metric == metric && f.application == application && f.encoding == encoding && f.nfps == nfps; });
  return at == figures.end() ? nullptr : &*at;
}

void append(std::vector<OutputFile>& files, std::vector<OutputFile> more) { std::move(more.begin(), more.end(), std::back_inserter(files)); }

/// Four applications and their average, a bar a number of NFPs.
BarChart speedups(const std::vector<ComparedFigure>& figures, std::string_view encoding) {
  BarChart chart{.title = fmt::format("Speedup over the GPU, {}", encoding), .y_label = "speedup", .groups = {}, .series = {}, .mark_name = "published"};
  for (const gpu::Application application : kStudyApplications) chart.groups.emplace_back(config::name_of(gpu::kApplications, application));
  chart.groups.emplace_back("average");
  for (const std::uint32_t nfps : kStudyNfps) {
    BarChart::Series series{.name = fmt::format("{} NFPs", nfps), .values = {}, .marks = {}};
    for (const std::string& group : chart.groups) {
      const bool average = group == "average";
      const ComparedFigure* const figure = find(figures, average ? "average_speedup" : "speedup", average ? "all" : group, encoding, fmt::format("{}", nfps));
      series.values.push_back(figure ? figure->ours : std::nullopt);
      series.marks.push_back(figure ? figure->published : std::nullopt);
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

/// Groups by number of NFPs, a series a metric.
BarChart by_nfps(const std::vector<ComparedFigure>& figures, std::string title, std::string y_label, std::string_view application, std::string_view encoding,
                 const std::vector<std::pair<const char*, const char*>>& metrics) {
  BarChart chart{.title = std::move(title), .y_label = std::move(y_label), .groups = {}, .series = {}, .mark_name = "published"};
  for (const std::uint32_t nfps : kStudyNfps) chart.groups.push_back(fmt::format("{} NFPs", nfps));
  for (const auto& [metric, name] : metrics) {
    BarChart::Series series{.name = name, .values = {}, .marks = {}};
    for (const std::uint32_t nfps : kStudyNfps) {
      const ComparedFigure* const figure = find(figures, metric, application, encoding, fmt::format("{}", nfps));
      series.values.push_back(figure ? figure->ours : std::nullopt);
      series.marks.push_back(figure ? figure->published : std::nullopt);
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

/// Megapixels a frame, hashgrid, 64 NFPs; cut where a display ends.
BarChart resolutions(const std::vector<ComparedFigure>& figures) {
  constexpr double kMost = 7680.0 * 4320.0 / 1e6;
  BarChart chart{.title = "Largest frame, hashgrid, 64 NFPs (cut at 7680 x 4320)", .y_label = "megapixels", .groups = {"30 FPS", "60 FPS", "90 FPS", "120 FPS"}, .series = {}, .mark_name = {}};
  for (const gpu::Application application : kStudyApplications) {
    BarChart::Series series{.name = std::string(config::name_of(gpu::kApplications, application)), .values = {}, .marks = {}};
    const ComparedFigure* const figure = find(figures, "fps_at_1920x1080", series.name, "hashgrid", "64");
    for (const double fps : {30.0, 60.0, 90.0, 120.0}) series.values.push_back(figure && figure->ours ? std::optional(std::min(kMost, 1920.0 * 1080.0 / 1e6 * *figure->ours / fps)) : std::nullopt);
    chart.series.push_back(std::move(series));
  }
  return chart;
}

/// What the paper's assumptions hide: each cell with a host, launches and SRAMs of their size.
BarChart realistic(const std::vector<ComparedFigure>& figures, const std::string& nfps) {
  BarChart chart{.title = fmt::format("Idealised and as simulated, {} NFPs", nfps), .y_label = "speedup", .groups = {}, .series = {{"idealised", {}, {}}, {"as simulated", {}, {}}}, .mark_name = {}};
  for (const gpu::Encoding encoding : kStudyEncodings) {
    for (const gpu::Application application : kStudyApplications) {
      const std::string_view a = config::name_of(gpu::kApplications, application), e = config::name_of(gpu::kEncodings, encoding);
      chart.groups.push_back(fmt::format("{} {}", a, encoding == gpu::Encoding::kHashgrid ? "hash" : encoding == gpu::Encoding::kDensegrid ? "dense" : "low"));
      for (std::size_t s = 0; s < 2; ++s) {
        const ComparedFigure* const figure = find(figures, s == 0 ? "speedup" : "speedup_as_simulated", a, e, nfps);
        chart.series[s].values.push_back(figure ? figure->ours : std::nullopt);
      }
    }
  }
  return chart;
}

}  // namespace

std::vector<OutputFile> study_figures(const std::vector<ComparedFigure>& figures) {
  std::vector<OutputFile> files;
  for (const gpu::Encoding encoding : kStudyEncodings) {
    const std::string_view name = config::name_of(gpu::kEncodings, encoding);
    append(files, bar_chart_figure(fmt::format("speedup_{}", name), speedups(figures, name), false));
  }
  append(files, bar_chart_figure("readings", by_nfps(figures, "Average speedup, hashgrid, three readings of the 2 ns a query", "speedup", "all", "hashgrid", {{"average_speedup", "H1"}, {"average_speedup_h2", "H2"}, {"average_speedup_h3", "H3"}}), false));
  append(files, bar_chart_figure("overheads", by_nfps(figures, "Area and power beside the GPU's", "% of die, % of TDP", "", "", {{"area_overhead", "area"}, {"power_overhead", "power"}}), false));
  append(files, bar_chart_figure("resolutions", resolutions(figures), false));
  for (const char* const nfps : {"8", "64"}) append(files, bar_chart_figure(fmt::format("realistic_{}", nfps), realistic(figures, nfps), true));
  return files;
}

}  // namespace ngpcsim::app
