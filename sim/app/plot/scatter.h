#pragma once
#include <string>
#include <utility>
#include <vector>

#include "sim/app/plot/canvas.h"

namespace ngpcsim::app {

/// Points on two logarithmic axes, a colour a series; what lies outside is drawn at the edge.
struct Scatter {
  struct Series {
    std::string name;
    std::vector<std::pair<double, double>> points;
  };
  std::string title, x_label, y_label;
  double x_least = 1.0, x_most = 10.0, y_least = 1.0, y_most = 10.0;
  std::vector<double> y_ticks;  ///< x has the powers of ten
  std::vector<Series> series;
};

/// A figure of a page's width (516 points).
[[nodiscard]] std::vector<OutputFile> scatter_figure(const std::string& name, const Scatter& scatter);

}  // namespace ngpcsim::app
