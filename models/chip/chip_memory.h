#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/chip/memory_params.h"
#include "models/common/memory_block.h"
#include "models/dram/device.h"
#include "models/hierarchy/memory_hierarchy.h"
#include "models/memory/ideal_memory.h"
#include "sim/stats/cycle_account.h"

namespace ngpcsim::models {

/// The device file of memory `hierarchy`, which other kinds do not have.
using DramChoice = std::optional<dram::DramParams>;

/// The memory of a chip, of whichever kind.
class ChipMemory {
 public:
  /// Throws InputError, at a parameter of `chip.memory`, where they do not fit each other or the device.
  ChipMemory(const MemoryParams& params, const DramChoice& dram, const std::function<InputLocation(std::string_view)>& where);

  /// Constructs the block; `sources` will be connected.
  void construct(ClockDomain clock, RunControl& control, std::uint32_t sources);
  [[nodiscard]] MemoryBlock& block() { return *block_; }
  [[nodiscard]] const MemoryBlock& block() const { return *block_; }

  /// Where the edges of each instance went, once the block is finished: one of memory `ideal`, the slices of the L2 of memory `hierarchy`, summed.
  [[nodiscard]] stats::CycleAccount account(std::uint64_t length) const;
  [[nodiscard]] std::uint64_t instances() const { return hierarchy_ != nullptr ? params_.l2.slices : 1; }
  /// Of memory `hierarchy` only.
  [[nodiscard]] std::optional<HierarchyRecord> record() const;
  /// What the model leaves out, for the list of idealised parts; empty where it leaves out nothing.
  [[nodiscard]] std::string ideal_part() const;

 private:
  MemoryParams params_;
  std::optional<dram::Device> device_;
  std::unique_ptr<MemoryBlock> block_;
  const IdealMemory* ideal_ = nullptr;
  const MemoryHierarchy* hierarchy_ = nullptr;
};

/// Edges of the memory's clock that a request is there at least, from the one at which it is visible to the one at which its answer is sent.
[[nodiscard]] std::uint64_t least_latency(const MemoryParams& params);
/// Bytes per edge of the memory's clock that it gives at most: what an estimate may count on.
[[nodiscard]] std::uint64_t peak_bytes(const MemoryParams& params);

}  // namespace ngpcsim::models
