#include "workloads/import/camera_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "tests/unit/importers/message_of.h"

namespace ngpcsim::workloads {
namespace {

using test::message_of;
using testing::HasSubstr;

std::string path_of(const std::string& rest) {
  return "{\"path\": [{\"R\": [1,0,0,0], \"T\": [0,0,0], \"fov\": 40}, {\"R\": [1,0,0,0], \"T\": [6,0,0], \"fov\": 46}, {\"R\": [-1,0,0,0], \"T\": [6,12,0], \"fov\": 40}]" + rest + "}";
}

TEST(CameraPath, IsTheUniformSpline) {
  const CameraPath path = parse_camera_path(path_of(", \"seconds\": 1.0"), "p.json");
  // t = 0.5 is key 1 itself: weights 1/6, 4/6, 1/6 of keys 0, 1, 2.
  const PathKey middle = key_at(path, 0.5);
  EXPECT_NEAR(middle.position[0], (0 + 4 * 6 + 6) / 6.0, 1e-12);
  EXPECT_NEAR(middle.position[1], 2.0, 1e-12);
  EXPECT_NEAR(middle.fov, (40 + 4 * 46 + 40) / 6.0, 1e-12);
  // t = 0.25 is half way between keys 0 and 1, key -1 being key 0: 1/48, 23/48, 23/48, 1/48.
  EXPECT_NEAR(key_at(path, 0.25).position[0], (23 * 6 + 6) / 48.0, 1e-12);
  // The third quaternion is the first of the other sign: the same turn.
  EXPECT_NEAR(std::abs(key_at(path, 0.75).rotation[0]), 1.0, 1e-12);
}

TEST(CameraPath, OrdersAndLoops) {
  EXPECT_NEAR(key_at(parse_camera_path(path_of(", \"spline_order\": 1"), "p"), 0.25).position[0], 3.0, 1e-12);
  EXPECT_EQ(key_at(parse_camera_path(path_of(", \"spline_order\": 0"), "p"), 0.7).position[1], 0.0);
  // On a loop of three keys t = 2/3 + 1/6 is half way from the last back to the first.
  const PathKey back = key_at(parse_camera_path(path_of(", \"spline_order\": 1, \"loop\": true"), "p"), 5.0 / 6.0);
  EXPECT_NEAR(back.position[0], 3.0, 1e-9);
  EXPECT_NEAR(back.position[1], 6.0, 1e-9);
}

/// A half turn about x makes instant-ngp's camera, which looks along +z with y down, look along -z with y up: no turn at all in ours.
TEST(CameraPath, PosesLookTheOtherWay) {
  const std::array<float, 12> pose = pose_of({.rotation = {1, 0, 0, 0}, .position = {0.1, 0.2, 0.3}, .fov = 40});
  EXPECT_EQ(pose, (std::array<float, 12>{1, 0, 0, 0.1f, 0, 1, 0, 0.2f, 0, 0, 1, 0.3f}));
}

TEST(CameraPath, WhatIsWrongIsNamed) {
  const auto refusal = [](const std::string& text) { return message_of([&] { static_cast<void>(parse_camera_path(text, "p.json")); }); };
  EXPECT_THAT(refusal("{\"path\": []}"), HasSubstr("a path of 0 keys"));
  EXPECT_THAT(refusal("{\"frames\": []}"), HasSubstr("a transforms.json"));
  EXPECT_THAT(refusal("{}"), HasSubstr("no camera path"));
  EXPECT_THAT(refusal("{\"path\": [{\"R\": [0,0,0,0], \"T\": [0,0,0]}]}"), HasSubstr("path[0].R is 0"));
  EXPECT_THAT(refusal("{\"path\": [{\"R\": [1,0,0], \"T\": [0,0,0]}]}"), HasSubstr("path[0].R"));
  EXPECT_THAT(refusal("{\"path\": [{\"R\": [1,0,0,0], \"T\": [0,0,1e30]}]}"), HasSubstr("path[0].T"));
  EXPECT_THAT(refusal("{\"path\": [{\"R\": [1,0,0,0], \"T\": [0,0,0], \"fov\": 180}]}"), HasSubstr("path[0].fov"));
  EXPECT_THAT(refusal("{\"path\": [{\"R\": [1,0,0,0], \"T\": [0,0,NaN]}]}"), HasSubstr("p.json:1"));
  EXPECT_THAT(refusal(path_of(", \"spline_order\": 4")), HasSubstr("spline_order"));
}

}  // namespace
}  // namespace ngpcsim::workloads
