#pragma once
#include <array>
#include <cstdint>

/// Step lengths of NeRF ray marching (instant-ngp, testbed_nerf.cu: calc_dt, to_stepping_space, from_stepping_space).
namespace ngpcsim::workloads {

inline constexpr float kMinStep = 1.73205080757f / 1024;  ///< sqrt(3) / 1024 of the unit cube
inline constexpr float kMaxStep = kMinStep * 1024;         ///< MIN 2^(8 cascades - 1) 1024 steps / 128 cells
inline constexpr float kMaxDepth = 16384;                  ///< rays end here; up to it, t + kMinStep is more than t in fp32
inline constexpr float kConeAngle = 1.0f / 256;

/// Where a ray is marched: the cube of side aabb_scale about (0.5, 0.5, 0.5), with log2(aabb_scale) + 1 cascades.
struct MarchRule {
  float low = 0.0f;                 ///< smallest coordinate of the cube
  float high = 1.0f;                ///< largest
  std::uint32_t max_cascade = 0;
  bool cone = false;                ///< steps grow with distance (cone angle 1/256); without, they are kMinStep

  /// The rule of a scene; `aabb_scale` is a power of two from 1 to 128. Cone stepping is used for every scale above 1.
  explicit MarchRule(std::uint32_t aabb_scale);
};

/// The length of the step that a sample at distance t stands for: t / 256 within bounds with a cone, kMinStep without (instant-ngp, calc_dt).
[[nodiscard]] constexpr float step_length(bool cone, float t) {
  if (!cone) return kMinStep;
  const float grown = t * kConeAngle;
  return grown < kMinStep ? kMinStep : grown > kMaxStep ? kMaxStep : grown;
}

/// Steps that grow with the distance t from the camera. In *stepping space* s(t) they have length 1:
///   t <= A:      s = (t - A) / kMinStep + a           A = kMinStep / ln(1 + c),  a = ln(A) / ln(1 + c)
///   A < t <= B:  s = ln(t) / ln(1 + c)                B = kMaxStep / ln(1 + c),  b = ln(B) / ln(1 + c)
///   t > B:       s = (t - B) / kMaxStep + b
/// with c = kConeAngle: constant steps near the camera, a factor of 257/256 each further away, constant ones again very far away.
class ConeSteps {
 public:
  /// n steps in the exponential part multiply t by growth()[n]; the table covers kTableSteps, a factor of 2 and a little more.
  static constexpr std::uint32_t kTableSteps = 184;
  /// The fp32 fast form of advance() holds for kExponentialFrom <= t <= kExponentialTo and z <= kLargestRatio (see steps_of): t lies just
  /// above A = 0.43386, and twice t and a step more lies below B = 444.3.
  static constexpr float kExponentialFrom = 0.4339f;
  static constexpr float kExponentialTo = 200.0f;
  static constexpr float kLargestRatio = 1.0f / 3;

  ConeSteps();

  /// `t` plus the smallest whole number of steps, at least one, that covers `distance` >= 0.
  [[nodiscard]] float advance(float t, float distance) const;

  [[nodiscard]] const float* growth() const { return growth_.data(); }

  /// Steps from t to t + distance in the exponential part, with z = distance / (distance + 2 t) <= kLargestRatio:
  /// ln((t + distance) / t) / ln(1 + c) = 2 atanh(z) / ln(1 + c), 2 atanh(z) = 2 (z + z^3/3 + ... + z^11/11), Horner's rule in fp32.
  [[nodiscard]] static float steps_of(float z);
  static constexpr std::array<float, 6> kOddReciprocals{1.0f, 1.0f / 3, 1.0f / 5, 1.0f / 7, 1.0f / 9, 1.0f / 11};
  static constexpr float kTwoOverLog = 512.99935f;  ///< 2 / ln(257/256)

 private:
  std::array<float, kTableSteps + 1> growth_{};
};

}  // namespace ngpcsim::workloads
