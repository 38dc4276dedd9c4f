#include "sim/app/scene_file_text.h"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include "workloads/import/camera_path.h"
#include "workloads/import/density_grid.h"
#include "workloads/import/mesh.h"
#include "workloads/import/network_config.h"
#include "workloads/import/npy.h"
#include "workloads/import/occupancy.h"
#include "workloads/import/picture.h"
#include "workloads/import/read_file.h"
#include "workloads/import/snapshot.h"
#include "workloads/import/transforms.h"

namespace ngpcsim::app {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostJson = std::uint64_t{1} << 28;

std::string row(std::string_view label, const std::string& value) { return fmt::format("  {:<12}{}\n", label, value); }

/// "a file, what it is" and the parameter of a workload that takes it; no application, no workload.
std::string headed(const fs::path& file, std::string_view kind, std::string_view application, std::string_view parameter, const std::string& rows) {
  if (application.empty()) return fmt::format("{}: {}\n{}", file.string(), kind, rows);
  return fmt::format("{}: {}\n{}{}", file.string(), kind, rows, row("would run", fmt::format("with --set workload.{}={} and a workload of application {}", parameter, file.string(), application)));
}

std::string encoding_text(const workloads::EncodingConfig& encoding) {
  if (encoding.grid) return fmt::format("{}: {} levels of {} features, tables of up to 2^{}, N_min {}", encoding.otype, encoding.levels, encoding.features, encoding.log2_table_entries, encoding.base_resolution);
  if (encoding.nested.empty()) return encoding.detail > 0 ? fmt::format("{} ({})", encoding.otype, encoding.detail) : encoding.otype;
  std::string parts;
  for (const workloads::EncodingConfig& part : encoding.nested) parts += (parts.empty() ? "" : " + ") + part.otype;
  return fmt::format("{} of {}", encoding.otype, parts);
}

std::string config_rows(const workloads::NetworkConfig& config) {
  const auto mlp = [](const workloads::MlpConfig& network) { return fmt::format("{} hidden layers of {}, {}", network.hidden_layers, network.neurons, network.activation); };
  std::string rows = row("encoding", encoding_text(config.encoding)) + row("network", mlp(config.network));
  if (config.dir_encoding) rows += row("directions", encoding_text(*config.dir_encoding));
  if (config.rgb_network) rows += row("rgb_network", mlp(*config.rgb_network));
  if (!config.encoding.grid) rows += row("would run", "nowhere: no engine evaluates this encoding");
  return rows;
}

std::string snapshot_text(const fs::path& file) {
  const workloads::Snapshot snapshot = workloads::read_snapshot(file);
  std::string rows = row("mode", snapshot.mode) + config_rows(snapshot.config) + row("parameters", fmt::format("{}", snapshot.parameters.size()));
  if (!snapshot.density_cells.empty()) rows += row("density", fmt::format("{} cascades of 128^3, aabb_scale {}", snapshot.density_cells.size() / workloads::OccupancyGrid::kCells, snapshot.aabb_scale));
  for (const std::string& note : snapshot.notes) rows += row("note", note);
  const char* const application = snapshot.mode == "sdf" ? "nsdf" : snapshot.mode == "image" ? "gia" : snapshot.mode == "volume" ? "nvr" : "nerf";
  return headed(file, "a trained model of instant-ngp", application, "snapshot", rows);
}

std::optional<std::string> json_text(const fs::path& file, const std::string& bytes) {
  const workloads::JsonNode root = workloads::parse_located_json(workloads::without_comments(bytes, file.string()), file.string());
  if (root.kind == workloads::JsonNode::Kind::kObject && root.find("frames") != nullptr) {
    const workloads::Transforms transforms = workloads::read_transforms(file);
    return headed(file, "cameras (transforms.json)", "nerf, nsdf or nvr", "transforms", row("cameras", fmt::format("{}", transforms.views.size())) + row("aabb_scale", fmt::format("{}", transforms.aabb_scale)));
  }
  if (workloads::is_camera_path(root)) {
    const workloads::CameraPath path = workloads::read_camera_path(file);
    return headed(file, "a camera path", "nerf, nsdf or nvr", "camera_path", row("keys", fmt::format("{}{}, spline order {}", path.keys.size(), path.loop ? " on a loop" : "", path.spline_order)));
  }
  if (!workloads::is_network_config(root)) return std::nullopt;
  const workloads::NetworkConfig config = workloads::read_network_config(file);
  return headed(file, "a network configuration", !config.encoding.grid ? "" : config.rgb_network ? "nerf" : "nsdf, gia or nvr", "network_config", config_rows(config));
}

std::string mesh_text(const fs::path& file) {
  const workloads::Mesh mesh = workloads::read_obj(file);
  std::string rows = row("triangles", fmt::format("{} of {} vertices", mesh.triangles.size(), mesh.vertices.size()));
  for (const std::string& note : mesh.notes) rows += row("note", note);
  return headed(file, "a mesh", "nsdf", "mesh", rows);
}

std::string volume_text(const fs::path& file) {
  const workloads::DensityGrid grid = workloads::read_density_grid(file, {});
  return headed(file, "a volume", "nvr", "density", row("voxels", fmt::format("{} x {} x {}", grid.nx, grid.ny, grid.nz)) + row("densest", fmt::format("{}", *std::max_element(grid.values.begin(), grid.values.end()))));
}

std::string occupancy_text(const fs::path& file) {
  const workloads::OccupancyGrid grid = workloads::read_occupancy(file);
  std::string rows = row("cascades", fmt::format("{} of 128^3 cells: aabb_scale up to {}", grid.cascades, 1u << (grid.cascades - 1)));
  for (std::uint32_t c = 0; c < grid.cascades; ++c)
    rows += row(c == 0 ? "occupied" : "", fmt::format("cascade {}: {:.2f} %", c, 100.0 * static_cast<double>(grid.count(c)) / workloads::OccupancyGrid::kCells));
  return headed(file, "an occupancy bitfield, by its size", "nerf", "occupancy", rows);
}

/// Such files say nothing of themselves: what is no text and has the right size is taken for one.
bool may_be_occupancy(const fs::path& file, std::string_view start) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  return !error && size >= workloads::OccupancyGrid::kBytesPerCascade && size % workloads::OccupancyGrid::kBytesPerCascade <= 8 &&
         size <= (workloads::OccupancyGrid::kMaxCascades + std::uintmax_t{1}) * workloads::OccupancyGrid::kBytesPerCascade && start.find('\0') != std::string_view::npos;
}

std::string start_of_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string start(workloads::kMaxNpyHeaderBytes, '\0');
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(in.gcount()));
  return start;
}

}  // namespace

std::optional<std::string> scene_file_text(const fs::path& file) {
  const std::string start = start_of_file(file);
  if (workloads::is_picture(start)) {
    const workloads::PictureSize size = workloads::picture_size(file);
    return headed(file, "a picture", "gia", "image", row("size", fmt::format("{} x {} pixels", size.width, size.height)));
  }
  if (workloads::is_snapshot(start)) return snapshot_text(file);
  if (workloads::is_npy(start)) return workloads::parse_npy_header(start, file.string()).shape.size() == 3 ? std::optional(volume_text(file)) : std::nullopt;
  if (file.extension() == ".obj") return mesh_text(file);
  if (may_be_occupancy(file, start)) return occupancy_text(file);
  if (file.extension() == ".yaml" || file.extension() == ".yml") return std::nullopt;
  const std::size_t first = start.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first == std::string::npos || (start[first] != '{' && !(start[first] == '/' && file.extension() == ".json"))) return std::nullopt;
  return json_text(file, workloads::read_file(file, kMostJson, "a JSON file"));
}

}  // namespace ngpcsim::app
