#include "workloads/import/mesh.h"

#include <tiny_obj_loader.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "sim/base/error.h"
#include "workloads/import/read_file.h"

namespace ngpcsim::workloads {
namespace {

constexpr std::uint64_t kMostMeshBytes = std::uint64_t{1} << 30;
constexpr std::size_t kMostTriangles = std::size_t{1} << 26;
constexpr float kMostCoordinate = 1e18f;
constexpr std::string_view kMeshFiles = "a Wavefront OBJ file with triangles or polygons";

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

void take_vertices(const tinyobj::attrib_t& attributes, const std::string& file, Mesh& mesh) {
  for (std::size_t v = 0; v + 2 < attributes.vertices.size(); v += 3) {
    const std::array<float, 3> vertex{attributes.vertices[v], attributes.vertices[v + 1], attributes.vertices[v + 2]};
    for (const float x : vertex)
      if (!(std::abs(x) <= kMostCoordinate)) throw InputError({file}, fmt::format("vertex {} is ({}, {}, {})", v / 3 + 1, vertex[0], vertex[1], vertex[2]), "finite coordinates up to 1e18");
    mesh.vertices.push_back(vertex);
  }
}

bool has_area(const Mesh& mesh, const std::array<std::uint32_t, 3>& t) {
  std::array<double, 3> a{}, b{};
  for (std::size_t d = 0; d < 3; ++d) {
    a[d] = static_cast<double>(mesh.vertices[t[1]][d]) - static_cast<double>(mesh.vertices[t[0]][d]);
    b[d] = static_cast<double>(mesh.vertices[t[2]][d]) - static_cast<double>(mesh.vertices[t[0]][d]);
  }
  const std::array<double, 3> cross{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  return cross[0] != 0.0 || cross[1] != 0.0 || cross[2] != 0.0;
}

struct LeftOut {
  std::size_t flat = 0, short_faces = 0;
};

void take_faces(const tinyobj::mesh_t& faces, const std::string& file, Mesh& mesh, LeftOut& left_out) {
  std::size_t first = 0;
  for (const auto corners : faces.num_face_vertices) {
    const std::size_t count = corners;
    if (count < 3) ++left_out.short_faces;
    std::vector<std::uint32_t> face;
    for (std::size_t c = 0; c < count; ++c) {
      const int index = faces.indices.at(first + c).vertex_index;
      if (index < 0 || static_cast<std::size_t>(index) >= mesh.vertices.size())
        throw InputError({file}, fmt::format("a face with vertex {}", index + 1), fmt::format("vertices 1 to {}", mesh.vertices.size()));
      face.push_back(static_cast<std::uint32_t>(index));
    }
    first += count;
    for (std::size_t c = 2; c < count; ++c) {
      const std::array<std::uint32_t, 3> triangle{face[0], face[c - 1], face[c]};
      if (!has_area(mesh, triangle)) {
        ++left_out.flat;
        continue;
      }
      if (mesh.triangles.size() == kMostTriangles) throw InputError({file}, fmt::format("more than {} triangles", kMostTriangles), fmt::format("at most {}", kMostTriangles));
      mesh.triangles.push_back(triangle);
    }
  }
}

}  // namespace

Mesh parse_obj(std::istream& text, const std::string& file) {
  tinyobj::attrib_t attributes;
  std::vector<tinyobj::shape_t> shapes;
  std::vector<tinyobj::material_t> materials;
  std::string warnings, errors;
  constexpr bool kTriangulate = false;  // done below, after the corners were checked
  const bool read = tinyobj::LoadObj(&attributes, &shapes, &materials, &warnings, &errors, &text, nullptr, kTriangulate);
  if (!read) throw InputError({file}, errors.empty() ? std::string("no OBJ file") : first_line(errors), std::string(kMeshFiles));
  Mesh mesh;
  take_vertices(attributes, file, mesh);
  LeftOut left_out;
  std::size_t lines = 0;
  for (const tinyobj::shape_t& shape : shapes) {
    take_faces(shape.mesh, file, mesh, left_out);
    lines += shape.lines.num_line_vertices.size() + shape.points.indices.size();
  }
  if (left_out.flat > 0) mesh.notes.push_back(fmt::format("{} triangles without area were left out", left_out.flat));
  if (left_out.short_faces > 0) mesh.notes.push_back(fmt::format("{} faces of fewer than three corners were left out", left_out.short_faces));
  if (lines > 0) mesh.notes.push_back(fmt::format("{} lines and points were left out", lines));
  if (mesh.triangles.empty()) throw InputError({file}, fmt::format("{} vertices and no triangle with an area", mesh.vertices.size()), std::string(kMeshFiles));
  return mesh;
}

Mesh read_obj(const std::filesystem::path& file) {
  std::istringstream text(read_file(file, kMostMeshBytes, "an OBJ file"));
  return parse_obj(text, file.string());
}

MeshBounds normalise(Mesh& mesh) {
  std::array<double, 3> low{1e30, 1e30, 1e30}, high{-1e30, -1e30, -1e30};
  for (const auto& triangle : mesh.triangles)
    for (const std::uint32_t v : triangle)
      for (std::size_t d = 0; d < 3; ++d) {
        low[d] = std::min(low[d], static_cast<double>(mesh.vertices[v][d]));
        high[d] = std::max(high[d], static_cast<double>(mesh.vertices[v][d]));
      }
  double square = 0.0, longest = 0.0;
  for (std::size_t d = 0; d < 3; ++d) square += (high[d] - low[d]) * (high[d] - low[d]);
  const double grow = 0.005 * std::sqrt(square);
  for (std::size_t d = 0; d < 3; ++d) {
    low[d] -= grow;
    high[d] += grow;
    longest = std::max(longest, high[d] - low[d]);
  }
  const auto place = [&](double x, std::size_t d) { return static_cast<float>((x - 0.5 * (low[d] + high[d])) / longest + 0.5); };
  for (auto& vertex : mesh.vertices)
    for (std::size_t d = 0; d < 3; ++d) vertex[d] = place(static_cast<double>(vertex[d]), d);
  MeshBounds bounds;
  for (std::size_t d = 0; d < 3; ++d) {
    bounds.low[d] = place(low[d], d);
    bounds.high[d] = place(high[d], d);
  }
  return bounds;
}

}  // namespace ngpcsim::workloads
