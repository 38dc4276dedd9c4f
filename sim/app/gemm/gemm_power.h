#pragma once
#include <cstdint>
#include <optional>

#include "models/energy/energy_model.h"
#include "models/hierarchy/record.h"
#include "sim/app/gemm/gemm_facts.h"

namespace ngpcsim::app {

/// Energy of multiplications, and the area of the chip that does them.
///
/// | action | from |
/// |---|---|
/// | MACs | useful and clocked ones; the adds of a reduction count as MACs, which they cost at most |
/// | weight SRAM (operand store) | bytes written and read / bytes of a row of operands |
/// | activation SRAM (accumulators) | sums read and written / sums of a row |
/// | register bits | systolic: operand and sum of every element, each step; broadcast: a sum a column; and every operand that is loaded |
/// | dma | operand and result bytes, through the queues |
/// | scheduler | 64 bits out and 64 back per part |
/// | dram | bytes read and written; of a whole run with memory `hierarchy` what its DRAM spent |
///
/// Encoding engines, direction encoder and feature buffer are on the chip, do nothing and leak. Operands count as fp16 in registers and MACs whatever their
/// type: the array is built for fp16.
class GemmPower {
 public:
  explicit GemmPower(const GemmConfig& config);

  /// Of the whole run or of one multiplication: `counters` summed over NFPs, `parts` commands; `hierarchy` of a whole run.
  [[nodiscard]] energy::EnergyReport report(const models::GemmCounters& counters, std::uint64_t parts, double seconds,
                                            const std::optional<models::HierarchyRecord>& hierarchy = {}) const;

 private:
  const GemmConfig& config_;
  energy::EnergyModel model_;
  energy::ChipGeometry geometry_;
};

}  // namespace ngpcsim::app
