#include "models/direction_encoder/spherical_harmonics.h"

#include "models/common/fp16_lanes.h"
#include "models/common/isa_clones.h"

namespace ngpcsim::models {
namespace {

// Normalisations of the real harmonics, band by band; README.md gives each in closed form.
constexpr float kBand0 = 0.28209479177387814f;
constexpr float kBand1 = 0.48860251190291992f;
constexpr float kBand2Cross = 1.0925484305920792f;
constexpr float kBand2Zonal = 0.94617469575756008f, kBand2ZonalOffset = 0.31539156525252005f;
constexpr float kBand2Square = 0.54627421529603959f;
constexpr float kBand3Cubic = 0.59004358992664352f;
constexpr float kBand3Cross = 2.8906114426405538f;
constexpr float kBand3Tilted = 0.45704579946446572f;
constexpr float kBand3Zonal = 0.3731763325901154f;
constexpr float kBand3Square = 1.4453057213202769f;

/// Of one direction (float) or of eight (Floats8).
template <class Number>
[[gnu::always_inline]] inline void evaluate_basis(const Number& x, const Number& y, const Number& z, std::array<Number, kShValues>& values) {
  const Number xy = x * y, xz = x * z, yz = y * z;
  const Number xx = x * x, yy = y * y, zz = z * z;
  const Number tilt = 1.0f - 5.0f * zz;
  values = {Number{} + kBand0,
            -kBand1 * y,
            kBand1 * z,
            -kBand1 * x,
            kBand2Cross * xy,
            -kBand2Cross * yz,
            kBand2Zonal * zz - kBand2ZonalOffset,
            -kBand2Cross * xz,
            kBand2Square * xx - kBand2Square * yy,
            kBand3Cubic * y * (yy - 3.0f * xx),
            kBand3Cross * xy * z,
            kBand3Tilted * y * tilt,
            kBand3Zonal * z * (5.0f * zz - 3.0f),
            kBand3Tilted * x * tilt,
            kBand3Square * z * (xx - yy),
            kBand3Cubic * x * (3.0f * yy - xx)};
}

}  // namespace

std::array<float, kShValues> spherical_harmonics(const std::array<float, 3>& direction) {
  std::array<float, kShValues> values;
  evaluate_basis(direction[0], direction[1], direction[2], values);
  return values;
}

std::array<Fp16, kShValues> encode_direction(const std::array<float, 3>& direction) {
  const std::array<float, kShValues> values = spherical_harmonics(direction);
  std::array<Fp16, kShValues> encoded;
  for (std::size_t i = 0; i < kShValues; ++i) encoded[i] = to_fp16(static_cast<double>(values[i]));
  return encoded;
}

NGPCSIM_ISA_CLONES void encode_directions(std::span<const ValueRow, 3> directions, std::span<ValueRow, kShValues> out) {
  for (std::size_t n = 0; n < ValueRow::kParts; ++n) {
    Floats8 x, y, z;
    load(x, directions[0], n);
    load(y, directions[1], n);
    load(z, directions[2], n);
    std::array<Floats8, kShValues> values;
    evaluate_basis(x, y, z, values);
    for (std::size_t i = 0; i < kShValues; ++i) {
      round_to_fp16(values[i]);
      store(out[i], n, values[i]);
    }
  }
}

}  // namespace ngpcsim::models
