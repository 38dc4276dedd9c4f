#include "models/nfp/composite_encoding.h"

#include <algorithm>
#include <cmath>

#include "models/direction_encoder/spherical_harmonics.h"
#include "sim/base/error.h"

namespace ngpcsim::models {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// Sine of x for |x| <= pi / 4 as a series: an error below 1e-17.
double sine(double x) {
  const double s = x * x;
  return x * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72 * (1 - s / 110 * (1 - s / 156 * (1 - s / 210)))))));
}

double cosine(double x) {
  const double s = x * x;
  return 1 - s / 2 * (1 - s / 12 * (1 - s / 30 * (1 - s / 56 * (1 - s / 90 * (1 - s / 132 * (1 - s / 182 * (1 - s / 240)))))));
}

/// Sine of pi t. The quarter turn that is nearest is taken off first, without an error.
double sine_of_turns(double t) {
  const double quarters = std::floor(2.0 * t + 0.5);
  const double rest = kPi * (t - 0.5 * quarters);
  const double in_four = quarters - 4.0 * std::floor(0.25 * quarters);
  const double value = in_four == 0.0 || in_four == 2.0 ? sine(rest) : cosine(rest);
  return in_four < 2.0 ? value : -value;
}

double bell_cdf(double u) {
  const double c = std::clamp(u, -1.0, 1.0);
  return 15.0 / 16.0 * c * (1.0 + c * c * (-2.0 / 3.0 + c * c / 5.0)) + 0.5;
}

void frequency(double x, std::uint32_t octaves, float* out) {
  for (std::uint32_t k = 0; k < octaves; ++k) {
    const double t = std::ldexp(x, static_cast<int>(k));
    *out++ = static_cast<float>(sine_of_turns(t));
    *out++ = static_cast<float>(sine_of_turns(t + 0.5));
  }
}

void one_blob(double x, std::uint32_t bins, float* out) {
  const auto below = [&](std::uint32_t border) {
    const double from_x = static_cast<double>(border) / bins - x;
    return bell_cdf(from_x * bins) + bell_cdf((from_x - 1.0) * bins) + bell_cdf((from_x + 1.0) * bins);
  };
  for (std::uint32_t bin = 0; bin < bins; ++bin) out[bin] = static_cast<float>(below(bin + 1) - below(bin));
}

}  // namespace

void encode_composite(const EncodingParams& encoding, const std::array<float, 3>& position, std::span<float> out) {
  check(out.size() == composite_values(encoding), "{} places for {} values", out.size(), composite_values(encoding));
  const std::uint32_t detail = encoding.composite_detail;
  if (encoding.composite == CompositeKind::kSphericalHarmonics) {
    const auto harmonics = spherical_harmonics({2.0f * position[0] - 1.0f, 2.0f * position[1] - 1.0f, 2.0f * position[2] - 1.0f});
    std::copy_n(harmonics.begin(), out.size(), out.begin());
    return;
  }
  const std::size_t values = out.size() / encoding.dims;
  for (std::uint32_t d = 0; d < encoding.dims; ++d) {
    const auto x = static_cast<double>(position[d]);
    float* const first = out.data() + d * values;
    switch (encoding.composite) {
      case CompositeKind::kIdentity: *first = position[d]; break;
      case CompositeKind::kFrequency: frequency(x, detail, first); break;
      case CompositeKind::kOneBlob: one_blob(x, detail, first); break;
      case CompositeKind::kNone:
      case CompositeKind::kSphericalHarmonics: break;
    }
  }
}

}  // namespace ngpcsim::models
