#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <sstream>

#include "tests/unit/importers/message_of.h"
#include "tests/unit/workloads/support.h"
#include "workloads/import/density_grid.h"
#include "workloads/import/mesh.h"
#include "workloads/import/picture.h"

namespace ngpcsim::workloads {
namespace {

namespace fs = std::filesystem;
using test::message_of;
using testing::HasSubstr;

Mesh mesh_of(const std::string& text) {
  std::istringstream in(text);
  return parse_obj(in, "m.obj");
}

TEST(Mesh, PolygonsBecomeFansAndFlatTrianglesAreLeftOut) {
  const Mesh mesh = mesh_of("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0.5 1.5 0\nf 1 2 3 5 4\nf 1 2 2\nf -5//1 -4//1 -3//1\n");
  EXPECT_EQ(mesh.triangles.size(), 4u);  // three of the pentagon, one by negative numbers
  EXPECT_EQ(mesh.triangles.back(), (std::array<std::uint32_t, 3>{0, 1, 2}));
  EXPECT_THAT(mesh.notes, testing::ElementsAre(HasSubstr("1 triangles without area")));
}

TEST(Mesh, IsPutIntoTheUnitCube) {
  Mesh mesh = mesh_of("v 0 0 0\nv 30 0 0\nv 0 40 0\nf 1 2 3\n");
  const MeshBounds bounds = normalise(mesh);
  // Grown by 0.25 on every side: 30.5 x 40.5 x 0.5, the longest becomes 1.
  EXPECT_NEAR(bounds.low[1], 0.0f, 1e-6f);
  EXPECT_NEAR(bounds.high[1], 1.0f, 1e-6f);
  EXPECT_NEAR(bounds.high[0] - bounds.low[0], 30.5f / 40.5f, 1e-6f);
  EXPECT_NEAR(mesh.vertices[2][1], 40.25f / 40.5f, 1e-6f);
}

TEST(Mesh, WhatIsWrongIsNamed) {
  const auto refusal = [](const std::string& text) { return message_of([&] { static_cast<void>(mesh_of(text)); }); };
  EXPECT_THAT(refusal(""), HasSubstr("0 vertices and no triangle"));
  EXPECT_THAT(refusal("v 0 0 0\nv 1 0 0\nf 1 2 9\n"), HasSubstr("m.obj"));
  EXPECT_THAT(refusal("v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n"), HasSubstr("m.obj"));
  EXPECT_THAT(refusal("v 0 0 0\nv 1e30 0 0\nv 0 1 0\nf 1 2 3\n"), HasSubstr("vertex 2"));
}

TEST(Mesh, RealMeshesLoad) {
  if (!fs::exists(test::data_dir() / "sdf")) GTEST_SKIP() << test::data_dir() << " is absent";
  for (const char* const name : {"bunny", "spot", "teapot", "suzanne"}) EXPECT_GT(read_obj(test::data_dir() / "sdf" / (std::string(name) + ".obj")).triangles.size(), 900u) << name;
}

TEST(Picture, ARealOneLoadsAndDamageIsNamed) {
  const fs::path file = test::data_dir() / "image/albert.jpg";
  if (!fs::exists(file)) GTEST_SKIP() << file << " is absent";
  const Picture8 picture = read_picture(file);
  EXPECT_EQ(picture.rgb.size(), std::size_t{picture.width} * picture.height * 3);
  EXPECT_THAT(message_of([] { static_cast<void>(parse_picture("hello", "p.png")); }), HasSubstr("p.png: no PNG or JPEG file"));
  EXPECT_THAT(message_of([] { static_cast<void>(parse_picture(std::string("\x89PNG\r\n\x1a\n", 8), "p.png")); }), HasSubstr("header is damaged"));
}

std::string npy_of(const std::string& descr, const std::string& shape, const std::string& values) {
  std::string head = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(head.size());
  bytes += '\0';
  return bytes + head + values;
}
std::string floats(std::initializer_list<float> values) {
  std::string bytes;
  for (const float value : values) {
    char of[4];
    std::memcpy(of, &value, 4);
    bytes.append(of, 4);
  }
  return bytes;
}

TEST(DensityGrid, SidesAndOrder) {
  const DensityGrid grid = parse_density_grid(npy_of("<f4", "(1, 2, 3)", floats({0, 1, 2, 3, 4, 5})), "d.npy", {});
  EXPECT_EQ(grid.nx, 3u);
  EXPECT_EQ(grid.ny, 2u);
  EXPECT_EQ(grid.nz, 1u);
  EXPECT_EQ(grid.at(2, 1, 0), 5.0f);
  EXPECT_EQ(parse_density_grid(npy_of("|u1", "(1, 1, 2)", std::string("\x00\xFF", 2)), "d", {}).at(1, 0, 0), 1.0f);
  EXPECT_EQ(parse_density_grid(floats({0, 1, 2, 3}), "d", {2, 2, 1}).at(0, 1, 0), 2.0f);
}

TEST(DensityGrid, WhatIsWrongIsNamed) {
  const auto refusal = [](const std::string& bytes, RawSize raw = {}) { return message_of([&] { static_cast<void>(parse_density_grid(bytes, "d.npy", raw)); }); };
  EXPECT_THAT(refusal("NanoVDB0...."), HasSubstr("a NanoVDB file"));
  EXPECT_THAT(refusal(npy_of("<f4", "(2, 3)", floats({1, 1, 1, 1, 1, 1}))), HasSubstr("2 dimensions"));
  EXPECT_THAT(refusal(npy_of("<f4", "(1, 1, 3)", floats({1, 1}))), HasSubstr("8 bytes of values"));
  EXPECT_THAT(refusal(npy_of("<f4", "(4000, 4000, 4000)", "")), HasSubstr("4000 x 4000 x 4000"));
  EXPECT_THAT(refusal(npy_of("<i4", "(1, 1, 1)", floats({1}))), HasSubstr("<i4"));
  EXPECT_THAT(refusal(npy_of("<f4", "(1, 1, 2)", floats({1, -1}))), HasSubstr("the density -1 at voxel (1, 0, 0)"));
  EXPECT_THAT(refusal(npy_of("<f4", "(1, 1, 2)", floats({0, 0}))), HasSubstr("no voxel"));
  EXPECT_THAT(refusal("abcd"), HasSubstr("unknown size"));
  EXPECT_THAT(refusal("abcd", {2, 1, 1}), HasSubstr("4 bytes of values"));
}

}  // namespace
}  // namespace ngpcsim::workloads
