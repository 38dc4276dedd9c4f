#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "models/nfp/float_network.h"
#include "sim/app/image/picture.h"
#include "sim/app/trained_files.h"
#include "sim/base/rng.h"
#include "workloads/scenes/demo_cloud.h"
#include "workloads/scenes/demo_picture.h"
#include "workloads/scenes/demo_solid.h"
#include "workloads/scenes/painted_field.h"

/// That the snapshots that are shipped hold what they were trained on: the network in fp32 against the scene's own function.
namespace ngpcsim::app {
namespace {

models::FloatNetwork trained(const std::string& scene, Application application) {
  const std::filesystem::path file = std::filesystem::path(NGPCSIM_SOURCE_DIR) / "configs/workloads/trained" / (scene + ".ingp");
  const workloads::Snapshot snapshot = workloads::read_snapshot(file);
  WorkloadParams workload = default_workload(application);
  if (application == Application::kGia) workload.network.outputs = 3;
  if (application == Application::kNvr) workload.network.outputs = 4;
  take_network(snapshot.config, application, {file.string()}, workload.encoding, workload.network);
  std::vector<models::Fp16> parameters;
  for (const std::uint16_t bits : snapshot.parameters) parameters.push_back({bits});
  return {workload.encoding, models::make_grid_levels(workload.encoding, snapshot.aabb_scale, {file.string()}), workload.network, parameters};
}

workloads::Point point(const std::array<float, 3>& p) { return {static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])}; }

std::array<float, 3> anywhere(Rng& rng) {
  const float x = rng.unit(), y = rng.unit(), z = rng.unit();
  return {x, y, z};
}

TEST(TrainedScenes, HarbourHasItsColours) {
  const models::FloatNetwork network = trained("harbour", Application::kGia);
  constexpr std::uint32_t kWidth = 320, kHeight = 180;
  FloatPicture learnt(kWidth, kHeight), truth(kWidth, kHeight);
  for (std::uint32_t pixel = 0; pixel < kWidth * kHeight; ++pixel) {
    const std::array<float, 3> place{(static_cast<float>(pixel % kWidth) + 0.5f) / kWidth, (static_cast<float>(pixel / kWidth) + 0.5f) / kHeight, 0.0f};
    network.evaluate({&place, 1}, {}, learnt.pixels[pixel]);
    truth.pixels[pixel] = workloads::harbour_colour(static_cast<double>(place[0]), static_cast<double>(place[1]));
  }
  EXPECT_GT(psnr_db(learnt, truth).value_or(99.0), 30.0);
}

TEST(TrainedScenes, AutomatonHasItsDistances) {
  const models::FloatNetwork network = trained("automaton", Application::kNsdf);
  Rng rng(1);
  double error = 0.0;
  std::uint32_t near = 0;
  for (int i = 0; i < 200000; ++i) {
    const std::array<float, 3> place = anywhere(rng);
    const double distance = workloads::automaton_distance(point(place));
    if (std::abs(distance) > 0.02) continue;
    float learnt = 0.0f;
    network.evaluate({&place, 1}, {}, {&learnt, 1});
    error += std::abs(static_cast<double>(learnt) - distance);
    ++near;
  }
  ASSERT_GT(near, 1000u);
  EXPECT_LT(error / near, 5e-4);
}

TEST(TrainedScenes, CloudHasItsDensities) {
  const models::FloatNetwork network = trained("cloud", Application::kNvr);
  Rng rng(1);
  double squares = 0.0;
  constexpr int kPlaces = 20000;
  for (int i = 0; i < kPlaces; ++i) {
    const std::array<float, 3> place = anywhere(rng);
    std::array<float, 4> learnt;
    network.evaluate({&place, 1}, {}, learnt);
    squares += std::pow(static_cast<double>(learnt[3] - workloads::cloud_at(point(place)).density), 2);
  }
  EXPECT_LT(std::sqrt(squares / kPlaces), 0.03);
}

/// Open and solid places of the unit cube, away from the skin where one becomes the other.
TEST(TrainedScenes, PavilionIsSolidWhereItIsAndItsBallIsRed) {
  const models::FloatNetwork network = trained("pavilion", Application::kNerf);
  const workloads::PaintedField field(workloads::pavilion_shapes());
  const workloads::BuiltInScene scene = workloads::pavilion_scene();
  const std::array<float, 3> direction{0.0f, 0.0f, -1.0f};
  Rng rng(1);
  std::uint32_t solid = 0, open = 0, solid_found = 0, open_found = 0;
  const auto evaluate = [&](const workloads::Point& p) {
    const auto along = [&](double x) { return static_cast<float>((x - 0.5) / scene.aabb_scale + 0.5); };
    const std::array<float, 3> place{along(p.x), along(p.y), along(p.z)};
    std::array<float, 4> out;
    network.evaluate({&place, 1}, {&direction, 1}, out);
    return out;
  };
  for (int i = 0; i < 400000; ++i) {
    const workloads::Point p = point(anywhere(rng));
    const auto cell = [](double v) { return static_cast<std::uint32_t>(v * 128); };
    if (!scene.occupancy.occupied(0, cell(p.x), cell(p.y), cell(p.z))) continue;
    const float density = field.at(p, direction).density;
    const bool learnt = std::exp(evaluate(p)[3]) > 0.3f * workloads::PaintedField::kSolidDensity;
    if (density == workloads::PaintedField::kSolidDensity) ++solid, solid_found += learnt;
    if (density == 0.0f) ++open, open_found += !learnt;
  }
  ASSERT_GT(solid, 1000u);
  ASSERT_GT(open, 500u);
  EXPECT_GT(solid_found, solid * 9 / 10);
  EXPECT_GT(open_found, open * 9 / 10);
  const auto ball = evaluate({0.5, 0.36, 0.63});
  EXPECT_GT(ball[0], ball[1] + 0.5f) << "logits of red and green on the ball";
  EXPECT_GT(ball[0], ball[2] + 0.5f);
}

}  // namespace
}  // namespace ngpcsim::app
