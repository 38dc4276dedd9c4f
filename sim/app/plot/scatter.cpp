#include "sim/app/plot/scatter.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace ngpcsim::app {
namespace {

constexpr double kScatterWidth = 516.0, kScatterHeight = 230.0, kScatterLeft = 40.0, kScatterRight = 18.0, kScatterTop = 34.0, kScatterBottom = 30.0;

/// From 0 to 1 along a logarithmic axis.
double along(double value, double least, double most) { return std::clamp(std::log(value / least) / std::log(most / least), 0.0, 1.0); }

struct ScatterFrame {
  const Scatter& scatter;

  [[nodiscard]] double x(double value) const { return kScatterLeft + (kScatterWidth - kScatterLeft - kScatterRight) * along(value, scatter.x_least, scatter.x_most); }
  [[nodiscard]] double y(double value) const { return kScatterHeight - kScatterBottom - (kScatterHeight - kScatterTop - kScatterBottom) * along(value, scatter.y_least, scatter.y_most); }
};

void draw_axes(Canvas& canvas, const ScatterFrame& frame) {
  const Scatter& s = frame.scatter;
  for (const double tick : s.y_ticks) {
    canvas.line(kScatterLeft, frame.y(tick), kScatterWidth - kScatterRight, frame.y(tick), tick == 1.0 ? kDarkGrey : kGrey);
    canvas.text(kScatterLeft - 3.0, frame.y(tick) + 2.5, fmt::format("{:g}", tick), Anchor::kEnd, 6.5);
  }
  for (double tick = s.x_least; tick <= s.x_most * 1.001; tick *= 10.0) {
    canvas.line(frame.x(tick), kScatterTop, frame.x(tick), kScatterHeight - kScatterBottom, kGrey);
    canvas.text(frame.x(tick), kScatterHeight - kScatterBottom + 9.0, fmt::format("{:g}", tick), Anchor::kMiddle, 6.5);
  }
  canvas.text(0.5 * (kScatterLeft + kScatterWidth - kScatterRight), kScatterHeight - 8.0, s.x_label, Anchor::kMiddle, 6.5);
  canvas.text_upwards(10.0, 0.5 * (kScatterTop + kScatterHeight - kScatterBottom), s.y_label, 6.5);
}

void draw_points(Canvas& canvas, const ScatterFrame& frame) {
  double x = kScatterLeft;
  for (std::size_t i = 0; i < frame.scatter.series.size(); ++i) {
    const Scatter::Series& series = frame.scatter.series[i];
    const Color& color = kColors[i % kColors.size()];
    for (const auto& [px, py] : series.points) canvas.dot(frame.x(px), frame.y(py), 1.2, color);
    canvas.dot(x + 2.0, kScatterTop - 9.0, 2.0, color);
    canvas.text(x + 6.0, kScatterTop - 6.5, series.name, Anchor::kStart, 6.5);
    x += 14.0 + 3.7 * static_cast<double>(series.name.size());
  }
}

}  // namespace

std::vector<OutputFile> scatter_figure(const std::string& name, const Scatter& scatter) {
  const ScatterFrame frame{scatter};
  return draw_figure(name, kScatterWidth, kScatterHeight, [&](Canvas& canvas) {
    canvas.text(kScatterLeft, 12.0, scatter.title, Anchor::kStart, 8.0);
    draw_axes(canvas, frame);
    draw_points(canvas, frame);
  });
}

}  // namespace ngpcsim::app
