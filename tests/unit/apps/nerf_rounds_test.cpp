#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "workloads/apps/nerf_params.h"
#include "workloads/stream/whole_rays.h"

namespace ngpcsim::workloads {
namespace {

PathContext without_files() { return {.base_dir = ".", .data_dir = ".", .locate = {}}; }
NerfParams small_pavilion() {
  NerfParams params;
  params.width = params.height = 24;
  params.scene = "pavilion";
  return params;
}

std::map<std::uint32_t, std::size_t> counts(const NerfParams& params, std::uint32_t steps) {
  const auto source = make_nerf_source(params, without_files());
  const auto group = source->open_frame(0)->next_group(1u << 20);
  std::map<std::uint32_t, std::size_t> of_ray;
  stream::Queries queries;
  while (group->next_round(steps, queries).queries > 0) {
    for (const std::uint32_t ray : queries.ray) ++of_ray[ray];
    queries.clear();
  }
  return of_ray;
}

/// Optical depth of every ray from its positions alone: steps of t / 256 within bounds, t the way from the camera, one absorption everywhere.
TEST(NerfRounds, RaysEndWithTheRoundAfterWhichTheyAreOpaque) {
  NerfParams params = small_pavilion();
  const auto source = make_nerf_source(params, without_files());
  const Vec3 eye = source->scene().cameras[0].origin();
  constexpr double kAbsorption = 30.0, kLeast = 0.05;
  constexpr std::uint32_t kSteps = 4;
  std::map<std::uint32_t, std::vector<double>> depths;
  const auto group = source->open_frame(0)->next_group(1u << 20);
  stream::Queries queries;
  while (group->next_round(1024, queries).queries > 0) {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      double square = 0.0;
      const std::array<float, 3> q{queries.x[i], queries.y[i], queries.z[i]};
      for (std::size_t d = 0; d < 3; ++d) square += std::pow(static_cast<double>(q[d]) * 4.0 - 1.5 - static_cast<double>(eye[d]), 2);
      depths[queries.ray[i]].push_back(kAbsorption * std::min(std::max(std::sqrt(square) / 256.0, std::sqrt(3.0) / 1024.0), std::sqrt(3.0)));
    }
    queries.clear();
  }
  params.min_transmittance = kLeast;
  params.occupied_density = kAbsorption;
  std::size_t shortened = 0;
  for (const auto& [ray, given] : counts(params, kSteps)) {
    double depth = 0.0;
    std::size_t expected = 0;
    const std::vector<double>& all = depths.at(ray);
    while (expected < all.size() && depth <= -std::log(kLeast))
      for (std::uint32_t k = 0; k < kSteps && expected < all.size(); ++k) depth += all[expected++];
    ASSERT_EQ(given, expected) << "ray " << ray;
    shortened += expected < all.size() ? 1u : 0u;
  }
  EXPECT_GT(shortened, 50u);
}

TEST(NerfRounds, JitterMovesRaysByLessThanAStepAndIsSeeded) {
  NerfParams params = small_pavilion();
  params.jitter_seed = 5;
  const auto once = counts(params, 8);
  EXPECT_EQ(counts(params, 8), once);
  params.jitter_seed = 6;
  EXPECT_NE(counts(params, 8), once);
}

TEST(NerfRounds, TwoEyesAreTwoPictures) {
  NerfParams params = small_pavilion();
  params.eye_distance = 0.02;
  const auto frame = make_nerf_source(params, without_files())->open_frame(0);
  EXPECT_EQ(frame->pixels(), 2u * 24u * 24u);
  const auto left = frame->next_group(100000), right = frame->next_group(100000);
  ASSERT_NE(right, nullptr);
  EXPECT_EQ(left->rays(), 24u * 24u);
  EXPECT_EQ(frame->next_group(1), nullptr);
  stream::Queries a, b;
  static_cast<void>(left->next_round(1, a));
  static_cast<void>(right->next_round(1, b));
  EXPECT_NE(a.x, b.x);
}

}  // namespace
}  // namespace ngpcsim::workloads
