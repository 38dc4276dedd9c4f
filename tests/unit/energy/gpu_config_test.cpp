#include <string>

#include <gtest/gtest.h>

#include "models/gpu/params.h"
#include "sim/config/bind.h"
#include "sim/config/load.h"
#include "tests/unit/energy/collect.h"

namespace ngpcsim::gpu {
namespace {

TEST(GpuConfigs, Rtx3090IsTheBuiltInGpu) {
  const config::ConfigDocument document = config::load(std::string(NGPCSIM_SOURCE_DIR) + "/configs/gpus/rtx3090.xml", {.element = "gpu"});
  EXPECT_EQ(energy_test::values(config::bind<GpuParams>(document).params), energy_test::values(GpuParams{}));
  EXPECT_EQ(document.name(), "rtx3090");
}

}  // namespace
}  // namespace ngpcsim::gpu
