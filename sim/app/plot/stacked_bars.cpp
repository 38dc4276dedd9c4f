#include "sim/app/plot/stacked_bars.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace ngpcsim::app {
namespace {

constexpr double kStackWidth = 252.0, kStackLeft = 72.0, kStackRight = 34.0, kStackTop = 20.0, kStackPitch = 14.0, kLegendHeight = 22.0;

std::vector<std::size_t> used_keys(const StackedBars& chart) {
  std::vector<std::size_t> used;
  for (std::size_t k = 0; k < chart.keys.size(); ++k)
    if (std::any_of(chart.bars.begin(), chart.bars.end(), [k](const StackedBars::Bar& bar) { return bar.parts[k] > 0.0; })) used.push_back(k);
  return used;
}

void draw_stack(Canvas& canvas, const StackedBars::Bar& bar, const std::vector<std::size_t>& used, double y) {
  const double whole = std::accumulate(bar.parts.begin(), bar.parts.end(), 0.0), width = kStackWidth - kStackLeft - kStackRight;
  double x = kStackLeft;
  for (std::size_t u = 0; u < used.size() && whole > 0.0; ++u) {
    const double part = bar.parts[used[u]] / whole * width;
    if (part > 0.0) canvas.rectangle(x, y, part, kStackPitch - 4.0, kColors[u % kColors.size()]);
    x += part;
  }
  canvas.text(kStackLeft - 4.0, y + 7.5, bar.name, Anchor::kEnd, 6.5);
  canvas.text(kStackWidth - kStackRight + 4.0, y + 7.5, whole > 0.0 ? fmt::format("{:.0f} %", 100.0 * bar.parts[0] / whole) : "", Anchor::kStart, 6.5);
}

}  // namespace

std::vector<OutputFile> stacked_bars_figure(const std::string& name, const StackedBars& chart) {
  const std::vector<std::size_t> used = used_keys(chart);
  const double bottom = kStackTop + kStackPitch * static_cast<double>(chart.bars.size());
  return draw_figure(name, kStackWidth, bottom + kLegendHeight, [&](Canvas& canvas) {
    canvas.text(6.0, 12.0, chart.title, Anchor::kStart, 8.0);
    for (std::size_t b = 0; b < chart.bars.size(); ++b) draw_stack(canvas, chart.bars[b], used, kStackTop + kStackPitch * static_cast<double>(b));
    double x = 6.0, y = bottom + 8.0;
    for (std::size_t u = 0; u < used.size(); ++u) {
      const double width = 14.0 + 3.7 * static_cast<double>(chart.keys[used[u]].size());
      if (x + width > kStackWidth) x = 6.0, y += 9.0;
      canvas.rectangle(x, y - 5.0, 6.0, 6.0, kColors[u % kColors.size()]);
      canvas.text(x + 8.0, y + 0.5, chart.keys[used[u]], Anchor::kStart, 6.5);
      x += width;
    }
  });
}

}  // namespace ngpcsim::app
