#include "workloads/apps/nerf_params.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/unit/workloads/lego.h"
#include "workloads/apps/camera_choice.h"

namespace ngpcsim::workloads {
namespace {

using Chosen = std::vector<std::uint32_t>;

TEST(CameraChoice, IndexRangeAndAll) {
  EXPECT_EQ(choose_cameras("2", 5, {}), Chosen{2});
  EXPECT_EQ(choose_cameras("1-3", 5, {}), (Chosen{1, 2, 3}));
  EXPECT_EQ(choose_cameras("4-4", 5, {}), Chosen{4});
  EXPECT_EQ(choose_cameras("all", 3, {}), (Chosen{0, 1, 2}));
  for (const char* bad : {"", "5", "3-1", "3-9", "-1", "1-", "-", "a", "1 ", "+1", "1-2-3", "ALL", "99999999999"}) EXPECT_THROW((void)choose_cameras(bad, 5, {"w.xml", 2}), InputError) << bad;
}

TEST(ExpandPath, DataFolderAndRelativePaths) {
  const PathContext context{"/flows", "/the/data", {}};
  unsetenv("NGPCSIM_DATA");
  EXPECT_EQ(expand_path("${NGPCSIM_DATA}/a/b.bin", context, "occupancy"), "/the/data/a/b.bin");
  EXPECT_EQ(expand_path("x/y.bin", context, "occupancy"), "/flows/x/y.bin");
  EXPECT_EQ(expand_path("../y.bin", context, "occupancy"), "/y.bin");
  EXPECT_EQ(expand_path("/abs/y.bin", context, "occupancy"), "/abs/y.bin");
  setenv("NGPCSIM_DATA", "/elsewhere", 1);
  EXPECT_EQ(expand_path("${NGPCSIM_DATA}/a", context, "occupancy"), "/elsewhere/a");
  setenv("NGPCSIM_DATA", "", 1);
  EXPECT_EQ(expand_path("${NGPCSIM_DATA}/a", context, "occupancy"), "/the/data/a");
  unsetenv("NGPCSIM_DATA");
  EXPECT_THROW((void)expand_path("${HOME}/a", context, "occupancy"), InputError);
}

NerfParams demo(std::uint32_t width, std::uint32_t height) {
  NerfParams params;
  params.scene = "pavilion";
  params.width = width;
  params.height = height;
  return params;
}

TEST(NerfParams, BuiltInSceneByName) {
  const auto source = make_nerf_source(demo(40, 30), {});
  EXPECT_EQ(source->frames(), 1u);
  EXPECT_EQ(source->open_frame(0)->pixels(), 1200u);
  EXPECT_EQ(source->scene().aabb_scale, 4u);
}

/// Every parameter of a built-in scene changes the stream.
TEST(NerfParams, PictureParametersMatter) {
  const auto queries = [](const NerfParams& params) {
    const auto source = make_nerf_source(params, {});
    std::uint64_t sum = 0;
    for (std::uint64_t f = 0; f < source->frames(); ++f) sum += test::consume(*source, f, 4096, 64).queries;
    return sum;
  };
  const NerfParams base = demo(40, 30);
  const std::uint64_t reference = queries(base);
  const auto changed = [&](auto change) {
    NerfParams params = base;
    change(params);
    return queries(params);
  };
  EXPECT_NE(changed([](NerfParams& p) { p.width = 41; }), reference);
  EXPECT_NE(changed([](NerfParams& p) { p.height = 31; }), reference);
  EXPECT_NE(changed([](NerfParams& p) { p.camera = "1"; }), reference);
  EXPECT_NE(changed([](NerfParams& p) { p.aabb_scale = 2; }), reference);
  EXPECT_LT(changed([](NerfParams& p) { p.max_samples_per_ray = 4; }), reference);
  EXPECT_EQ(changed([](NerfParams& p) { p.aabb_scale = 4; }), reference) << "the scene's own";
  EXPECT_GT(changed([](NerfParams& p) { p.camera = "0-2"; }), reference);
}

TEST(NerfParams, MappingParametersMatter) {
  if (!test::lego_present()) GTEST_SKIP() << "public inputs are absent";
  const auto queries = [](auto change) {
    NerfParams params = test::lego_params(50);
    params.camera = "0";
    change(params);
    return test::consume(*make_nerf_source(params, test::data_context()), 0, 4096, 64).queries;
  };
  const std::uint64_t reference = queries([](NerfParams&) {});
  EXPECT_NE(queries([](NerfParams& p) { p.map_scale = 3.0; }), reference);
  EXPECT_NE(queries([](NerfParams& p) { p.map_shift_x = 0.1; }), reference);
  EXPECT_NE(queries([](NerfParams& p) { p.map_shift_y = 0.1; }), reference);
  EXPECT_NE(queries([](NerfParams& p) { p.map_shift_z = 0.1; }), reference);
  EXPECT_NE(queries([](NerfParams& p) {
              p.mapping = Convention::kInstantNgp;
              p.map_scale = 0.36;
            }),
            reference);
  EXPECT_NE(queries([](NerfParams& p) { p.transforms = "${NGPCSIM_DATA}/nerf/lego/transforms_val.json"; }), reference);
}

}  // namespace
}  // namespace ngpcsim::workloads
