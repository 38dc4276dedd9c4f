#include "sim/app/front/surrogate.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "sim/base/error.h"
#include "sim/config/number.h"

namespace ngpcsim::app {
namespace {

constexpr double kLength = 0.5;   // of the way along an axis over which designs forget each other
constexpr double kNoise = 1e-4;   // of the variance: simulations repeat to the bit, but the kernel is no exact law

bool is_number(const std::string& text) { return config::parse_real(text).value.has_value(); }

}  // namespace

DesignSpace::DesignSpace(const std::vector<AxisGroup>& groups) {
  for (const AxisGroup& group : groups) {
    const std::vector<std::string>& values = group.axes.front().values;
    coordinates_.push_back({group.size() > 1 ? 1.0 / static_cast<double>(group.size() - 1) : 0.0, std::all_of(values.begin(), values.end(), is_number)});
  }
}

double DesignSpace::likeness(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) const {
  double product = 1.0, sum = 0.0;
  for (std::size_t g = 0; g < coordinates_.size(); ++g) {
    const double steps = static_cast<double>(a[g]) - static_cast<double>(b[g]);
    const double distance = coordinates_[g].ordered ? steps * coordinates_[g].step : (a[g] == b[g] ? 0.0 : 1.0);
    const double near = std::exp(-0.5 * distance * distance / (kLength * kLength));
    product *= near;
    sum += near;
  }
  return 0.5 * product + 0.5 * sum / static_cast<double>(coordinates_.size());
}

Surrogate::Surrogate(const DesignSpace& space, const std::vector<std::vector<std::uint32_t>>& known, const std::vector<double>& values) : space_(space), known_(known), values_(values) {
  check(known.size() >= 2 && known.size() == values.size(), "a surrogate of {} designs", known.size());
  for (const double value : values) middle_ += value / static_cast<double>(values.size());
  double squares = 0.0;
  for (const double value : values) squares += (value - middle_) * (value - middle_) / static_cast<double>(values.size());
  spread_ = squares > 0.0 ? std::sqrt(squares) : 1.0;
}

std::vector<Surrogate::Expected> Surrogate::expect(const std::vector<std::vector<std::uint32_t>>& designs) const {
  const auto n = static_cast<Eigen::Index>(known_.size());
  Eigen::MatrixXd kernel(n, n);
  Eigen::VectorXd scaled(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    scaled(i) = (values_[static_cast<std::size_t>(i)] - middle_) / spread_;
    for (Eigen::Index j = 0; j < n; ++j) kernel(i, j) = space_.likeness(known_[static_cast<std::size_t>(i)], known_[static_cast<std::size_t>(j)]) + (i == j ? kNoise : 0.0);
  }
  const Eigen::LLT<Eigen::MatrixXd> factor(kernel);
  const Eigen::VectorXd weights = factor.solve(scaled);
  std::vector<Expected> expected;
  for (const std::vector<std::uint32_t>& design : designs) {
    Eigen::VectorXd near(n);
    for (Eigen::Index i = 0; i < n; ++i) near(i) = space_.likeness(design, known_[static_cast<std::size_t>(i)]);
    const double variance = std::max(0.0, space_.likeness(design, design) - near.dot(factor.solve(near)));
    expected.push_back({middle_ + spread_ * near.dot(weights), spread_ * std::sqrt(variance)});
  }
  return expected;
}

}  // namespace ngpcsim::app
