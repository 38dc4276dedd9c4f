#include "sim/app/plot/axis.h"

#include <cmath>
#include <initializer_list>

namespace ngpcsim::app {

double tick_step(double most) {
  const double power = std::pow(10.0, std::floor(std::log10(most / 5.0)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (most / (factor * power) <= 6.0) return factor * power;
  return 10.0 * power;
}

}  // namespace ngpcsim::app
