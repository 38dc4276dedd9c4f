#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/import/network_config.h"
#include "workloads/import/occupancy.h"

namespace ngpcsim::workloads {

/// A trained model as instant-ngp saves it (snapshot format 1, from 2022 on): MessagePack of the network configuration, with what was trained under `snapshot`.
struct Snapshot {
  NetworkConfig config;
  std::string mode = "nerf";                 ///< nerf, sdf, image or volume; nerf where the file does not say
  std::vector<std::uint16_t> parameters;     ///< fp16, in the order of tiny-cuda-nn; empty where the file has none
  std::vector<std::uint16_t> density_cells;  ///< fp16, 128^3 a cascade in Morton order, density x sqrt(3)/1024; empty where the model was not trained, or is none of NeRF
  std::uint32_t aabb_scale = 1;
  std::vector<std::string> notes;            ///< what was missing and taken as usual
};

/// Whether the bytes begin as a compressed file (gzip or zlib), or as a MessagePack map, does.
[[nodiscard]] bool is_snapshot(std::string_view start);

inline constexpr std::uint64_t kMostSnapshotBytes = std::uint64_t{1} << 31;

/// Reads .ingp (compressed) or .msgpack; which of them it is the bytes say, not the name. Parameters of params_type "float" are rounded to fp16, to nearest even. Throws
/// InputError that names the file: missing, larger than `most_bytes` as it lies or unpacked (before memory is taken for more), compression or MessagePack that is
/// damaged or nested deeper than 64, no snapshot in it, a format newer than 1, a configuration that network_config_of rejects, parameters that are not as many as
/// n_params says, of another type, or not finite, a density grid of another size than 128 or of cascades other than aabb_scale needs, a density that is not a number.
[[nodiscard]] Snapshot read_snapshot(const std::filesystem::path& file, std::uint64_t most_bytes = kMostSnapshotBytes);
/// The same from bytes; `file` is only named in messages.
[[nodiscard]] Snapshot parse_snapshot(const std::string& bytes, const std::string& file, std::uint64_t most_bytes = kMostSnapshotBytes);

/// Which cells hold matter, as instant-ngp decides (update_density_grid_mean_and_bitfield): density x sqrt(3)/1024 above 0.01, or above the mean of the positive ones
/// of cascade 0 where that is less; the middle half of a coarser cascade beside that the OR of 2 x 2 x 2 cells of the one below. Needs a density grid.
[[nodiscard]] OccupancyGrid occupancy_of(const Snapshot& snapshot);
/// Absorption per unit of length in each cell.
[[nodiscard]] std::vector<float> densities_of(const Snapshot& snapshot);

}  // namespace ngpcsim::workloads
