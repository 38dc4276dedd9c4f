#include "models/energy/sram_table.h"

#include "models/energy/interpolate.h"

namespace ngpcsim::energy {
namespace {

constexpr std::array<double, 4> kWidths{32.0, 64.0, 128.0, 256.0};

// The cost of a word of `bits` in one row of the table.
double at_width(const std::array<double, 4>& costs, double bits) {
  if (bits <= kWidths.front()) return costs.front();
  if (bits >= kWidths.back()) return costs.back() * (bits / kWidths.back());
  std::size_t upper = 1;
  while (kWidths[upper] < bits) ++upper;
  return interpolate_linear({kWidths[upper - 1], costs[upper - 1]}, {kWidths[upper], costs[upper]}, bits);
}

SramFigures row_figures(const SramPoint& p, double bits) {
  return {.read_pj = at_width({p.read_32_pj, p.read_64_pj, p.read_128_pj, p.read_256_pj}, bits),
          .write_pj = at_width({p.write_32_pj, p.write_64_pj, p.write_128_pj, p.write_256_pj}, bits),
          .leakage_mw = p.leakage_mw,
          .area_mm2 = p.area_mm2,
          .access_ns = p.access_ns};
}

}  // namespace

SramTable::SramTable() {
  // Columns as declared in SramPoint, six digits of our CACTI 7 runs (45 nm, 350 K, lstp).
  points = {{
      {5.96349, 7.06935, 9.28036, 13.7114, 5.44996, 9.02803, 16.1834, 30.5033, 0.00170446, 0.0293804, 1.07373},
      {11.3769, 13.4215, 12.4371, 16.8682, 7.87767, 12.3944, 26.4707, 50.8463, 0.00315663, 0.0569936, 1.1574},
      {13.3671, 19.5036, 23.5949, 31.7768, 9.86783, 17.6538, 31.7174, 59.8439, 0.00626803, 0.106188, 1.42804},
      {17.2615, 29.8885, 45.8316, 61.5256, 13.7623, 22.89, 42.132, 77.7706, 0.0115816, 0.235795, 1.70505},
      {28.6688, 37.0661, 58.1963, 86.7912, 19.1981, 30.0676, 54.4967, 103.036, 0.0231632, 0.484412, 2.15394},
      {36.982, 50.8999, 82.1762, 146.999, 27.4176, 43.9013, 78.4766, 139.6, 0.0463264, 0.98293, 2.77333},
      {51.6127, 78.1229, 116.059, 196.117, 40.3624, 58.9942, 102.062, 188.718, 0.0882545, 1.85824, 3.17364},
      {76.4953, 105.954, 175.455, 291.285, 54.8007, 86.451, 148.112, 283.886, 0.176348, 3.68568, 4.12852},
      {92.6724, 147.515, 250.754, 412.77, 82.9207, 128.012, 223.41, 358.083, 0.352695, 7.31421, 5.43939}}};
}

SramFigures SramTable::figures(std::uint64_t bytes, std::uint64_t word_bits) const {
  if (bytes == 0) return {};
  std::size_t upper = 1;
  while (upper + 1 < kPoints && (kSmallestBytes << upper) < bytes) ++upper;
  const auto bits = static_cast<double>(word_bits);
  const auto size = static_cast<double>(bytes);
  const auto small_size = static_cast<double>(kSmallestBytes << (upper - 1));
  const auto large_size = static_cast<double>(kSmallestBytes << upper);
  const SramFigures small = row_figures(points[upper - 1], bits);
  const SramFigures large = row_figures(points[upper], bits);
  const auto between = [&](double SramFigures::* figure) {
    return interpolate_log_log({small_size, small.*figure}, {large_size, large.*figure}, size);
  };
  return {.read_pj = between(&SramFigures::read_pj),
          .write_pj = between(&SramFigures::write_pj),
          .leakage_mw = between(&SramFigures::leakage_mw),
          .area_mm2 = between(&SramFigures::area_mm2),
          .access_ns = between(&SramFigures::access_ns)};
}

}  // namespace ngpcsim::energy
