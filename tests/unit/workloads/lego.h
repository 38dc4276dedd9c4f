#pragma once
#include "tests/unit/workloads/support.h"
#include "workloads/apps/nerf_params.h"

namespace ngpcsim::workloads::test {

/// The Lego scene of the public data, all train cameras, mapped as its mapping_and_expected.json says.
inline NerfParams lego_params(std::uint32_t side) {
  NerfParams params;
  params.width = side;
  params.height = side;
  params.camera = "all";
  params.occupancy = "${NGPCSIM_DATA}/nerf/lego/density_bitfield.bin";
  params.transforms = "${NGPCSIM_DATA}/nerf/lego/transforms_train.json";
  params.mapping = Convention::kLinear;
  params.map_scale = 2.772;
  params.map_shift_x = -0.0325;
  params.map_shift_y = -0.1345;
  params.map_shift_z = 0.16747;
  return params;
}

inline PathContext data_context() { return {NGPCSIM_SOURCE_DIR, data_dir(), {}}; }

inline bool lego_present() { return std::filesystem::exists(data_dir() / "nerf/lego/density_bitfield.bin"); }

}  // namespace ngpcsim::workloads::test
