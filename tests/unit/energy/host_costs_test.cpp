#include "models/gpu/host_costs.h"

#include <gtest/gtest.h>

#include "models/common/host_costs.h"
#include "sim/base/error.h"

namespace ngpcsim::gpu {
namespace {

constexpr std::uint64_t kFullHdPixels = 1920 * 1080;
constexpr KernelWork kPaperFrame{.pixels = kFullHdPixels, .probes = kFullHdPixels * 172, .queries = kFullHdPixels * 297 / 10, .launches = 59};
// 231 ms x (1 - 0.4024 - 0.3212) / 9.94, in ps.
constexpr double kFusedRestPs = 231e9 * 0.2764 / 9.94;
constexpr double kCloudProbesPerPixel = 42.46;

TEST(HostCosts, DefaultsReconstructThePublishedSum) {
  // The parameters carry six digits, so the sum is off by less than a part in 10^4.
  const auto total = static_cast<double>(KernelCosts(HostParams{}.times(Application::kNerf)).picoseconds(kPaperFrame));
  EXPECT_NEAR(total, kFusedRestPs, 1e-4 * kFusedRestPs);
}

TEST(HostCosts, DefaultsAreTheSplitInEqualThirds) {
  const RestCosts split = split_fused_rest(GpuParams{}, Application::kNerf, Encoding::kHashgrid, 172.0);
  const double third = (kFusedRestPs - 59 * 5e6) / 3.0;
  EXPECT_NEAR(split.ps_per_pixel * kFullHdPixels, third, 1e-3);
  EXPECT_NEAR(split.ps_per_probe * kFullHdPixels * 172, third, 1e-3);
  EXPECT_NEAR(split.ps_per_query * kFullHdPixels * 29.7, third, 1e-3);
}

// Published frame times, queries a pixel and launches of models/gpu/software.h; probes a pixel of our own scenes (docs/validation.md).
TEST(HostCosts, DefaultsOfEveryApplicationAreItsSplit) {
  struct Case {
    Application application;
    double probes;
  };
  for (const auto [application, probes] : {Case{Application::kNerf, 172.0}, Case{Application::kNsdf, 0.0}, Case{Application::kGia, 0.0}, Case{Application::kNvr, kCloudProbesPerPixel}}) {
    const RestCosts split = split_fused_rest(GpuParams{}, application, Encoding::kHashgrid, probes);
    const RestCosts defaults = HostParams{}.rest(application);
    EXPECT_NEAR(defaults.ps_per_pixel, split.ps_per_pixel, 1e-3);
    EXPECT_NEAR(defaults.ps_per_probe, split.ps_per_probe, 1e-3);
    EXPECT_NEAR(defaults.ps_per_query, split.ps_per_query, 1e-3);
  }
}

// GIA: 2.12 ms x 0.2764 / 9.94 less one launch, over pixels and as many queries.
TEST(HostCosts, WithoutProbesThereAreHalves) {
  const double half = (2.12e9 * 0.2764 / 9.94 - 5e6) / 2.0 / kFullHdPixels;
  const RestCosts split = split_fused_rest(GpuParams{}, Application::kGia, Encoding::kHashgrid, 0.0);
  EXPECT_NEAR(split.ps_per_pixel, half, 1e-9);
  EXPECT_NEAR(split.ps_per_query, half, 1e-9);
  EXPECT_EQ(split.ps_per_probe, 0.0);
}

TEST(HostCosts, PowerIsTdpWhileBusyAndIdleOtherwise) {
  GpuParams gpu;
  gpu.host.idle_power_fraction = 0.2;
  EXPECT_DOUBLE_EQ(HostCosts::average_w(gpu, 1.0, 1.0), 350.0);
  EXPECT_DOUBLE_EQ(HostCosts::average_w(gpu, 0.0, 1.0), 70.0);
  EXPECT_DOUBLE_EQ(HostCosts::average_w(gpu, 0.25, 1.0), 0.25 * 350.0 + 0.75 * 70.0);
  EXPECT_THROW((void)HostCosts::average_w(gpu, 2.0, 1.0), InvariantError);
}

TEST(HostCosts, SplitNeedsAFrameLongerThanItsLaunches) {
  GpuParams gpu;
  EXPECT_THROW((void)split_fused_rest(gpu, Application::kOther, Encoding::kHashgrid, 172.0), InvariantError);
  // GIA: 2.12 ms x 0.2764 / 9.94 is 59 us, less than 59 launches of 5 us.
  gpu.software.gia.launches = 59;
  EXPECT_THROW((void)split_fused_rest(gpu, Application::kGia, Encoding::kHashgrid, 1.0), InvariantError);
}

}  // namespace
}  // namespace ngpcsim::gpu
