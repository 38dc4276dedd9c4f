#pragma once

/// Scaling of area and dynamic energy between CMOS nodes: A. Stillmaker, B. Baas, "Scaling equations for the accurate prediction of CMOS
/// device performance from 180 nm to 7 nm", Integration 58 (2017). Leakage is outside these equations.
namespace ngpcsim::energy {

inline constexpr double kSmallestNodeNm = 7.0;
inline constexpr double kLargestNodeNm = 45.0;

/// Area of a structure at `node_nm` over its area at 45 nm (table of the paper). Nodes without a row are interpolated linearly in the
/// feature size (28 nm: 0.377). Throws InvariantError outside 7..45 nm.
[[nodiscard]] double area_relative_to_45nm(double node_nm);

/// E(V) = a V^2 + b V + c of a node in the paper's own unit (an inverter chain): only ratios mean something. Nodes without a row are
/// interpolated linearly in the feature size. Throws InvariantError outside 7..45 nm.
[[nodiscard]] double switching_energy(double node_nm, double voltage);

/// Dynamic energy of the same action at (to_nm, to_v) over that at (from_nm, from_v).
[[nodiscard]] double energy_ratio(double from_nm, double from_v, double to_nm, double to_v);

/// Area of the same structure at `to_nm` over that at `from_nm`.
[[nodiscard]] double area_ratio(double from_nm, double to_nm);

}  // namespace ngpcsim::energy
