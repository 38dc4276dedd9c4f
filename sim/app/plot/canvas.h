#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/app/output_folder.h"

struct _cairo;  // of libcairo

namespace ngpcsim::app {

using Color = std::array<double, 3>;

/// Of Okabe and Ito 2008, which people with any colour vision tell apart.
inline constexpr std::array<Color, 6> kColors{{{0.0, 0.447, 0.698}, {0.902, 0.624, 0.0}, {0.0, 0.62, 0.451}, {0.8, 0.475, 0.655}, {0.337, 0.706, 0.914}, {0.835, 0.369, 0.0}}};
inline constexpr Color kBlack{0.0, 0.0, 0.0}, kGrey{0.85, 0.85, 0.85}, kDarkGrey{0.35, 0.35, 0.35};

enum class Anchor { kStart, kMiddle, kEnd };

/// What a figure is drawn on, in points of 1/72 inch, y downwards.
class Canvas {
 public:
  explicit Canvas(_cairo* context) : context_(context) {}

  void rectangle(double x, double y, double width, double height, const Color& color);
  void line(double x0, double y0, double x1, double y1, const Color& color, double width = 0.6, bool dashed = false);
  void dot(double x, double y, double radius, const Color& color);
  void text(double x, double y, std::string_view text, Anchor anchor, double size = 7.0, const Color& color = kBlack);
  /// Upwards from (x, y), its middle.
  void text_upwards(double x, double y, std::string_view text, double size = 7.0);

 private:
  _cairo* context_;
};

/// A figure of `width` x `height` points as NAME.svg, NAME.pdf and NAME.png (300 dpi): the same bytes from the same libraries and fonts (DejaVu Sans), without dates.
[[nodiscard]] std::vector<OutputFile> draw_figure(const std::string& name, double width, double height, const std::function<void(Canvas&)>& draw);

}  // namespace ngpcsim::app
