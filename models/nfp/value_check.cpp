#include "models/nfp/value_check.h"

#include <array>
#include <string>

#include <fmt/format.h>

#include "sim/base/error.h"

namespace ngpcsim::models {
namespace {

std::string text(Fp16 value) { return fmt::format("0x{:04x} ({})", value.bits, to_float(value)); }

}  // namespace

void ValueCheck::leave(std::span<const Fp16> values) {
  check(!queries_.empty(), "nfp_{} gives a result without a query", nfp_.value());
  const std::size_t width = network_.outputs();
  if (values.empty()) {
    queries_.pop_front();
    return;
  }
  if (compared_ * width == expected_.size()) evaluate();
  const std::span<const Fp16> expected = std::span(expected_).subspan(compared_++ * width, width);
  const Query& query = queries_.front();
  const auto& [x, y, z] = query.record.position;
  check(values.size() == width, "nfp_{} gives {} values for a query, its network has {}", nfp_.value(), values.size(), width);
  for (std::size_t n = 0; n < width; ++n)
    check(values[n] == expected[n], "nfp_{}, launch {}, query {} at ({}, {}, {}): output {} is {}, the network gives {}", nfp_.value(), query.launch,
          query.number, x, y, z, n, text(values[n]), text(expected[n]));
  queries_.pop_front();
}

void ValueCheck::evaluate() {
  std::vector<std::array<float, 3>> positions, directions;
  for (const Query& query : queries_) {
    positions.push_back(query.record.position);
    if (encodes_directions_) directions.push_back(query.record.direction);
  }
  expected_.resize(positions.size() * network_.outputs());
  network_.evaluate(positions, directions, expected_);
  compared_ = 0;
}

}  // namespace ngpcsim::models
