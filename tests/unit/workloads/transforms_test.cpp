#include "workloads/import/transforms.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/unit/workloads/support.h"

namespace ngpcsim::workloads {
namespace {

/// Reads a public file, or an empty result where it is absent.
std::optional<Transforms> read_data(const std::string& name) {
  const auto file = test::data_dir() / "nerf" / name;
  if (!std::filesystem::exists(file)) return std::nullopt;
  return read_transforms(file);
}

TEST(Transforms, NerfSynthetic) {
  for (const char* name : {"lego/transforms_train.json", "lego/transforms_val.json"}) {
    const auto file = read_data(name);
    if (!file) GTEST_SKIP() << "public inputs are absent";
    EXPECT_EQ(file->views.size(), 100u);
    EXPECT_EQ(file->aabb_scale, 1u);
    EXPECT_FALSE(file->scale || file->offset || file->from_mitsuba);
    // 800 pixels at camera_angle_x = 0.6911 are a focal length of 1111.11, as every NeRF paper's code prints.
    EXPECT_NEAR(400.0f / *file->views[0].lens.tan_half_x, 1111.111f, 1e-3f);
    EXPECT_FALSE(file->views[0].lens.tan_half_y);
  }
}

TEST(Transforms, FirstPoseOfLegoIsWhatItsTextSays) {
  const auto file = read_data("lego/transforms_train.json");
  if (!file) GTEST_SKIP() << "public inputs are absent";
  EXPECT_EQ(file->views[0].name, "./train/r_0");
  const std::array<float, 12> expected{-0.9999021887779236f, 0.004192245192825794f, -0.013345719315111637f, -0.05379832163453102f,
                                       -0.013988681137561798f, -0.2996590733528137f, 0.95394366979599f, 3.845470428466797f,
                                       -4.656612873077393e-10f, 0.9540371894836426f, 0.29968830943107605f, 1.2080823183059692f};
  EXPECT_EQ(file->views[0].pose, expected);
}

TEST(Transforms, FoxHasBothAnglesSizesAndMissingImages) {
  const auto fox = read_data("fox/transforms.json");
  const auto windows = read_data("fox/transforms_backslashes.json");
  if (!fox || !windows) GTEST_SKIP() << "public inputs are absent";
  EXPECT_EQ(fox->views.size(), 67u);
  EXPECT_EQ(fox->aabb_scale, 4u);
  // fl_x goes before camera_angle_x: 1080 / 2 / 1375.52, 1920 / 2 / 1374.49.
  EXPECT_FLOAT_EQ(*fox->views[5].lens.tan_half_x, 540.0f / 1375.52f);
  EXPECT_FLOAT_EQ(*fox->views[5].lens.tan_half_y, 960.0f / 1374.49f);
  EXPECT_FLOAT_EQ(fox->views[5].lens.principal_x, 554.558f / 1080.0f);
  EXPECT_FLOAT_EQ(fox->views[5].lens.principal_y, 965.268f / 1920.0f);
  ASSERT_EQ(windows->views.size(), 67u);
  for (std::size_t i = 0; i < fox->views.size(); ++i) EXPECT_EQ(fox->views[i].name, windows->views[i].name);
}

TEST(Transforms, IntrinsicsPerFrame) {
  const auto file = read_data("misc/multicam_per_frame_intrinsics.json");
  if (!file) GTEST_SKIP() << "public inputs are absent";
  EXPECT_EQ(file->views.size(), 42u);
  EXPECT_FLOAT_EQ(*file->views[0].lens.tan_half_x, 320.0f / 608.562030830161f);
  EXPECT_FLOAT_EQ(file->views[0].lens.principal_y, 243.76173751078295f / 480.0f);
  std::set<float> lenses;
  for (const CameraView& view : file->views) lenses.insert(*view.lens.tan_half_x);
  EXPECT_EQ(lenses.size(), 2u) << "one lens for each of the two cameras";
}

TEST(Transforms, AbsolutePathsAndSingleFrames) {
  const auto chair = read_data("misc/chair_absolute_paths.json");
  const auto one = read_data("nerfstudio_lego_test/transforms_train.json");
  const auto other = read_data("nerfstudio_lego_test/transforms_val.json");
  if (!chair || !one || !other) GTEST_SKIP() << "public inputs are absent";
  EXPECT_EQ(chair->views.size(), 64u);
  EXPECT_TRUE(chair->views[0].name.starts_with("/"));
  EXPECT_EQ(one->views.size(), 1u);
  EXPECT_EQ(other->views.size(), 1u);
}

constexpr std::string_view kPose = "[[1,0,0,1],[0,1,0,2],[0,0,1,3],[0,0,0,1]]";

std::string with(const std::string& keys, const std::string& frame_keys = "") {
  return "{" + keys + (keys.empty() ? "" : ",") + "\"frames\": [{" + frame_keys + (frame_keys.empty() ? "" : ",") + "\"transform_matrix\": " + std::string(kPose) + "}]}";
}

TEST(Transforms, SceneKeys) {
  const Transforms file = parse_transforms(with(R"("camera_angle_x": 1, "aabb_scale": 16, "scale": 0.5, "offset": [1, 2, 3], "from_mitsuba": true)"), "f");
  EXPECT_EQ(file.aabb_scale, 16u);
  EXPECT_EQ(file.scale, 0.5f);
  EXPECT_EQ(file.offset, (std::array<float, 3>{1, 2, 3}));
  EXPECT_TRUE(file.from_mitsuba);
  EXPECT_EQ(parse_transforms(with(R"("camera_angle_x": 1, "offset": 0.25)"), "f").offset, (std::array<float, 3>{0.25f, 0.25f, 0.25f}));
  EXPECT_FALSE(parse_transforms(with(R"("camera_angle_x": 1, "from_mitsuba": false)"), "f").from_mitsuba);
}

TEST(Transforms, ThreeRowsStartMatricesAndFrameLimits) {
  const Transforms three = parse_transforms(R"({"camera_angle_x": 1, "frames": [{"transform_matrix": [[1,0,0,1],[0,1,0,2],[0,0,1,3]]}]})", "f");
  EXPECT_EQ(three.views[0].pose[11], 3.0f);
  const Transforms rolling = parse_transforms(R"({"camera_angle_x": 1, "frames": [{"transform_matrix_start": [[1,0,0,9],[0,1,0,2],[0,0,1,3]]}]})", "f");
  EXPECT_EQ(rolling.views[0].pose[3], 9.0f);
  const std::string frame = "{\"transform_matrix\": " + std::string(kPose) + "}";
  EXPECT_EQ(parse_transforms("{\"camera_angle_x\": 1, \"n_frames\": 2, \"frames\": [" + frame + "," + frame + "," + frame + "]}", "f").views.size(), 2u);
  EXPECT_EQ(parse_transforms("{\"camera_angle_x\": 1, \"n_frames\": 9, \"frames\": [" + frame + "]}", "f").views.size(), 1u);
}

}  // namespace
}  // namespace ngpcsim::workloads
