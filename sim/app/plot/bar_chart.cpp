#include "sim/app/plot/bar_chart.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/app/plot/axis.h"

namespace ngpcsim::app {
namespace {

constexpr double kColumn = 252.0, kPage = 516.0, kHeight = 170.0;
constexpr double kLeft = 34.0, kRight = 6.0, kTop = 32.0, kBottom = 24.0;

struct Frame {
  double width, most;

  [[nodiscard]] double plot_width() const { return width - kLeft - kRight; }
  [[nodiscard]] double y(double value) const { return kTop + (kHeight - kTop - kBottom) * (1.0 - value / most); }
};

double largest(const BarChart& chart) {
  double most = 0.0;
  for (const BarChart::Series& series : chart.series) {
    for (const auto& value : series.values) most = std::max(most, value.value_or(0.0));
    for (const auto& value : series.marks) most = std::max(most, value.value_or(0.0));
  }
  return most > 0.0 ? 1.08 * most : 1.0;
}

void draw_grid(Canvas& canvas, const Frame& frame) {
  const double step = tick_step(frame.most);
  for (int i = 0; i * step <= frame.most; ++i) {
    canvas.line(kLeft, frame.y(i * step), frame.width - kRight, frame.y(i * step), kGrey);
    canvas.text(kLeft - 3.0, frame.y(i * step) + 2.5, fmt::format("{:g}", i * step), Anchor::kEnd, 6.5);
  }
}

void draw_legend(Canvas& canvas, const BarChart& chart, const Frame& frame) {
  double x = kLeft;
  for (std::size_t s = 0; s < chart.series.size() && chart.series.size() > 1; ++s) {
    canvas.rectangle(x, kTop - 12.0, 6.0, 6.0, kColors[s % kColors.size()]);
    canvas.text(x + 8.0, kTop - 6.5, chart.series[s].name, Anchor::kStart, 6.5);
    x += 14.0 + 3.9 * static_cast<double>(chart.series[s].name.size());
  }
  if (chart.mark_name.empty()) return;
  canvas.dot(frame.width - kRight - 4.2 * static_cast<double>(chart.mark_name.size()) - 5.0, kTop - 9.0, 1.8, kBlack);
  canvas.text(frame.width - kRight, kTop - 6.5, chart.mark_name, Anchor::kEnd, 6.5);
}

void draw_bars(Canvas& canvas, const BarChart& chart, const Frame& frame) {
  const double pitch = frame.plot_width() / static_cast<double>(chart.groups.size());
  const double bar = 0.8 * pitch / static_cast<double>(chart.series.size());
  for (std::size_t g = 0; g < chart.groups.size(); ++g) {
    const double left = kLeft + (static_cast<double>(g) + 0.1) * pitch;
    for (std::size_t s = 0; s < chart.series.size(); ++s) {
      const BarChart::Series& series = chart.series[s];
      const double x = left + static_cast<double>(s) * bar;
      if (series.values[g]) canvas.rectangle(x, frame.y(*series.values[g]), 0.92 * bar, frame.y(0.0) - frame.y(*series.values[g]), kColors[s % kColors.size()]);
      if (!series.marks.empty() && series.marks[g]) canvas.dot(x + 0.46 * bar, frame.y(*series.marks[g]), 1.8, kBlack);
    }
    canvas.text(left + 0.4 * pitch, kHeight - kBottom + 9.0, chart.groups[g], Anchor::kMiddle, 6.5);
  }
}

}  // namespace

std::vector<OutputFile> bar_chart_figure(const std::string& name, const BarChart& chart, bool page_wide) {
  const Frame frame{page_wide ? kPage : kColumn, largest(chart)};
  return draw_figure(name, frame.width, kHeight, [&](Canvas& canvas) {
    canvas.text(kLeft, 11.0, chart.title, Anchor::kStart, 8.0);
    draw_grid(canvas, frame);
    draw_bars(canvas, chart, frame);
    draw_legend(canvas, chart, frame);
    canvas.text_upwards(9.0, 0.5 * (kTop + kHeight - kBottom), chart.y_label, 6.5);
  });
}

}  // namespace ngpcsim::app
