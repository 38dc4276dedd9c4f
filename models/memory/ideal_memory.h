#pragma once
#include <cstdint>
#include <string>

#include "models/common/memory_block.h"
#include "models/memory/ideal_pipe.h"

namespace ngpcsim::models {

/// Memory `ideal` as a block: answers each request when its last byte has arrived. Reads, writes and atomic adds are alike.
class IdealMemory final : public MemoryBlock {
 public:
  IdealMemory(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control, const IdealMemoryParams& params)
      : MemoryBlock(name, clock, control), pipe_(params) {}

  [[nodiscard]] std::string waiting_for() const override;
  std::uint64_t finish(std::uint64_t end, bool interrupted) override;
  /// Edges in which the bus moved data.
  [[nodiscard]] std::uint64_t busy() const { return pipe_.busy(); }

 private:
  void on_edge(std::uint64_t edge) override;

  IdealPipe pipe_;
};

}  // namespace ngpcsim::models
