#include "tests/unit/workloads/lego.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace ngpcsim::workloads {
namespace {

TEST(Lego, EveryCameraAt200EqualsTheIndependentCount) {
  std::ifstream in(test::data_dir() / "nerf/lego/march_per_camera_200x200.csv");
  if (!in || !test::lego_present()) GTEST_SKIP() << "public inputs are absent";
  const auto source = make_nerf_source(test::lego_params(200), test::data_context());
  ASSERT_EQ(source->frames(), 100u);
  std::string line;
  std::getline(in, line);
  std::uint64_t total = 0;
  std::uint64_t frame = 0;
  for (; std::getline(in, line); ++frame) {
    for (char& c : line)
      if (c == ',') c = ' ';
    std::istringstream fields(line);
    std::uint64_t camera = 0, hits = 0, queries = 0;
    ASSERT_TRUE(fields >> camera >> hits >> queries) << line;
    ASSERT_EQ(camera, frame);
    const test::FrameResult result = test::consume(*source, frame, 8192, 64);
    EXPECT_EQ(result.hits, hits) << "camera " << camera;
    EXPECT_NEAR(static_cast<double>(result.queries), static_cast<double>(queries), 8.0) << "camera " << camera;
    total += result.queries;
  }
  EXPECT_EQ(frame, 100u);
  EXPECT_NEAR(static_cast<double>(total) / 87452514.0, 1.0, 1e-6);
}

}  // namespace
}  // namespace ngpcsim::workloads
