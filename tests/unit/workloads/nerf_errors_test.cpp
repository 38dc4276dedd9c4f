#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/workloads/support.h"
#include "workloads/apps/nerf_params.h"

namespace ngpcsim::workloads {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

/// A workload file in which every parameter stands on a line of its own: width on line 1 and so on, in the order of describe().
PathContext context() {
  return {"/", "/", [](std::string_view name) {
            const std::vector<std::string_view> order{"width", "height", "camera", "scene", "occupancy", "transforms", "mapping",
                                                      "map_scale", "map_shift_x", "map_shift_y", "map_shift_z", "aabb_scale", "max_samples_per_ray"};
            for (std::size_t i = 0; i < order.size(); ++i)
              if (order[i] == name) return InputLocation{"w.xml", static_cast<int>(i) + 1};
            return InputLocation{"w.xml", 0};
          }};
}

std::string message_of(const NerfParams& params) {
  try {
    (void)make_nerf_source(params, context());
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

constexpr const char* kOneCamera = R"({"camera_angle_x": 0.7, "aabb_scale": 2,
 "frames": [{"transform_matrix": [[1,0,0,0],[0,1,0,0],[0,0,1,3],[0,0,0,1]]}]})";

class NerfErrors : public testing::Test {
 protected:
  static constexpr std::size_t kCascade = OccupancyGrid::kBytesPerCascade;
  test::TemporaryFile transforms_{"cameras.json", kOneCamera};
  test::TemporaryFile full_{"full.bin", std::string(2 * kCascade, '\xFF')};
  test::TemporaryFile empty_{"empty.bin", std::string(2 * kCascade, '\0')};
  test::TemporaryFile small_{"small.bin", std::string(kCascade, '\xFF')};

  [[nodiscard]] NerfParams files(const test::TemporaryFile& occupancy) const {
    NerfParams params;
    params.width = params.height = 16;
    params.mapping = Convention::kLinear;
    params.occupancy = occupancy.path();
    params.transforms = transforms_.path();
    return params;
  }
};

TEST_F(NerfErrors, GoodFilesAreAccepted) { EXPECT_EQ(message_of(files(full_)), ""); }

TEST_F(NerfErrors, ASceneThatNoRayHitsIsNamed) {
  EXPECT_THAT(message_of(files(empty_)), AllOf(StartsWith("w.xml:5: "), HasSubstr("no ray of camera 0 hits")));
  NerfParams away = files(full_);
  away.map_shift_z = 100;  // the camera stands far behind the cube and looks away from it
  EXPECT_THAT(message_of(away), AllOf(StartsWith("w.xml:5: "), HasSubstr("no ray")));
}

TEST_F(NerfErrors, CamerasThatDoNotExist) {
  NerfParams params = files(full_);
  params.camera = "1";
  EXPECT_THAT(message_of(params), AllOf(StartsWith("w.xml:3: "), HasSubstr("camera = \"1\"")));
}

TEST_F(NerfErrors, AabbScale) {
  NerfParams params = files(full_);
  params.aabb_scale = 3;
  EXPECT_THAT(message_of(params), AllOf(StartsWith("w.xml:12: "), HasSubstr("aabb_scale = 3"), HasSubstr("power of two")));
  params.aabb_scale = 8;
  EXPECT_THAT(message_of(params), AllOf(StartsWith("w.xml:12: "), HasSubstr("needs 4 cascades")));
  EXPECT_THAT(message_of(files(small_)), AllOf(StartsWith("w.xml:5: "), HasSubstr("needs 2 cascades of occupancy, there are 1")));
}

TEST_F(NerfErrors, ScenesAndFiles) {
  NerfParams params = files(full_);
  params.scene = "pavilion";
  EXPECT_THAT(message_of(params), AllOf(StartsWith("w.xml:5: "), HasSubstr("beside scene")));
  params = NerfParams{};
  EXPECT_THAT(message_of(params), StartsWith("w.xml:5: occupancy is empty"));
  params.scene = "nothing";
  EXPECT_THAT(message_of(params), AllOf(StartsWith("w.xml:4: "), HasSubstr("pavilion")));
  params = files(full_);
  params.transforms.clear();
  EXPECT_THAT(message_of(params), StartsWith("w.xml:6: transforms is empty"));
  params.transforms = "${SCENES}/a.json";
  EXPECT_THAT(message_of(params), AllOf(StartsWith("w.xml:6: "), HasSubstr("${NGPCSIM_DATA}")));
}

TEST_F(NerfErrors, FilesThatAreMissingOrSwapped) {
  NerfParams params = files(full_);
  params.occupancy = "gone.bin";
  EXPECT_THAT(message_of(params), StartsWith("/gone.bin: no such file"));
  params = files(full_);
  std::swap(params.occupancy, params.transforms);
  EXPECT_THAT(message_of(params), AllOf(HasSubstr("cameras.json"), HasSubstr("it starts like JSON")));
}

}  // namespace
}  // namespace ngpcsim::workloads
