#pragma once
#include <ostream>

namespace ngpcsim::app {

/// Where a command writes: results to `out`, everything else to `err`.
struct Console {
  std::ostream& out;
  std::ostream& err;
  bool err_is_terminal = false;
};

}  // namespace ngpcsim::app
