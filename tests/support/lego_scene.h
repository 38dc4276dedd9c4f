#pragma once
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "workloads/apps/nerf_params.h"

/// The Lego scene of the reference data, which the project may not contain: tests that need it are skipped where it is absent.
namespace ngpcsim::testing_support {

/// NGPCSIM_DATA, or shared/data beside the project.
[[nodiscard]] inline std::filesystem::path data_folder() {
  if (const char* set = std::getenv("NGPCSIM_DATA"); set != nullptr && *set != '\0') return set;
  return std::filesystem::path(NGPCSIM_SOURCE_DIR) / ".." / "shared" / "data";
}

[[nodiscard]] inline bool has_lego_scene() { return std::filesystem::exists(data_folder() / "nerf" / "lego" / "density_bitfield.bin"); }

/// Parameters of configs/workloads/nerf-lego.xml, for a picture of `side` x `side` pixels.
[[nodiscard]] inline std::unique_ptr<workloads::NerfSource> lego_source(std::uint32_t side) {
  workloads::NerfParams params;
  params.width = params.height = side;
  params.occupancy = "${NGPCSIM_DATA}/nerf/lego/density_bitfield.bin";
  params.transforms = "${NGPCSIM_DATA}/nerf/lego/transforms_train.json";
  params.mapping = workloads::Convention::kLinear;
  params.map_scale = 2.772;
  params.map_shift_x = -0.0325;
  params.map_shift_y = -0.1345;
  params.map_shift_z = 0.16747;
  params.aabb_scale = 1;
  return workloads::make_nerf_source(params, {.base_dir = {}, .data_dir = data_folder(), .locate = {}});
}

}  // namespace ngpcsim::testing_support
