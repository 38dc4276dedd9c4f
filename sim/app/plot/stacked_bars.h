#pragma once
#include <string>
#include <vector>

#include "sim/app/plot/canvas.h"

namespace ngpcsim::app {

/// Horizontal bars of one length, each cut into shares of its whole.
struct StackedBars {
  struct Bar {
    std::string name;
    std::vector<double> parts;  ///< of each key
  };
  std::string title;
  std::vector<std::string> keys;
  std::vector<Bar> bars;
};

/// A figure of a column's width. Keys that no bar has are left out.
[[nodiscard]] std::vector<OutputFile> stacked_bars_figure(const std::string& name, const StackedBars& chart);

}  // namespace ngpcsim::app
