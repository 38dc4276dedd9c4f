#include "workloads/import/pose.h"

#include <cmath>

#include "workloads/import/intrinsics.h"

namespace ngpcsim::workloads {
namespace {

constexpr std::string_view kAllowedPose = "transform_matrix of 3 or 4 rows of 4 finite numbers, camera to world, the fourth row 0 0 0 1";

/// |det| of the axes over the product of their lengths: 1 for orthogonal axes, 0 for dependent ones (NaN for an axis of length 0).
double independence(const std::array<float, 12>& pose) {
  const auto at = [&](std::size_t r, std::size_t c) { return double{pose[r * 4 + c]}; };
  double det = 0.0;
  double lengths = 1.0;
  for (std::size_t c = 0; c < 3; ++c) {
    const std::size_t u = (c + 1) % 3;
    const std::size_t v = (c + 2) % 3;
    det += at(0, c) * (at(1, u) * at(2, v) - at(1, v) * at(2, u));
    lengths *= std::sqrt(at(0, c) * at(0, c) + at(1, c) * at(1, c) + at(2, c) * at(2, c));
  }
  return std::abs(det) / lengths;
}

}  // namespace

std::array<float, 12> read_pose(const JsonNode& frame, const std::string& file, std::size_t index) {
  const auto fail = [&](int line, const std::string& what) {
    throw InputError({file, line}, fmt::format("pose of frame {}: {}", index, what), std::string(kAllowedPose));
  };
  const JsonNode* matrix = frame.find("transform_matrix");
  if (!matrix) matrix = frame.find("transform_matrix_start");
  if (!matrix) fail(frame.line, "no transform_matrix");
  if (matrix->kind != JsonNode::Kind::kArray || (matrix->items.size() != 3 && matrix->items.size() != 4))
    fail(matrix->line, "not an array of 3 or 4 rows");

  std::array<float, 16> value{};
  value[15] = 1.0f;
  for (std::size_t r = 0; r < matrix->items.size(); ++r) {
    const JsonNode& row = matrix->items[r];
    if (row.kind != JsonNode::Kind::kArray || row.items.size() != 4) fail(row.line, fmt::format("row {} is not an array of 4 numbers", r));
    for (std::size_t c = 0; c < 4; ++c)
      value[r * 4 + c] = static_cast<float>(finite_number(row.items[c], file, fmt::format("transform_matrix[{}][{}]", r, c), fmt::format("frame {}", index)));
  }
  if (value[12] != 0.0f || value[13] != 0.0f || value[14] != 0.0f || value[15] != 1.0f)
    fail(matrix->items[3].line, fmt::format("the fourth row is {} {} {} {}", value[12], value[13], value[14], value[15]));

  std::array<float, 12> pose{};
  for (std::size_t i = 0; i < pose.size(); ++i) pose[i] = value[i];
  if (!(independence(pose) > 1e-4)) fail(matrix->line, "its axes are not independent");
  return pose;
}

}  // namespace ngpcsim::workloads
