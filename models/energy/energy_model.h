#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "models/energy/actions.h"
#include "models/energy/bill.h"
#include "models/energy/geometry.h"
#include "models/energy/report.h"
#include "models/energy/technology.h"
#include "sim/base/error.h"

namespace ngpcsim::energy {

/// Energy = action counts x unit costs + leakage x time, and area = units x unit areas, after scaling the table to the chip's process.
/// Each block function returns all instances of its kind: counts are sums over instances, `geometry` is of one NFP, `nfps` their number,
/// `seconds` the length of the run. Same input, same bits: only + - * / sqrt.
///
/// Left out: the multiplexers between corners and banks, clock gating of idle blocks, temperature (leakage is that of the table's 350 K),
/// the host GPU (models/gpu) and its L2.
class EnergyModel {
 public:
  /// Throws InputError when the table contradicts itself (models/energy/validate.h).
  /// `at` is the file to blame.
  EnergyModel(const EnergyTable& table, const TechnologyParams& technology, const InputLocation& at = {.file = "energy"});

  [[nodiscard]] BlockEnergy encoding_engine(const EncodingActions& actions, const EncodingGeometry& geometry, std::uint32_t nfps, double seconds) const;
  [[nodiscard]] BlockEnergy direction_encoder(const DirectionActions& actions, const DirectionGeometry& geometry, std::uint32_t nfps, double seconds) const;
  [[nodiscard]] BlockEnergy mlp_engine(const MlpActions& actions, const MlpGeometry& geometry, std::uint32_t nfps, double seconds) const;
  [[nodiscard]] BlockEnergy feature_buffer(const FeatureBufferActions& actions, const FeatureBufferGeometry& geometry, std::uint32_t nfps, double seconds) const;
  [[nodiscard]] BlockEnergy dma(const DmaActions& actions, const DmaGeometry& geometry, std::uint32_t nfps, double seconds) const;
  [[nodiscard]] BlockEnergy scheduler(const SchedulerActions& actions, const SchedulerGeometry& geometry, double seconds) const;
  [[nodiscard]] BlockEnergy dram(const DramActions& actions) const;

  /// All blocks of a chip, in the order of the functions above.
  [[nodiscard]] EnergyReport report(const ChipActions& actions, const ChipGeometry& geometry, double seconds) const;

  /// An SRAM macro scaled to the chip's process; `access_ns` stays at the table's node, because the scaling equations used here give no delay.
  [[nodiscard]] SramFigures sram(std::uint64_t bytes, std::uint64_t word_bytes) const;

  /// Ratios from the table's node and supply to the chip's: logic and SRAM rows hold at different supplies.
  [[nodiscard]] const Scales& scales() const { return scales_; }

  /// What a reader of the results must know about the table, such as sources that do not compare.
  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  [[nodiscard]] Bill bill(std::string_view name) const { return {name, table_, technology_, scales_}; }
  [[nodiscard]] SramFigures macro(std::uint64_t bytes, std::uint64_t word_bytes) const { return table_.sram.figures(bytes, 8 * word_bytes); }

  EnergyTable table_;
  TechnologyParams technology_;
  Scales scales_;
  std::vector<std::string> warnings_;
};

}  // namespace ngpcsim::energy
