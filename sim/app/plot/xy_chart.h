#pragma once
#include <string>
#include <utility>
#include <vector>

#include "sim/app/plot/canvas.h"

namespace ngpcsim::app {

/// Points and lines over two axes, each logarithmic where its values span more than a factor of 20, otherwise linear.
struct XyChart {
  struct Series {
    std::string name;  ///< in the legend; empty: in none
    std::vector<std::pair<double, double>> points;
    bool dots = true, line = false;
  };
  std::string title, x_label, y_label;
  std::vector<Series> series;
  bool y_from_zero = false;  ///< of a linear y axis
};

/// A figure of a column's width (252 points). Needs at least one point; values of a logarithmic axis are positive.
[[nodiscard]] std::vector<OutputFile> xy_chart_figure(const std::string& name, const XyChart& chart);

}  // namespace ngpcsim::app
