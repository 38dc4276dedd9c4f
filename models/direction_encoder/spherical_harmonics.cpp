#include "models/direction_encoder/spherical_harmonics.h"

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

}  // namespace

std::array<float, kShValues> spherical_harmonics(const std::array<float, 3>& direction) {
  const auto [x, y, z] = direction;
  const float xy = x * y, xz = x * z, yz = y * z;
  const float xx = x * x, yy = y * y, zz = z * z;
  const float tilt = 1.0f - 5.0f * zz;
  return {kBand0,
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

std::array<Fp16, kShValues> encode_direction(const std::array<float, 3>& direction) {
  const std::array<float, kShValues> values = spherical_harmonics(direction);
  std::array<Fp16, kShValues> encoded;
  for (std::size_t i = 0; i < kShValues; ++i) encoded[i] = to_fp16(static_cast<double>(values[i]));
  return encoded;
}

}  // namespace ngpcsim::models
