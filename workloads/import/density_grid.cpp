#include "workloads/import/density_grid.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>

#include "sim/base/error.h"
#include "workloads/import/npy.h"
#include "workloads/import/read_file.h"

namespace ngpcsim::workloads {
namespace {

constexpr std::uint64_t kMostVolumeBytes = (std::uint64_t{1} << 33) + kMaxNpyHeaderBytes;  // 1024^3 of float64
constexpr std::string_view kVolumeFiles = "a NumPy array of shape (nz, ny, nx), or raw float32 with its three sides";

void refuse_other_kinds(const std::string& bytes, const std::string& file) {
  if (bytes.starts_with("NanoVDB")) throw InputError({file}, "a NanoVDB file", std::string(kVolumeFiles));
  if (bytes.size() > 4 && bytes.compare(0, 4, "\x20\x42\x44\x56") == 0) throw InputError({file}, "an OpenVDB file", std::string(kVolumeFiles));
}

void check_sides(const DensityGrid& grid, const std::string& file) {
  const auto in_range = [](std::uint32_t side) { return side >= 1 && side <= DensityGrid::kMostSide; };
  if (!in_range(grid.nx) || !in_range(grid.ny) || !in_range(grid.nz))
    throw InputError({file}, fmt::format("a volume of {} x {} x {} voxels", grid.nx, grid.ny, grid.nz), fmt::format("sides from 1 to {}", DensityGrid::kMostSide));
}

template <class Value>
void take_values(const std::string& bytes, std::uint64_t from, double scale, DensityGrid& grid) {
  const std::size_t count = std::size_t{grid.nx} * grid.ny * grid.nz;
  grid.values.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    Value value;
    std::memcpy(&value, bytes.data() + from + i * sizeof value, sizeof value);
    grid.values[i] = static_cast<float>(static_cast<double>(value) * scale);
  }
}

void check_size(std::uint64_t have, std::uint64_t need, const DensityGrid& grid, const std::string& file) {
  if (have != need)
    throw InputError({file}, fmt::format("{} bytes of values for {} x {} x {} voxels", have, grid.nx, grid.ny, grid.nz), fmt::format("{} bytes", need));
}

DensityGrid from_npy(const std::string& bytes, const std::string& file) {
  const NpyHeader header = parse_npy_header(std::string_view(bytes).substr(0, kMaxNpyHeaderBytes), file);
  const bool fits = header.shape.size() == 3 && !header.fortran_order;
  if (!fits) throw InputError({file}, fmt::format("an array of {} dimensions{}", header.shape.size(), header.fortran_order ? " in Fortran order" : ""), "shape (nz, ny, nx) in C order");
  const auto side = [&header](std::size_t d) { return static_cast<std::uint32_t>(std::min<std::uint64_t>(header.shape[d], 0xFFFFFFFFu)); };
  DensityGrid grid{.nx = side(2), .ny = side(1), .nz = side(0), .values = {}};
  check_sides(grid, file);
  const std::uint64_t voxels = std::uint64_t{grid.nx} * grid.ny * grid.nz, have = bytes.size() - std::min<std::uint64_t>(header.data_offset, bytes.size());
  const auto take = [&]<class Value>(Value, double scale) {
    check_size(have, voxels * sizeof(Value), grid, file);
    take_values<Value>(bytes, header.data_offset, scale, grid);
  };
  if (header.descr == "<f4") take(float{}, 1.0);
  else if (header.descr == "<f8") take(double{}, 1.0);
  else if (header.descr == "|u1") take(std::uint8_t{}, 1.0 / 255.0);
  else throw InputError({file}, fmt::format("values of type {}", header.descr), "<f4, <f8 or |u1");
  return grid;
}

DensityGrid from_raw(const std::string& bytes, const std::string& file, const RawSize& raw) {
  if (raw.nx == 0 || raw.ny == 0 || raw.nz == 0)
    throw InputError({file}, fmt::format("no NumPy file, and as raw values of unknown size ({} x {} x {})", raw.nx, raw.ny, raw.nz), std::string(kVolumeFiles));
  DensityGrid grid{.nx = raw.nx, .ny = raw.ny, .nz = raw.nz, .values = {}};
  check_sides(grid, file);
  check_size(bytes.size(), std::uint64_t{raw.nx} * raw.ny * raw.nz * sizeof(float), grid, file);
  take_values<float>(bytes, 0, 1.0, grid);
  return grid;
}

void check_values(const DensityGrid& grid, const std::string& file) {
  float most = 0.0f;
  for (std::size_t i = 0; i < grid.values.size(); ++i) {
    const float value = grid.values[i];
    if (!(value >= 0.0f) || std::isinf(value))
      throw InputError({file}, fmt::format("the density {} at voxel ({}, {}, {})", value, i % grid.nx, i / grid.nx % grid.ny, i / grid.nx / grid.ny), "finite numbers from 0 up");
    most = std::max(most, value);
  }
  if (most == 0.0f) throw InputError({file}, "no voxel has a density above 0", "a volume that can be seen");
}

}  // namespace

DensityGrid parse_density_grid(const std::string& bytes, const std::string& file, const RawSize& raw) {
  refuse_other_kinds(bytes, file);
  DensityGrid grid = is_npy(bytes) ? from_npy(bytes, file) : from_raw(bytes, file, raw);
  check_values(grid, file);
  return grid;
}

DensityGrid read_density_grid(const std::filesystem::path& file, const RawSize& raw) { return parse_density_grid(read_file(file, kMostVolumeBytes, "a volume"), file.string(), raw); }

}  // namespace ngpcsim::workloads
