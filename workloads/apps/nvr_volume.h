#pragma once
#include <cstdint>
#include <vector>

#include "workloads/apps/camera.h"
#include "workloads/import/density_grid.h"

namespace ngpcsim::workloads {

/// A volume as a ray sees it: in the middle of the unit cube, its longest side 1, each voxel of one density (instant-ngp looks up the voxel that holds the place).
class NvrVolume {
 public:
  static constexpr std::uint32_t kBitSide = 128;
  static constexpr float kEmptyBelow = 0.001f;  ///< of the largest density (instant-ngp: 0.001 of densities around 1)

  explicit NvrVolume(DensityGrid grid);

  /// The largest density.
  [[nodiscard]] float majorant() const { return majorant_; }
  /// Density over majorant, 0 to 1, and 0 outside the volume.
  [[nodiscard]] float fraction_at(const Vec3& p) const;
  /// Around all cells that are not empty, half a cell wider; low above high where all are.
  [[nodiscard]] const Vec3& occupied_low() const { return occupied_low_; }
  [[nodiscard]] const Vec3& occupied_high() const { return occupied_high_; }
  /// Whether the cell of the 128^3 bit grid over the unit cube that holds a place in it has a voxel above kEmptyBelow.
  [[nodiscard]] bool occupied(const Vec3& p) const {
    const std::uint32_t cell = (bit_cell(p[2]) * kBitSide + bit_cell(p[1])) * kBitSide + bit_cell(p[0]);
    return (bits_[cell >> 5] >> (cell & 31) & 1u) != 0;
  }

 private:
  [[nodiscard]] static std::uint32_t bit_cell(float x) {
    const auto cell = static_cast<std::int32_t>(x * static_cast<float>(kBitSide));
    return static_cast<std::uint32_t>(cell < 0 ? 0 : cell >= static_cast<std::int32_t>(kBitSide) ? static_cast<std::int32_t>(kBitSide) - 1 : cell);
  }
  void mark_bits();
  void bound_bits();

  DensityGrid grid_;
  float longest_;                 ///< side in voxels
  Vec3 middle_;                   ///< of the volume, in voxels
  float majorant_ = 0.0f;
  std::vector<std::uint32_t> bits_;
  Vec3 occupied_low_{2.0f, 2.0f, 2.0f}, occupied_high_{-1.0f, -1.0f, -1.0f};
};

}  // namespace ngpcsim::workloads
