#pragma once
#include <cstdint>
#include <vector>

#include "sim/app/sweep/experiment.h"

namespace ngpcsim::app {

/// Where designs lie to each other: a coordinate in [0, 1] a group of axes, its place in the list of values; groups of names rather than numbers are equal or not.
class DesignSpace {
 public:
  explicit DesignSpace(const std::vector<AxisGroup>& groups);
  /// Alike designs 1, down towards 0: half of it the product over the groups, which knows how they work together, half their mean, which learns fast.
  [[nodiscard]] double likeness(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) const;

 private:
  struct Coordinate {
    double step = 0.0;
    bool ordered = true;
  };
  std::vector<Coordinate> coordinates_;
};

/// What is expected of designs that have not run: a Gaussian process (Rasmussen and Williams 2006, algorithm 2.1) over one objective that was measured at some.
class Surrogate {
 public:
  /// `values` of the designs `known`, at least two.
  Surrogate(const DesignSpace& space, const std::vector<std::vector<std::uint32_t>>& known, const std::vector<double>& values);

  struct Expected {
    double mean = 0.0, deviation = 0.0;
  };
  [[nodiscard]] std::vector<Expected> expect(const std::vector<std::vector<std::uint32_t>>& designs) const;

 private:
  const DesignSpace& space_;
  std::vector<std::vector<std::uint32_t>> known_;
  std::vector<double> values_;
  double middle_ = 0.0, spread_ = 1.0;
};

}  // namespace ngpcsim::app
