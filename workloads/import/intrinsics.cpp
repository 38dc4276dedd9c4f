#include "workloads/import/intrinsics.h"

#include <array>
#include <cmath>
#include <limits>

#include "workloads/import/portable_math.h"

namespace ngpcsim::workloads {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// Reads the members of one frame; `frame` before `root` where a key may stand in both.
class Reader {
 public:
  Reader(const JsonNode& frame, const JsonNode& root, const std::string& file, std::size_t index)
      : frame_(frame), root_(root), file_(file), where_(fmt::format("frame {}", index)) {}

  [[nodiscard]] Lens lens() const {
    reject_other_lenses();
    const JsonNode& focal_owner = has_focal(frame_) ? frame_ : root_;
    const std::optional<double> width = size("w");
    const std::optional<double> height = size("h");
    const std::optional<double> x = half_tangent(focal_owner, 'x', width);
    const std::optional<double> y = half_tangent(focal_owner, 'y', height);
    if (!x && !y) missing_focal(focal_owner);

    Lens lens;
    if (x) lens.tan_half_x = static_cast<float>(*x);
    if (y) lens.tan_half_y = static_cast<float>(*y);
    if (width && height && !y) lens.tan_half_y = static_cast<float>(*x * *height / *width);
    if (width && height && !x) lens.tan_half_x = static_cast<float>(*y * *width / *height);
    lens.principal_x = principal("cx", "w", width);
    lens.principal_y = principal("cy", "h", height);
    return lens;
  }

 private:
  static bool has_focal(const JsonNode& node) {
    for (const std::string_view key : {"x_fov", "y_fov", "fl_x", "fl_y", "camera_angle_x", "camera_angle_y"})
      if (node.find(key)) return true;
    return false;
  }

  [[nodiscard]] const JsonNode* find(std::string_view key) const {
    const JsonNode* own = frame_.find(key);
    return own ? own : root_.find(key);
  }

  [[noreturn]] void missing_focal(const JsonNode& owner) const {
    if (owner.find("fl_x") || owner.find("fl_y"))
      throw InputError({file_, owner.find(owner.find("fl_x") ? "fl_x" : "fl_y")->line},
                       fmt::format("a focal length in pixels without the picture's size in {}", where_), "fl_x with w, fl_y with h");
    throw InputError({file_, frame_.line}, fmt::format("no focal length for {}", where_),
                     "x_fov or y_fov (degrees), fl_x or fl_y (pixels, with w, h), camera_angle_x or camera_angle_y (radians)");
  }

  [[nodiscard]] double between(const JsonNode& node, std::string_view key, double above, double below) const {
    const double value = finite_number(node, file_, key, where_);
    if (!(value > above && value < below))
      throw InputError({file_, node.line}, fmt::format("{} = {} in {}", key, value, where_), fmt::format("more than {} and less than {}", above, below));
    return value;
  }

  [[nodiscard]] std::optional<double> size(std::string_view key) const {
    const JsonNode* node = find(key);
    if (!node) return std::nullopt;
    return between(*node, key, 0.0, 1e6);
  }

  [[nodiscard]] std::optional<double> half_tangent(const JsonNode& owner, char axis, std::optional<double> pixels) const {
    const std::string fov = std::string(1, axis) + "_fov";
    const std::string focal = std::string("fl_") + axis;
    const std::string angle = std::string("camera_angle_") + axis;
    // Half the angle is rounded to fp32 before the tangent, and the tangent after it, as an fp32 program would do.
    const auto of_angle = [](double radians) -> double { return portable_tan(double{0.5f * static_cast<float>(radians)}); };
    if (const JsonNode* node = owner.find(fov)) return of_angle(between(*node, fov, 0.0, 180.0) * kPi / 180.0);
    if (const JsonNode* node = owner.find(focal)) {
      const double length = between(*node, focal, 0.0, 1e9);
      if (pixels) return 0.5 * *pixels / length;
    }
    if (const JsonNode* node = owner.find(angle)) return of_angle(between(*node, angle, 0.0, kPi));
    return std::nullopt;
  }

  [[nodiscard]] float principal(std::string_view key, std::string_view size_key, std::optional<double> pixels) const {
    const JsonNode* node = find(key);
    if (!node) return 0.5f;
    const double at = finite_number(*node, file_, key, where_);
    if (!pixels) throw InputError({file_, node->line}, fmt::format("{} without {} in {}", key, size_key, where_), fmt::format("{} together with {}", key, size_key));
    return static_cast<float>(at / *pixels);
  }

  void reject_other_lenses() const {
    for (const std::string_view key : {"is_fisheye", "latlong", "equirectangular", "orthographic"}) {
      const JsonNode* node = find(key);
      if (node && node->kind == JsonNode::Kind::kFlag && node->flag)
        throw InputError({file_, node->line}, fmt::format("{} is true in {}", key, where_), "pinhole cameras");
    }
    if (const JsonNode* node = find("ftheta_p0")) throw InputError({file_, node->line}, fmt::format("an f-theta lens in {}", where_), "pinhole cameras");
  }

  const JsonNode& frame_;
  const JsonNode& root_;
  const std::string& file_;
  std::string where_;
};

}  // namespace

double finite_number(const JsonNode& node, const std::string& file, std::string_view key, const std::string& where) {
  if (node.kind != JsonNode::Kind::kNumber) throw InputError({file, node.line}, fmt::format("{} of {} is not a number", key, where), "a finite number");
  if (!(std::abs(node.number) <= double{std::numeric_limits<float>::max()}))
    throw InputError({file, node.line}, fmt::format("{} of {} is {}", key, where, node.number), "a finite number of at most 3.4e38");
  return node.number;
}

Lens read_lens(const JsonNode& frame, const JsonNode& root, const std::string& file, std::size_t frame_index) {
  return Reader(frame, root, file, frame_index).lens();
}

}  // namespace ngpcsim::workloads
