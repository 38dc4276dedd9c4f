#pragma once
#include <optional>
#include <vector>

#include "tests/naive/unit.h"

namespace ngpcsim::naive {

/// Real spherical harmonics of degree 4 of a unit direction: 16 numbers, fp32 operations, one rounding to fp16 each
/// (order of operations: models/direction_encoder/README.md).
[[nodiscard]] std::vector<Half> spherical_harmonics(const float (&direction)[3]);

/// The direction encoder: `interval` edges for an evaluation, one edge where the ray is that of the query before and `per_ray` is set.
class DirectionUnit final : public Unit {
 public:
  explicit DirectionUnit(const DirectionSetup& setup) : setup_(setup) {}

  [[nodiscard]] unsigned passes() const override { return 1; }
  Cost begin(const Query& query, unsigned pass) override;
  [[nodiscard]] std::vector<Half> values(const Query& query) const override { return spherical_harmonics(query.direction); }
  [[nodiscard]] std::uint64_t evaluations() const { return evaluations_; }

 private:
  DirectionSetup setup_;
  std::optional<std::uint32_t> ray_;
  std::uint64_t evaluations_ = 0;
};

}  // namespace ngpcsim::naive
