#include "sim/app/front/pareto.h"

#include <algorithm>

#include "sim/base/error.h"

namespace ngpcsim::app {
namespace {

/// Those above the reference in everything, of `dims` objectives.
std::vector<Gains> above(const std::vector<Gains>& designs, const Gains& reference) {
  std::vector<Gains> kept;
  for (const Gains& design : designs)
    if (std::equal(design.begin(), design.end(), reference.begin(), [](double value, double worst) { return value > worst; })) kept.push_back(design);
  return kept;
}

double area(std::vector<Gains> designs, const Gains& reference) {
  std::sort(designs.begin(), designs.end(), [](const Gains& a, const Gains& b) { return a[0] > b[0]; });
  double sum = 0.0, height = reference[1];
  for (const Gains& design : designs) {
    if (design[1] <= height) continue;
    sum += (design[0] - reference[0]) * (design[1] - height);
    height = design[1];
  }
  return sum;
}

/// Slabs between neighbouring values of the last objective, each with the volume of what reaches it.
double sliced(std::vector<Gains> designs, const Gains& reference) {
  if (designs.empty()) return 0.0;
  const std::size_t last = reference.size() - 1;
  if (last == 0) return std::max_element(designs.begin(), designs.end())->front() - reference[0];
  if (last == 1) return area(std::move(designs), reference);
  std::sort(designs.begin(), designs.end(), [last](const Gains& a, const Gains& b) { return a[last] > b[last]; });
  const Gains below(reference.begin(), reference.end() - 1);
  std::vector<Gains> reached;
  double sum = 0.0;
  for (std::size_t i = 0; i < designs.size(); ++i) {
    reached.emplace_back(designs[i].begin(), designs[i].end() - 1);
    const double floor = i + 1 < designs.size() ? designs[i + 1][last] : reference[last];
    if (designs[i][last] > floor) sum += (designs[i][last] - floor) * sliced(reached, below);
  }
  return sum;
}

}  // namespace

bool dominates(const Gains& a, const Gains& b) {
  bool better = false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] < b[i]) return false;
    better = better || a[i] > b[i];
  }
  return better;
}

std::vector<std::size_t> pareto_front(const std::vector<Gains>& designs) {
  std::vector<std::size_t> front;
  for (std::size_t i = 0; i < designs.size(); ++i) {
    bool beaten = false;
    for (std::size_t other = 0; other < designs.size() && !beaten; ++other) beaten = dominates(designs[other], designs[i]) || (other < i && designs[other] == designs[i]);
    if (!beaten) front.push_back(i);
  }
  return front;
}

double hypervolume(const std::vector<Gains>& designs, const Gains& reference) {
  check(!reference.empty(), "a volume of no objectives");
  return sliced(above(designs, reference), reference);
}

}  // namespace ngpcsim::app
