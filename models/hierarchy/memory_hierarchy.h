#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/common/memory_block.h"
#include "models/dram/device.h"
#include "models/hierarchy/dram_backing.h"
#include "models/hierarchy/hierarchy.h"
#include "models/hierarchy/pieces.h"
#include "models/hierarchy/record.h"
#include "models/hierarchy/ring.h"

namespace ngpcsim::models {

/// Memory `hierarchy` as a block (docs/memory.md): crossbar, L2, and the DRAM of each slice.
class MemoryHierarchy final : public MemoryBlock {
 public:
  /// `device` is that of one slice and outlives the block. `sources`: those that will be connected.
  MemoryHierarchy(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control, const HierarchyParams& params, const dram::Device& device,
                  std::uint32_t sources);

  [[nodiscard]] std::string waiting_for() const override;
  std::uint64_t finish(std::uint64_t end, bool interrupted) override;
  /// Everything it counted, once finished.
  [[nodiscard]] HierarchyRecord record() const;

 private:
  void on_edge(std::uint64_t edge) override;
  [[nodiscard]] std::vector<std::unique_ptr<hierarchy::Backing>> make_backings(const HierarchyParams& params);

  /// A request of a source: what its answer needs. Thousands may be open.
  struct Open {
    std::uint64_t done = hierarchy::kNever;  ///< edge
    std::uint64_t id = 0;
    MemoryAccess access = MemoryAccess::kRead;
    bool wants_answer = true;
  };
  /// Requests in the order in which they came; answers keep it.
  struct Source {
    hierarchy::Ring<Open> open;
    std::uint64_t answered = 0, last_answer = 0;  ///< requests; edge
  };
  /// Those that are visible up to `edge`.
  void take_requests(std::uint64_t edge);
  /// All of it up to `edge`; no request that is visible by then is yet to be sent.
  void settle(std::uint64_t edge);
  void note(const hierarchy::Answered& answered);

  const dram::Device& device_;
  std::uint32_t slices_, look_ahead_;
  std::uint64_t least_latency_;                ///< edges from visible to answered
  std::uint64_t due_ = hierarchy::kNever;      ///< the edge at which there may be an answer
  std::vector<hierarchy::DramBacking*> drams_;  ///< owned by the slices
  hierarchy::Hierarchy hierarchy_;
  std::vector<Source> sources_;
  std::uint64_t edges_ = 0, dram_cycles_ = 0;
};

}  // namespace ngpcsim::models
