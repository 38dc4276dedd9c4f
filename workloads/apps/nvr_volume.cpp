#include "workloads/apps/nvr_volume.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ngpcsim::workloads {

NvrVolume::NvrVolume(DensityGrid grid)
    : grid_(std::move(grid)),
      longest_(static_cast<float>(std::max({grid_.nx, grid_.ny, grid_.nz}))),
      middle_{0.5f * static_cast<float>(grid_.nx), 0.5f * static_cast<float>(grid_.ny), 0.5f * static_cast<float>(grid_.nz)},
      majorant_(*std::max_element(grid_.values.begin(), grid_.values.end())),
      bits_(std::size_t{kBitSide} * kBitSide * kBitSide / 32) {
  mark_bits();
  bound_bits();
}

void NvrVolume::bound_bits() {
  const auto side = static_cast<float>(kBitSide);
  for (std::uint32_t cell = 0; cell < kBitSide * kBitSide * kBitSide; ++cell) {
    if ((bits_[cell >> 5] >> (cell & 31) & 1u) == 0) continue;
    const std::array<std::uint32_t, 3> at{cell % kBitSide, cell / kBitSide % kBitSide, cell / (kBitSide * kBitSide)};
    for (std::size_t d = 0; d < 3; ++d) {
      occupied_low_[d] = std::min(occupied_low_[d], (static_cast<float>(at[d]) - 0.5f) / side);
      occupied_high_[d] = std::max(occupied_high_[d], (static_cast<float>(at[d]) + 1.5f) / side);
    }
  }
}

float NvrVolume::fraction_at(const Vec3& p) const {
  std::array<std::int32_t, 3> voxel{};
  const std::array<std::uint32_t, 3> sides{grid_.nx, grid_.ny, grid_.nz};
  for (std::size_t d = 0; d < 3; ++d) {
    voxel[d] = static_cast<std::int32_t>(std::floor((p[d] - 0.5f) * longest_ + middle_[d]));
    if (voxel[d] < 0 || voxel[d] >= static_cast<std::int32_t>(sides[d])) return 0.0f;
  }
  return grid_.at(static_cast<std::uint32_t>(voxel[0]), static_cast<std::uint32_t>(voxel[1]), static_cast<std::uint32_t>(voxel[2])) / majorant_;
}

/// Every bit cell that a voxel reaches into.
void NvrVolume::mark_bits() {
  const auto span = [this](std::uint32_t voxel, std::size_t d) {
    const float low = (static_cast<float>(voxel) - middle_[d]) / longest_ + 0.5f, high = (static_cast<float>(voxel + 1) - middle_[d]) / longest_ + 0.5f;
    return std::array<std::uint32_t, 2>{bit_cell(low), bit_cell(std::nextafter(high, low))};
  };
  for (std::uint32_t z = 0; z < grid_.nz; ++z) {
    for (std::uint32_t y = 0; y < grid_.ny; ++y) {
      for (std::uint32_t x = 0; x < grid_.nx; ++x) {
        if (grid_.at(x, y, z) <= kEmptyBelow * majorant_) continue;
        const auto [x0, x1] = span(x, 0);
        const auto [y0, y1] = span(y, 1);
        const auto [z0, z1] = span(z, 2);
        for (std::uint32_t k = z0; k <= z1; ++k)
          for (std::uint32_t j = y0; j <= y1; ++j)
            for (std::uint32_t i = x0; i <= x1; ++i) {
              const std::uint32_t cell = (k * kBitSide + j) * kBitSide + i;
              bits_[cell >> 5] |= 1u << (cell & 31);
            }
      }
    }
  }
}

}  // namespace ngpcsim::workloads
