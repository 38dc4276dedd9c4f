#pragma once

namespace ngpcsim::app {

/// 1, 2 or 5 times a power of ten, so that some five lines fit below `most`.
[[nodiscard]] double tick_step(double most);

}  // namespace ngpcsim::app
