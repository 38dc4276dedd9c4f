#include "models/nfp/value_check.h"

#include <array>
#include <string>

#include <fmt/format.h>

#include "models/direction_encoder/spherical_harmonics.h"
#include "sim/base/error.h"

namespace ngpcsim::models {
namespace {

std::string text(Fp16 value) { return fmt::format("0x{:04x} ({})", value.bits, to_float(value)); }

}  // namespace

void ValueCheck::compare(const Query& query, std::span<const Fp16> values) {
  const auto& [x, y, z] = query.record.position;
  if (encodes_directions_) network_.evaluate(query.record.position, query.record.direction, expected_);
  else network_.evaluate_encoded(query.record.position, std::array<Fp16, kShValues>{}, expected_);
  check(values.size() == expected_.size(), "nfp_{} gives {} values for a query, its network has {}", nfp_.value(), values.size(), expected_.size());
  for (std::size_t n = 0; n < values.size(); ++n)
    check(values[n] == expected_[n], "nfp_{}, launch {}, query {} at ({}, {}, {}): output {} is {}, the network gives {}", nfp_.value(), query.launch,
          query.number, x, y, z, n, text(values[n]), text(expected_[n]));
}

}  // namespace ngpcsim::models
