#include <string>

#include <gtest/gtest.h>

#include "models/gpu/params.h"
#include "sim/config/bind.h"
#include "sim/config/load.h"
#include "tests/unit/energy/collect.h"

namespace ngpcsim::gpu {
namespace {

/// The built-in GPU has no scene that was timed on it: files that say nothing of one must not inherit it.
TEST(GpuConfigs, Rtx3090IsTheBuiltInGpu) {
  GpuParams built_in;
  built_in.baseline.measured = {"nerf-lego", "instant-ngp", 16.667};
  const config::ConfigDocument document = config::load(std::string(NGPCSIM_SOURCE_DIR) + "/configs/gpus/rtx3090.xml", {.element = "gpu"});
  EXPECT_EQ(energy_test::values(config::bind<GpuParams>(document).params), energy_test::values(built_in));
  EXPECT_EQ(document.name(), "rtx3090");
}

}  // namespace
}  // namespace ngpcsim::gpu
