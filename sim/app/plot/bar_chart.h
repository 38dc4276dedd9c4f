#pragma once
#include <optional>
#include <string>
#include <vector>

#include "sim/app/plot/canvas.h"

namespace ngpcsim::app {

/// Bars in groups along x, linear from 0. A mark is a published value beside a bar of ours.
struct BarChart {
  struct Series {
    std::string name;
    std::vector<std::optional<double>> values;  ///< of each group
    std::vector<std::optional<double>> marks;   ///< likewise, or empty
  };
  std::string title, y_label;
  std::vector<std::string> groups;
  std::vector<Series> series;
  std::string mark_name;  ///< what marks are, for the legend; empty where there are none
};

/// A figure of a column's width (252 points) or a page's (516).
[[nodiscard]] std::vector<OutputFile> bar_chart_figure(const std::string& name, const BarChart& chart, bool page_wide);

}  // namespace ngpcsim::app
