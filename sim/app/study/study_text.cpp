#include "sim/app/study/study_text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace ngpcsim::app {
namespace {

constexpr double kWanted = 15.0;  // percent, of an average: what is said to hold

std::string number(const std::optional<double>& value) { return value ? fmt::format("{:.6g}", *value) : std::string(); }

std::optional<double> ratio(const ComparedFigure& figure) {
  if (!figure.published || !figure.ours || *figure.published == 0.0) return std::nullopt;
  return *figure.ours / *figure.published;
}

/// Cells are never quoted: commas in notes become semicolons.
std::string plain(std::string text) {
  std::replace(text.begin(), text.end(), ',', ';');
  return text;
}

std::string name(const ComparedFigure& figure) {
  std::string text = figure.metric;
  for (const std::string& part : {figure.application, figure.encoding}) if (!part.empty() && part != "all") text += " " + part;
  return figure.nfps.empty() ? text : fmt::format("{} {} NFPs", text, figure.nfps);
}

std::string row(const ComparedFigure& figure) {
  const auto of = ratio(figure);
  return fmt::format("  {:<46}{:>10}  {:>10}  {:>6}  {:<16} {}\n", name(figure), figure.published ? fmt::format("{:.4g}", *figure.published) : "-", figure.ours ? fmt::format("{:.4g}", *figure.ours) : "-",
                     of ? fmt::format("{:.2f}", *of) : "", figure.unit, figure.note);
}

std::string largest_change(const Sensitivity& sensitivity) {
  const auto most = [](const std::vector<double>& changes) {
    double largest = 0.0;
    for (const double change : changes)
      if (std::abs(change) > std::abs(largest)) largest = change;
    return largest;
  };
  return fmt::format("  {:<30}{:>8.4g}   {:>7.4g} to {:<7.4g}  {:>+7.1f} %  {:>+7.1f} %\n", sensitivity.parameter, sensitivity.value, sensitivity.least, sensitivity.most, most(sensitivity.at_least),
                     most(sensitivity.at_most));
}

/// A line an application and encoding: with 8 and 64 NFPs, idealised and as simulated.
std::string as_simulated(const std::vector<ComparedFigure>& figures) {
  const auto value = [&figures](std::string_view metric, std::string_view application, std::string_view encoding, std::string_view nfps) {
    for (const ComparedFigure& f : figures)
      if (f.metric == metric && f.application == application && f.encoding == encoding && f.nfps == nfps && f.ours) return fmt::format("{:.2f}", *f.ours);
    return std::string("-");
  };
  std::string text = fmt::format("\nspeedup of each cell, idealised, and as simulated: our scenes, the host's kernels and launches, grid SRAMs of 1 MB that are caches where a level is larger\n"
                                 "  {:<30}{:>10}  {:>12}  {:>10}  {:>12}\n", "", "8 NFPs", "as simulated", "64 NFPs", "as simulated");
  for (const gpu::Encoding encoding : kStudyEncodings) {
    for (const gpu::Application application : kStudyApplications) {
      const std::string_view a = config::name_of(gpu::kApplications, application), e = config::name_of(gpu::kEncodings, encoding);
      text += fmt::format("  {:<30}{:>10}  {:>12}  {:>10}  {:>12}\n", fmt::format("{} {}", a, e), value("speedup", a, e, "8"), value("speedup_as_simulated", a, e, "8"), value("speedup", a, e, "64"), value("speedup_as_simulated", a, e, "64"));
    }
  }
  return text;
}

std::string averages_verdict(const std::vector<ComparedFigure>& figures) {
  std::size_t all = 0, within = 0;
  double worst = 0.0;
  for (const ComparedFigure& figure : figures) {
    if (figure.metric != "average_speedup" || !ratio(figure)) continue;
    const double percent = 100.0 * (*ratio(figure) - 1.0);
    ++all;
    within += std::abs(percent) <= kWanted ? 1u : 0u;
    if (std::abs(percent) > std::abs(worst)) worst = percent;
  }
  return fmt::format("{} of {} averages within {:.0f} % of the published ones; the furthest is {:+.1f} % away\n", within, all, kWanted, worst);
}

}  // namespace

std::string comparison_csv(const std::vector<ComparedFigure>& figures) {
  std::string text = "metric,application,encoding,nfps,published,trust,ours,ratio,unit,note\n";
  for (const ComparedFigure& f : figures)
    text += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", f.metric, f.application, f.encoding, f.nfps, number(f.published), f.trust, number(f.ours), number(ratio(f)), f.unit, plain(f.note));
  return text;
}

std::string sensitivity_csv(const std::vector<Sensitivity>& rows) {
  std::string text = "parameter,value,least,most";
  for (const char* const end : {"least", "most"})
    for (const gpu::Encoding encoding : kStudyEncodings)
      for (const std::uint32_t nfps : kStudyNfps) text += fmt::format(",{}_{}_at_{}_percent", config::name_of(gpu::kEncodings, encoding), nfps, end);
  text += '\n';
  for (const Sensitivity& r : rows) {
    text += fmt::format("{},{:g},{:g},{:g}", r.parameter, r.value, r.least, r.most);
    for (const std::vector<double>* const changes : {&r.at_least, &r.at_most})
      for (const double change : *changes) text += fmt::format(",{:.2f}", change);
    text += '\n';
  }
  return text;
}

std::string study_table(const std::vector<ComparedFigure>& figures, const std::vector<Sensitivity>& rows) {
  std::string text = fmt::format("  {:<46}{:>10}  {:>10}  {:>6}\n", "", "published", "ours", "ratio");
  for (const ComparedFigure& figure : figures)
    if (figure.published) text += row(figure);
  text += "\n" + averages_verdict(figures) + "\nthe same hashgrid averages read otherwise\n";
  for (const ComparedFigure& figure : figures)
    if (figure.metric == "average_speedup_h2" || figure.metric == "average_speedup_h3") text += row(figure);
  text += as_simulated(figures);
  text += fmt::format("\nwhat the paper does not say: what is assumed, what its statements allow, and how far the most sensitive average moves there\n  {:<30}{:>8}   {:>18}  {:>9}  {:>9}\n", "", "assumed", "range", "at least", "at most");
  for (const Sensitivity& sensitivity : rows) text += largest_change(sensitivity);
  return text;
}

}  // namespace ngpcsim::app
