#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <istream>
#include <string>
#include <vector>

namespace ngpcsim::workloads {

/// Triangles of a surface.
struct Mesh {
  std::vector<std::array<float, 3>> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<std::string> notes;  ///< what was repaired or left out
};

/// Reads a Wavefront OBJ file of at most 1 GiB. Faces with more than three corners become fans of triangles; triangles without area, and faces of fewer than three
/// corners, lines and points are left out, with a note. Normals, textures and materials are not read. Throws InputError that names the file: missing, no OBJ file,
/// a corner that names no vertex, a coordinate that is not finite or beyond 1e18, no triangle with an area, more than 2^26 triangles.
[[nodiscard]] Mesh read_obj(const std::filesystem::path& file);
/// The same from a text; `file` is only named in messages.
[[nodiscard]] Mesh parse_obj(std::istream& text, const std::string& file);

/// A box, axis-parallel.
struct MeshBounds {
  std::array<float, 3> low{}, high{};
};

/// Moves and scales the mesh as instant-ngp does (testbed_sdf, load_mesh): its bounding box, grown by 0.5 % of its diagonal, gets a longest side of 1 and its middle
/// at (0.5, 0.5, 0.5). Gives that box.
MeshBounds normalise(Mesh& mesh);

}  // namespace ngpcsim::workloads
