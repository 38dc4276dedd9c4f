#include "tests/unit/workloads/lego.h"

#include <gtest/gtest.h>

namespace ngpcsim::workloads {
namespace {

TEST(LegoLong, AllCamerasAt800EqualTheIndependentCount) {
  if (!test::lego_present()) GTEST_SKIP() << "public inputs are absent";
  const auto source = make_nerf_source(test::lego_params(800), test::data_context());
  test::FrameResult sum;
  for (std::uint64_t f = 0; f < source->frames(); ++f) {
    const test::FrameResult result = test::consume(*source, f, 65536, 8);
    sum.queries += result.queries;
    sum.hits += result.hits;
    sum.probes += result.probes;
  }
  // mapping_and_expected.json, aggregate of train_100_cams_800x800; hits and look-ups come from another operation order.
  EXPECT_NEAR(static_cast<double>(sum.queries) / 1399250562.0, 1.0, 1e-6);
  EXPECT_NEAR(static_cast<double>(sum.hits) / 20941782.0, 1.0, 1e-6);
  EXPECT_NEAR(static_cast<double>(sum.probes) / 10889163622.0, 1.0, 1e-4);
}

}  // namespace
}  // namespace ngpcsim::workloads
