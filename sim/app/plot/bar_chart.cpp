#include "sim/app/plot/bar_chart.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/app/plot/axis.h"

namespace ngpcsim::app {
namespace {

constexpr double kBarColumn = 252.0, kBarPage = 516.0, kBarHeight = 170.0;
constexpr double kBarLeft = 34.0, kBarRight = 6.0, kBarTop = 32.0, kBarBottom = 24.0;

struct BarFrame {
  double width, most;

  [[nodiscard]] double plot_width() const { return width - kBarLeft - kBarRight; }
  [[nodiscard]] double y(double value) const { return kBarTop + (kBarHeight - kBarTop - kBarBottom) * (1.0 - value / most); }
};

double largest(const BarChart& chart) {
  double most = 0.0;
  for (const BarChart::Series& series : chart.series) {
    for (const auto& value : series.values) most = std::max(most, value.value_or(0.0));
    for (const auto& value : series.marks) most = std::max(most, value.value_or(0.0));
  }
  return most > 0.0 ? 1.08 * most : 1.0;
}

void draw_bar_grid(Canvas& canvas, const BarFrame& frame) {
  const double step = tick_step(frame.most);
  for (int i = 0; i * step <= frame.most; ++i) {
    canvas.line(kBarLeft, frame.y(i * step), frame.width - kBarRight, frame.y(i * step), kGrey);
    canvas.text(kBarLeft - 3.0, frame.y(i * step) + 2.5, fmt::format("{:g}", i * step), Anchor::kEnd, 6.5);
  }
}

void draw_legend(Canvas& canvas, const BarChart& chart, const BarFrame& frame) {
  double x = kBarLeft;
  for (std::size_t s = 0; s < chart.series.size() && chart.series.size() > 1; ++s) {
    canvas.rectangle(x, kBarTop - 12.0, 6.0, 6.0, kColors[s % kColors.size()]);
    canvas.text(x + 8.0, kBarTop - 6.5, chart.series[s].name, Anchor::kStart, 6.5);
    x += 14.0 + 3.9 * static_cast<double>(chart.series[s].name.size());
  }
  if (chart.mark_name.empty()) return;
  canvas.dot(frame.width - kBarRight - 4.2 * static_cast<double>(chart.mark_name.size()) - 5.0, kBarTop - 9.0, 1.8, kBlack);
  canvas.text(frame.width - kBarRight, kBarTop - 6.5, chart.mark_name, Anchor::kEnd, 6.5);
}

void draw_bars(Canvas& canvas, const BarChart& chart, const BarFrame& frame) {
  const double pitch = frame.plot_width() / static_cast<double>(chart.groups.size());
  const double bar = 0.8 * pitch / static_cast<double>(chart.series.size());
  for (std::size_t g = 0; g < chart.groups.size(); ++g) {
    const double left = kBarLeft + (static_cast<double>(g) + 0.1) * pitch;
    for (std::size_t s = 0; s < chart.series.size(); ++s) {
      const BarChart::Series& series = chart.series[s];
      const double x = left + static_cast<double>(s) * bar;
      if (series.values[g]) canvas.rectangle(x, frame.y(*series.values[g]), 0.92 * bar, frame.y(0.0) - frame.y(*series.values[g]), kColors[s % kColors.size()]);
      if (!series.marks.empty() && series.marks[g]) canvas.dot(x + 0.46 * bar, frame.y(*series.marks[g]), 1.8, kBlack);
    }
    canvas.text(left + 0.4 * pitch, kBarHeight - kBarBottom + 9.0, chart.groups[g], Anchor::kMiddle, 6.5);
  }
}

}  // namespace

std::vector<OutputFile> bar_chart_figure(const std::string& name, const BarChart& chart, bool page_wide) {
  const BarFrame frame{page_wide ? kBarPage : kBarColumn, largest(chart)};
  return draw_figure(name, frame.width, kBarHeight, [&](Canvas& canvas) {
    canvas.text(kBarLeft, 11.0, chart.title, Anchor::kStart, 8.0);
    draw_bar_grid(canvas, frame);
    draw_bars(canvas, chart, frame);
    draw_legend(canvas, chart, frame);
    canvas.text_upwards(9.0, 0.5 * (kBarTop + kBarHeight - kBarBottom), chart.y_label, 6.5);
  });
}

}  // namespace ngpcsim::app
