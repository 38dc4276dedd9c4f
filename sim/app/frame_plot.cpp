#include "sim/app/frame_plot.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "sim/app/plot/axis.h"

namespace ngpcsim::app {
namespace {

constexpr double kWidth = 900.0, kHeight = 320.0, kLeft = 70.0, kTop = 40.0, kRight = 20.0, kBottom = 50.0;
constexpr double kPlotWidth = kWidth - kLeft - kRight, kPlotHeight = kHeight - kTop - kBottom;

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
  return out;
}

std::string label(double x, double y, std::string_view anchor, std::string_view text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor, text);
}

struct TimeAxis {
  double most = 1.0;
  [[nodiscard]] double y(double ms) const { return kTop + kPlotHeight * (1.0 - ms / most); }
};

std::string grid(const TimeAxis& scale) {
  std::string text;
  const double step = tick_step(scale.most);
  for (int i = 0; i * step <= scale.most; ++i) {
    const double y = scale.y(i * step);
    text += fmt::format("<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#ddd\"/>\n", kLeft, kWidth - kRight, y, y);
    text += label(kLeft - 8.0, y + 4.0, "end", fmt::format("{:g}", i * step));
  }
  return text;
}

std::string deadlines(const TimeAxis& scale) {
  std::string text;
  for (const int hz : {72, 90, 120}) {
    const double ms = 1e3 / hz;
    if (ms > scale.most) continue;
    text += fmt::format("<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#c33\" stroke-dasharray=\"5 4\"/>\n", kLeft, kWidth - kRight, scale.y(ms), scale.y(ms));
    text += label(kWidth - kRight, scale.y(ms) - 4.0, "end", fmt::format("{} Hz", hz));
  }
  return text;
}

std::string bars(const Json& frames, const TimeAxis& scale) {
  std::string text;
  const double pitch = kPlotWidth / static_cast<double>(frames.size());
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (frames[i].at("frame_ms").is_null()) continue;
    const double ms = frames[i].at("frame_ms").get<double>();
    text += fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"#48a\"><title>{}: {:.3f} ms</title></rect>\n",
                        kLeft + pitch * (static_cast<double>(i) + 0.1), scale.y(ms), pitch * 0.8, kTop + kPlotHeight - scale.y(ms),
                        escaped(frames[i].at("name").get<std::string>()), ms);
  }
  return text;
}

}  // namespace

std::string frame_plot_svg(const Json& result) {
  const Json& sequence = result.at("sequence");
  const TimeAxis scale{1.15 * sequence.at("max_ms").get<double>()};
  std::string text = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\" font-size=\"12\">\n"
                                 "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n", kWidth, kHeight);
  text += label(kLeft, 24.0, "start", escaped(fmt::format("{} on {}: {} frames, half within {:.3f} ms, 95 % within {:.3f} ms, 99 % within {:.3f} ms", result.at("chip").get<std::string>(),
                                                            result.at("workload").get<std::string>(), sequence.at("frames").get<std::uint64_t>(), sequence.at("p50_ms").get<double>(),
                                                            sequence.at("p95_ms").get<double>(), sequence.at("p99_ms").get<double>())));
  text += grid(scale) + bars(result.at("frames"), scale) + deadlines(scale);
  text += label(kLeft + kPlotWidth / 2.0, kHeight - 14.0, "middle", "frame") + label(kLeft - 8.0, kTop - 12.0, "end", "ms");
  return text + "</svg>\n";
}

}  // namespace ngpcsim::app
