#include "sim/app/study/cells.h"

#include <gtest/gtest.h>

#include "sim/app/study/comparison.h"

namespace ngpcsim::app {
namespace {

using gpu::Application;
using gpu::Encoding;

StudyParams assumptions() {
  StudyParams study;
  study.nerf = {.queries_per_pixel = 30.0, .rest_percent = 25.0};
  study.nsdf = {.queries_per_pixel = 3.0, .rest_percent = 17.0};
  study.gia = {.queries_per_pixel = 1.0, .rest_percent = 28.7};
  study.nvr = {.queries_per_pixel = 0.5, .rest_percent = 40.0};
  return study;
}

/// Two ns a query on one NFP, five thirds of that with NeRF: what 5 and 3 array steps at 1.5 GHz take.
StudyRuns runs() {
  StudyRuns all;
  for (const Cell& cell : study_cells()) {
    Simulated s;
    s.queries = 1000.0;
    s.clock_ghz = 1.5;
    s.ngpc_ms = 1000.0 * (cell.application == Application::kNerf ? 10.0 / 3.0 : 2.0) / cell.nfps * 1e-6;
    s.encoding_ms = s.mlp_ms = s.ngpc_ms;
    s.area_mm2 = cell.nfps;
    s.ngpc_w = cell.nfps;
    s.bytes_per_query = 20.0;
    all.ideal.push_back(s);
    all.packed.push_back(s);
    all.realistic.push_back(std::nullopt);
  }
  return all;
}

/// NeRF, 2 073 600 pixels of 30 queries on 8 NFPs: 62.208 M x 10/3 ns / 8 = 25.92 ms. Rest: 231 ms x 25 % / 9.94 = 5.8099 ms.
TEST(StudyCells, NerfByHand) {
  const Cell cell{Application::kNerf, Encoding::kHashgrid, 8};
  const gpu::GpuParams gpu;
  const CellTimes t = cell_times(cell, runs().ideal[0], gpu, assumptions().nerf);
  EXPECT_NEAR(t.ngpc_ms, 25.92, 1e-9);
  EXPECT_NEAR(t.rest_ms, 231.0 * 0.25 / 9.94, 1e-9);
  EXPECT_NEAR(t.speedup(), 231.0 / 25.92, 1e-9);
  EXPECT_NEAR(t.bound(), 9.94 / 0.25, 1e-9);
  const CellTimes dense = cell_times({Application::kNerf, Encoding::kDensegrid, 8}, runs().ideal[0], gpu, assumptions().nerf);
  EXPECT_EQ(dense.rest_ms, t.rest_ms) << "the rest takes as long with every encoding";
  EXPECT_NEAR(dense.gpu_ms, 159.621, 1e-9);
}

/// 64 NFPs: NeRF 3.24 ms of NGPC below its rest, bound 39.76; NSDF 0.1944 ms, rest 0.47665, bound 58.4706; GIA 0.0648 ms, rest 0.061211; NVR 0.0324 ms, rest 0.254326.
TEST(StudyCells, AverageByHand) {
  const gpu::GpuParams gpu;
  EXPECT_NEAR(average_speedup(assumptions(), gpu, runs().ideal, Encoding::kHashgrid, 64), (39.76 + 994.0 / 17.0 + 2.12 / 0.0648 + 24.85) / 4.0, 1e-6);
}

TEST(StudyCells, EveryPublishedFigureIsThere) {
  const std::vector<PublishedFigure> published{{"average_speedup", "all", "hashgrid", "8", 12.0, "x", "abstract", "source"}, {"colour_of_the_chip", "", "", "", 1.0, "", "unverified", "nowhere"}};
  const std::vector<ComparedFigure> figures = compare_study(assumptions(), {}, runs(), {{"lstp45", 0.003}}, published);
  std::size_t met = 0, unknown = 0;
  for (const ComparedFigure& figure : figures) {
    if (figure.published && figure.ours) ++met;
    if (figure.published && !figure.ours) {
      ++unknown;
      EXPECT_EQ(figure.metric, "colour_of_the_chip");
    }
  }
  EXPECT_EQ(met, 1u);
  EXPECT_EQ(unknown, 1u);
}

/// The clock moves what the NGPC bounds and nothing else.
TEST(StudyCells, SensitivityToTheClock) {
  const std::vector<Sensitivity> rows = sensitivities(assumptions(), {}, runs());
  ASSERT_FALSE(rows.empty());
  EXPECT_NEAR(rows[0].at_least[0], -100.0 / 3.0, 2.0) << "8 NFPs, 1 GHz: all but NVR are bound by the NGPC";
  EXPECT_GT(rows[0].at_least[3], -10.0) << "64 NFPs: the rest bounds";
  EXPECT_GT(rows[0].at_most[0], 0.0);
  StudyRuns slow = runs();
  for (Simulated& s : slow.ideal) s.clock_ghz = 1.0;
  EXPECT_EQ(sensitivities(assumptions(), {}, slow)[0].value, 1.0) << "the clock that was simulated";
  EXPECT_NEAR(sensitivities(assumptions(), {}, slow)[0].at_least[0], 0.0, 1e-9) << "already at the slowest";
}

TEST(StudyCells, WorkloadsAreNamedByApplicationAndEncoding) {
  EXPECT_EQ(workload_of(Application::kGia, Encoding::kHashgrid), "gia-demo");
  EXPECT_EQ(workload_of(Application::kNvr, Encoding::kDensegrid), "nvr-demo-densegrid");
  EXPECT_EQ(workload_of(Application::kNsdf, Encoding::kLowresDensegrid), "nsdf-demo-lowres");
  EXPECT_EQ(study_cells().size(), 48u);
}

}  // namespace
}  // namespace ngpcsim::app
