#include "models/energy/scaling.h"

#include <array>
#include <cstddef>

#include "models/energy/interpolate.h"
#include "sim/base/error.h"

namespace ngpcsim::energy {
namespace {

struct Node {
  double nm, area, a, b, c;
  [[nodiscard]] constexpr double energy(double v) const { return (a * v + b) * v + c; }
};

// Stillmaker and Baas 2017: area relative to 45 nm, and the coefficients of E(V), from the finest node to the coarsest.
constexpr std::array<Node, 7> kNodes{{{7, 0.059, 0.1776, -0.09097, 0.02447},
                                      {10, 0.10, 0.2068, -0.09311, 0.02375},
                                      {14, 0.17, 0.2363, -0.09675, 0.02239},
                                      {16, 0.19, 0.2958, -0.1241, 0.03024},
                                      {20, 0.21, 0.373, -0.1582, 0.04104},
                                      {32, 0.46, 0.9559, -0.7823, 0.471},
                                      {45, 1.0, 1.103, -0.362, 0.2767}}};

// Calls `figure` on the rows around the node and interpolates what it returns.
template <class Figure>
double at_node(double nm, Figure figure) {
  check(nm >= kSmallestNodeNm && nm <= kLargestNodeNm, "technology node {} nm is outside {}..{} nm", nm, kSmallestNodeNm, kLargestNodeNm);
  std::size_t upper = 1;
  while (kNodes[upper].nm < nm) ++upper;
  const Node& fine = kNodes[upper - 1];
  const Node& coarse = kNodes[upper];
  return interpolate_linear({fine.nm, figure(fine)}, {coarse.nm, figure(coarse)}, nm);
}

}  // namespace

double area_relative_to_45nm(double node_nm) {
  return at_node(node_nm, [](const Node& node) { return node.area; });
}

double switching_energy(double node_nm, double voltage) {
  return at_node(node_nm, [voltage](const Node& node) { return node.energy(voltage); });
}

double energy_ratio(double from_nm, double from_v, double to_nm, double to_v) {
  return switching_energy(to_nm, to_v) / switching_energy(from_nm, from_v);
}

double area_ratio(double from_nm, double to_nm) { return area_relative_to_45nm(to_nm) / area_relative_to_45nm(from_nm); }

}  // namespace ngpcsim::energy
