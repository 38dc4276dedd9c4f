#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/base/error.h"
#include "tests/unit/workloads/support.h"
#include "workloads/import/transforms.h"

namespace ngpcsim::workloads {
namespace {

/// A file that is wrong, the line its message must name, and words the message must have.
struct BadFile {
  const char* what;
  std::string text;
  int line;
  std::vector<std::string> words;
};

constexpr const char* kFrame = "{\"transform_matrix\": [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}";

std::string file(const std::string& keys, const std::string& frames = kFrame) { return "{\n" + keys + "\n\"frames\": [\n" + frames + "\n]}"; }

std::string pose(const std::string& rows) { return file("\"camera_angle_x\": 1,", std::string(kFrame) + ",\n{\"transform_matrix\":\n" + rows + "}"); }

class TransformsErrors : public testing::TestWithParam<BadFile> {};

TEST_P(TransformsErrors, NameFileLineAndReason) {
  const BadFile& bad = GetParam();
  try {
    (void)parse_transforms(bad.text, "scene/transforms.json");
    FAIL() << bad.what << " was accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::StartsWith(fmt::format("scene/transforms.json:{}: ", bad.line)));
    for (const std::string& word : bad.words) EXPECT_THAT(error.what(), testing::HasSubstr(word));
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, TransformsErrors,
    testing::Values(
        BadFile{"no_frames", file("\"camera_angle_x\": 1,", ""), 3, {"\"frames\" is empty"}},
        BadFile{"frames_no_array", "{\"camera_angle_x\": 1,\n \"frames\": 7}", 2, {"not an array"}},
        BadFile{"frame_no_object", file("\"camera_angle_x\": 1,", "5"), 4, {"frame 0"}},
        BadFile{"no_object", "[1, 2]", 1, {"not an object"}},
        BadFile{"camera_path", R"({"loop": true, "path": [], "time": 0})", 1, {"camera path"}},
        BadFile{"network_configuration", R"({"encoding": {"otype": "HashGrid"}, "network": {}})", 1, {"network configuration"}},
        BadFile{"other_json", R"({"a": 1})", 1, {"no \"frames\""}},
        BadFile{"nan_literal", pose("[[1,0,0,0],\n[0,NaN,0,0],[0,0,1,0],[0,0,0,1]]"), 7, {"frames[1].transform_matrix[1][1]"}},
        BadFile{"infinity", pose("[[1,0,0,0],\n[0,1,0,0],\n[0,0,1,1e400],[0,0,0,1]]"), 8, {"frames[1].transform_matrix[2][3]"}},
        BadFile{"too_large_for_fp32", pose("[[1,0,0,0],\n[0,1,0,1e39],[0,0,1,0],[0,0,0,1]]"), 7, {"frame 1", "transform_matrix[1][3]"}},
        BadFile{"text_in_pose", pose("[[1,0,0,0],[0,1,0,0],\n[0,0,1,\"nan\"],[0,0,0,1]]"), 7, {"frame 1", "not a number"}},
        BadFile{"null_in_pose", pose("[[1,0,0,0],[0,1,0,null],[0,0,1,0],[0,0,0,1]]"), 6, {"frame 1"}},
        BadFile{"two_rows", pose("[[1,0,0,0],[0,1,0,0]]"), 6, {"frame 1", "3 or 4 rows"}},
        BadFile{"short_row", pose("[[1,0,0,0],\n[0,1,0],[0,0,1,0],[0,0,0,1]]"), 7, {"frame 1", "row 1"}},
        BadFile{"transposed", pose("[[1,0,0,0],[0,1,0,0],[0,0,1,0],\n[4,5,6,1]]"), 7, {"frame 1", "fourth row"}},
        BadFile{"flat_axes", pose("[[1,0,1,0],[0,1,0,0],[0,0,0,0],[0,0,0,1]]"), 6, {"frame 1", "independent"}},
        BadFile{"zero_pose", pose("[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,1]]"), 6, {"frame 1", "independent"}},
        BadFile{"no_pose", file("\"camera_angle_x\": 1,", "{\"file_path\": \"a\"}"), 4, {"frame 0", "no transform_matrix"}},
        BadFile{"no_focal", file("\"aabb_scale\": 1,"), 4, {"no focal length for frame 0"}},
        BadFile{"focal_without_size", file("\"fl_x\": 500,"), 2, {"without the picture's size"}},
        BadFile{"focal_zero", file("\"fl_x\": 0, \"w\": 100,"), 2, {"fl_x = 0"}},
        BadFile{"fov_of_half_turn", file("\"x_fov\": 180,"), 2, {"x_fov = 180"}},
        BadFile{"angle_in_degrees", file("\"camera_angle_x\": 40,"), 2, {"camera_angle_x = 40"}},
        BadFile{"angle_text", file("\"camera_angle_x\": \"wide\","), 2, {"not a number"}},
        BadFile{"width_zero", file("\"x_fov\": 50, \"w\": 0,"), 2, {"w = 0"}},
        BadFile{"centre_without_size", file("\"x_fov\": 50,\n \"cx\": 10,"), 3, {"cx without w"}},
        BadFile{"fisheye", file("\"x_fov\": 50,\n \"is_fisheye\": true,"), 3, {"is_fisheye"}},
        BadFile{"ftheta", file("\"x_fov\": 50,\n \"ftheta_p0\": 0.5,"), 3, {"f-theta"}},
        BadFile{"aabb_scale_3", file("\"x_fov\": 50,\n\"aabb_scale\": 3,"), 3, {"aabb_scale = 3", "power of two"}},
        BadFile{"aabb_scale_256", file("\"x_fov\": 50,\n\"aabb_scale\": 256,"), 3, {"aabb_scale = 256"}},
        BadFile{"aabb_scale_0", file("\"x_fov\": 50,\n\"aabb_scale\": 0,"), 3, {"aabb_scale = 0"}},
        BadFile{"aabb_scale_fraction", file("\"x_fov\": 50,\n\"aabb_scale\": 2.5,"), 3, {"aabb_scale = 2.5"}},
        BadFile{"aabb_scale_negative", file("\"x_fov\": 50,\n\"aabb_scale\": -4,"), 3, {"aabb_scale = -4"}},
        BadFile{"scale_zero", file("\"x_fov\": 50,\n\"scale\": 0,"), 3, {"scale = 0"}},
        BadFile{"offset_of_two", file("\"x_fov\": 50,\n\"offset\": [1, 2],"), 3, {"2 numbers"}},
        BadFile{"n_frames_zero", file("\"x_fov\": 50,\n\"n_frames\": 0,"), 3, {"n_frames = 0"}},
        BadFile{"path_number", file("\"x_fov\": 50,", "{\"file_path\":\n 7, \"transform_matrix\": [[1,0,0,0],[0,1,0,0],[0,0,1,0]]}"), 5, {"file_path of frame 0"}}),
    [](const auto& each) { return std::string(each.param.what); });

TEST(TransformsKinds, PublicFilesOfAnotherKindAreTold) {
  const auto path = test::data_dir() / "nerf/camera_paths/graduation_base_cam.json";
  const auto bitfield = test::data_dir() / "nerf/lego/density_bitfield.bin";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "public inputs are absent";
  EXPECT_THROW((void)read_transforms(path), InputError);
  EXPECT_THROW((void)read_transforms(bitfield), InputError);
}

TEST(TransformsKinds, AMissingFileIsNamed) {
  try {
    (void)read_transforms("no/such/transforms.json");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::StartsWith("no/such/transforms.json: no such file"));
  }
}

}  // namespace
}  // namespace ngpcsim::workloads
