#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace ngpcsim::workloads {

/// Voxels of a volume, x fastest, then y, then z; all finite and at least 0.
struct DensityGrid {
  static constexpr std::uint32_t kMostSide = 1024;

  std::uint32_t nx = 0, ny = 0, nz = 0;
  std::vector<float> values;

  [[nodiscard]] float at(std::uint32_t x, std::uint32_t y, std::uint32_t z) const { return values[(std::size_t{z} * ny + y) * nx + x]; }
};

/// Sides of a raw file.
struct RawSize {
  std::uint32_t nx = 0, ny = 0, nz = 0;
};

/// Reads a volume: a NumPy file of three dimensions, shape (nz, ny, nx), C order, of float32, float64 or uint8 (255 stands for 1), or raw float32, little endian,
/// of the size `raw`. Throws InputError that names the file: missing, another kind (NanoVDB and OpenVDB are named), another shape or type, a side of 0 or beyond
/// kMostSide, a size that does not match, a value that is not finite or negative (with its place), and a volume that is empty everywhere. Sizes are checked
/// before memory is taken.
[[nodiscard]] DensityGrid read_density_grid(const std::filesystem::path& file, const RawSize& raw);
/// The same from bytes; `file` is only named in messages.
[[nodiscard]] DensityGrid parse_density_grid(const std::string& bytes, const std::string& file, const RawSize& raw);

}  // namespace ngpcsim::workloads
