#include "sim/app/plot/xy_chart.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/app/plot/axis.h"

namespace ngpcsim::app {
namespace {

constexpr double kXyWidth = 252.0, kXyHeight = 190.0, kXyLeft = 40.0, kXyRight = 8.0, kXyTop = 40.0, kXyBottom = 30.0;
constexpr double kLogSpan = 20.0;

class XyAxis {
 public:
  XyAxis(double least, double most, double from, double to, bool from_zero) : log_(least > 0.0 && most / least > kLogSpan), from_(from), to_(to) {
    const double margin = 0.05 * (most - least > 0.0 ? most - least : std::max(1e-12, std::abs(most)));
    least_ = log_ ? std::log10(least / 1.15) : (from_zero ? std::min(0.0, least) : least - margin);
    most_ = log_ ? std::log10(most * 1.15) : most + margin;
  }
  [[nodiscard]] double at(double value) const { return from_ + ((log_ ? std::log10(value) : value) - least_) / (most_ - least_) * (to_ - from_); }
  [[nodiscard]] std::vector<double> ticks() const {
    std::vector<double> all;
    if (log_) {
      const bool fine = most_ - least_ < 2.5;
      for (double power = std::floor(least_); power <= most_; power += 1.0)
        for (const double digit : fine ? std::vector{1.0, 2.0, 5.0} : std::vector{1.0}) all.push_back(digit * std::pow(10.0, power));
    } else {
      const double step = tick_step(most_ - least_);
      for (double value = std::ceil(least_ / step) * step; value <= most_; value += step) all.push_back(std::abs(value) < step * 1e-9 ? 0.0 : value);
    }
    std::erase_if(all, [this](double value) { const double v = log_ ? std::log10(value) : value; return v < least_ || v > most_; });
    return all;
  }

 private:
  bool log_;
  double from_, to_, least_ = 0.0, most_ = 1.0;
};

struct XyFrame {
  XyAxis x, y;
};

XyFrame frame_of(const XyChart& chart) {
  double x0 = 1e300, x1 = -1e300, y0 = 1e300, y1 = -1e300;
  for (const XyChart::Series& series : chart.series)
    for (const auto& [x, y] : series.points) {
      x0 = std::min(x0, x), x1 = std::max(x1, x);
      y0 = std::min(y0, y), y1 = std::max(y1, y);
    }
  return {XyAxis(x0, x1, kXyLeft, kXyWidth - kXyRight, false), XyAxis(y0, y1, kXyHeight - kXyBottom, kXyTop, chart.y_from_zero)};
}

void draw_xy_axes(Canvas& canvas, const XyFrame& frame, const XyChart& chart) {
  for (const double tick : frame.y.ticks()) {
    canvas.line(kXyLeft, frame.y.at(tick), kXyWidth - kXyRight, frame.y.at(tick), kGrey);
    canvas.text(kXyLeft - 3.0, frame.y.at(tick) + 2.5, fmt::format("{:g}", tick), Anchor::kEnd, 6.5);
  }
  for (const double tick : frame.x.ticks()) {
    canvas.line(frame.x.at(tick), kXyTop, frame.x.at(tick), kXyHeight - kXyBottom, kGrey);
    canvas.text(frame.x.at(tick), kXyHeight - kXyBottom + 9.0, fmt::format("{:g}", tick), Anchor::kMiddle, 6.5);
  }
  canvas.text(0.5 * (kXyLeft + kXyWidth - kXyRight), kXyHeight - 8.0, chart.x_label, Anchor::kMiddle, 6.5);
  canvas.text_upwards(10.0, 0.5 * (kXyTop + kXyHeight - kXyBottom), chart.y_label, 6.5);
}

void draw_xy_series(Canvas& canvas, const XyFrame& frame, const XyChart& chart) {
  double legend_x = kXyLeft, legend_y = kXyTop - 17.0;
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const XyChart::Series& series = chart.series[s];
    const Color& color = series.name.empty() ? kBlack : kColors[s % kColors.size()];
    for (std::size_t i = 0; i < series.points.size(); ++i) {
      const auto& [x, y] = series.points[i];
      if (series.line && i > 0) canvas.line(frame.x.at(series.points[i - 1].first), frame.y.at(series.points[i - 1].second), frame.x.at(x), frame.y.at(y), color, 1.0);
      if (series.dots) canvas.dot(frame.x.at(x), frame.y.at(y), 1.6, color);
    }
    if (series.name.empty()) continue;
    const double width = 12.0 + 3.9 * static_cast<double>(series.name.size());
    if (legend_x + width > kXyWidth - kXyRight && legend_x > kXyLeft) legend_x = kXyLeft, legend_y += 9.0;
    canvas.dot(legend_x + 2.0, legend_y - 2.2, 2.0, color);
    canvas.text(legend_x + 6.0, legend_y, series.name, Anchor::kStart, 6.5);
    legend_x += width;
  }
}

}  // namespace

std::vector<OutputFile> xy_chart_figure(const std::string& name, const XyChart& chart) {
  const XyFrame frame = frame_of(chart);
  return draw_figure(name, kXyWidth, kXyHeight, [&](Canvas& canvas) {
    canvas.text(kXyLeft, 12.0, chart.title, Anchor::kStart, 8.0);
    draw_xy_axes(canvas, frame, chart);
    draw_xy_series(canvas, frame, chart);
  });
}

}  // namespace ngpcsim::app
