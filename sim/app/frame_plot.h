#pragma once
#include <string>

#include "sim/app/json.h"

namespace ngpcsim::app {

/// The frame times of a result with at least two frames as a picture (SVG 1.1): a bar a frame, and the deadlines of headsets that lie in its range.
[[nodiscard]] std::string frame_plot_svg(const Json& result);

}  // namespace ngpcsim::app
