#include "models/gpu/baseline.h"

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ngpcsim::gpu {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kPixels = 1920 * 1080;

// The paper's NeRF frame: 29.7 queries for each of its pixels.
FrameWork paper_frame() { return {.queries = kPixels * 297 / 10, .pixels = kPixels}; }

TEST(Baseline, ReturnsThePublishedFrameOnThePublishedWork) {
  const BaselineFrame frame = GpuBaseline(GpuParams{}).frame(paper_frame());
  ASSERT_TRUE(frame.frame_ms);
  EXPECT_NEAR(*frame.frame_ms, 231.0, 1e-9);
  EXPECT_NEAR(frame.encoding_ms, 231.0 * 0.4024, 1e-9);
  EXPECT_NEAR(frame.mlp_ms, 231.0 * 0.3212, 1e-9);
  EXPECT_NEAR(frame.rest_ms, 231.0 * 0.2764, 1e-9);
  EXPECT_THAT(frame.source, HasSubstr("231 ms at 1920x1080"));
  EXPECT_TRUE(frame.reason.empty());
}

TEST(Baseline, QueriesAndPixelsScaleTheirOwnParts) {
  const GpuBaseline gpu{GpuParams{}};
  const BaselineFrame full = gpu.frame(paper_frame());
  FrameWork work = paper_frame();
  work.queries /= 2;
  EXPECT_NEAR(*gpu.frame(work).frame_ms, 231.0 * (0.7236 / 2 + 0.2764), 1e-4);
  EXPECT_EQ(gpu.frame(work).rest_ms, full.rest_ms);
  work = paper_frame();
  work.pixels /= 4;
  EXPECT_NEAR(*gpu.frame(work).frame_ms, 231.0 * (0.7236 + 0.2764 / 4), 1e-9);
  EXPECT_EQ(gpu.frame(work).mlp_ms, full.mlp_ms);
}

TEST(Baseline, SparseSceneIsNotAFrameByPixels) {
  // Lego at 800 x 800 with early stop makes about 6 queries per pixel: 71 ms by pixels alone, far less by queries.
  const FrameWork lego{.queries = 640'000ull * 6, .pixels = 640'000};
  const double by_pixels = 231.0 * 640'000 / kPixels;
  EXPECT_NEAR(by_pixels, 71.3, 0.1);
  EXPECT_NEAR(*GpuBaseline(GpuParams{}).frame(lego).frame_ms, by_pixels * (0.7236 * 6 / 29.7 + 0.2764), 1e-9);
}

TEST(Baseline, FusionSpeedsTheRestOnly) {
  const GpuBaseline gpu{GpuParams{}};
  const BaselineFrame fused = gpu.frame(paper_frame(), Software::kNgp2022FusedRest);
  EXPECT_NEAR(fused.rest_ms, 231.0 * 0.2764 / 9.94, 1e-9);
  EXPECT_NEAR(*fused.frame_ms, 231.0 * (0.7236 + 0.2764 / 9.94), 1e-9);
  EXPECT_THAT(fused.source, HasSubstr("ngp2022-fused-rest"));
}

TEST(Baseline, AmdahlBoundIsFrameOverFusedRest) {
  const auto bound = GpuBaseline(GpuParams{}).amdahl_bound(paper_frame());
  ASSERT_TRUE(bound);
  EXPECT_NEAR(*bound, 9.94 / 0.2764, 1e-9);
}

TEST(Baseline, HasNoTimeWhereNoneWasPublished) {
  const GpuBaseline gpu{GpuParams{}};
  FrameWork work = paper_frame();
  work.application = Application::kOther;
  EXPECT_FALSE(gpu.frame(work).frame_ms);
  EXPECT_THAT(gpu.frame(work).reason, HasSubstr("application"));
  EXPECT_FALSE(gpu.amdahl_bound(work));
  work = paper_frame();
  work.encoding = Encoding::kOther;
  EXPECT_THAT(gpu.frame(work).reason, HasSubstr("hashgrid"));
  work = paper_frame();
  work.queries = 0;
  EXPECT_THAT(gpu.frame(work).reason, HasSubstr("0 queries"));
}

TEST(Baseline, NamesDerivedFigures) {
  GpuParams params;
  FrameWork work = paper_frame();
  work.encoding = Encoding::kDensegrid;
  const BaselineFrame derived = GpuBaseline(params).frame(work);
  ASSERT_TRUE(derived.frame_ms);
  EXPECT_NEAR(*derived.frame_ms, 159.621, 1e-9);
  EXPECT_THAT(derived.source, HasSubstr("derived"));
  params.software.accept_derived = false;
  const BaselineFrame refused = GpuBaseline(params).frame(work);
  EXPECT_FALSE(refused.frame_ms);
  EXPECT_THAT(refused.reason, HasSubstr("159.621 ms"));
  params.software.accept_derived = true;
  params.software.nerf.densegrid_ms = 0.0;
  EXPECT_FALSE(GpuBaseline(params).frame(work).frame_ms);
}

TEST(Baseline, OverheadsAreSharesOfTheGpu) {
  const GpuBaseline gpu{GpuParams{}};
  EXPECT_NEAR(gpu.die_percent(8 * 3.55), 4.52, 0.005);
  EXPECT_NEAR(gpu.tdp_percent(8 * 1.203), 2.75, 0.005);
}

// Every frame time and share against the reference table of the paper.
TEST(Baseline, HoldsThePublishedTable) {
  std::ifstream file(std::string(NGPCSIM_SOURCE_DIR) + "/../shared/reference/ngpc_paper.csv");
  if (!file) GTEST_SKIP() << "no ../shared/reference/ngpc_paper.csv";
  std::map<std::string, double> table;
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::string metric, app, encoding, nfps, value;
    std::getline(fields, metric, ',') && std::getline(fields, app, ',') && std::getline(fields, encoding, ',') && std::getline(fields, nfps, ',') &&
        std::getline(fields, value, ',');
    if (metric == "gpu_frame_ms" || metric == "encoding_share" || metric == "mlp_share") table[metric + " " + app + " " + encoding] = std::stod(value);
  }
  const SoftwareParams software;
  for (const auto& encoding : kEncodings) {
    const KernelShares* const shares = software.shares(encoding.value);
    if (shares == nullptr) continue;
    const std::string suffix(encoding.name);
    EXPECT_EQ(shares->encoding_percent, table.at("encoding_share all " + suffix));
    EXPECT_EQ(shares->mlp_percent, table.at("mlp_share all " + suffix));
    for (const auto& application : kApplications) {
      const AppTimes* const times = software.times(application.value);
      if (times == nullptr) continue;
      const double queries = times->queries_per_pixel * 1e6;
      const FrameWork work{.queries = static_cast<std::uint64_t>(queries), .pixels = 1'000'000, .application = application.value, .encoding = encoding.value};
      EXPECT_NEAR(*GpuBaseline(GpuParams{}).frame(work).frame_ms * kPixels / 1e6,
                  table.at("gpu_frame_ms " + std::string(application.name) + " " + suffix), 1e-3) << application.name << suffix;
    }
  }
}

}  // namespace
}  // namespace ngpcsim::gpu
