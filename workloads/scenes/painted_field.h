#pragma once
#include <array>
#include <vector>

#include "workloads/scenes/demo_scene.h"

namespace ngpcsim::workloads {

/// Towards the sun of our scenes, nearly of length 1.
inline constexpr Point kSun{0.42, 0.78, 0.46};

/// Painted solids as a radiance field, for training: absorption that rises from 0 to kSolidDensity over a thin skin, and the light of a sun, a sky and a gloss that
/// depends on where one looks from. From + - * / sqrt, so that every machine gives the same numbers.
class PaintedField {
 public:
  static constexpr float kSolidDensity = 500.0f;  ///< per unit of length

  explicit PaintedField(std::vector<PaintedShape> shapes) : shapes_(std::move(shapes)) {}

  struct Sample {
    float density = 0.0f;
    std::array<float, 3> color{};  ///< linear, 0 to 1
  };
  /// Seen along the unit vector `direction`, away from the eye.
  [[nodiscard]] Sample at(const Point& position, const std::array<float, 3>& direction) const;

 private:
  struct Nearest {
    double distance = 0.0;
    const PaintedShape* shape = nullptr;
  };
  [[nodiscard]] Nearest nearest(const Point& p) const;

  std::vector<PaintedShape> shapes_;
};

}  // namespace ngpcsim::workloads
