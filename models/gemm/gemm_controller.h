#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/gemm/messages.h"
#include "models/gemm/progress_meter.h"
#include "models/gemm/split.h"
#include "sim/channel/mailbox.h"
#include "sim/kernel/block.h"
#include "sim/kernel/link.h"

namespace ngpcsim::models {

/// Runs the multiplications of a list one after the other: cuts each, sends its parts to the NFPs, waits for all of them, then for their reduction if it was
/// split along K (docs/gemm.md, section 5).
class GemmController final : public Block {
 public:
  /// One multiplication that ended.
  struct Layer {
    GemmSplit split = GemmSplit::kM;
    std::uint64_t parts = 0;
    std::uint64_t first_edge = 0, cycles = 0;
    GemmCounters counters;  ///< of its edges, summed over NFPs
  };

  GemmController(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control, const SplitSetup& setup, stream::GemmList list,
                 GemmProgressMeter& progress);

  [[nodiscard]] Mailbox<GemmDone>& done() { return done_; }
  void connect(std::vector<Link<GemmCommand>> nfps) { nfps_ = std::move(nfps); }

  [[nodiscard]] std::string waiting_for() const override;
  [[nodiscard]] const std::vector<Layer>& layers() const { return layers_; }
  [[nodiscard]] bool finished() const { return layers_.size() == list_.size(); }
  [[nodiscard]] std::uint64_t last_edge() const { return last_edge_; }

 private:
  void on_edge(std::uint64_t edge) override;
  void begin(std::uint64_t edge);
  void send(const std::vector<GemmPart>& parts, std::uint64_t edge);
  void take(const GemmDone& done);
  void end(std::uint64_t edge);

  SplitSetup setup_;
  stream::GemmList list_;
  GemmProgressMeter& progress_;
  Mailbox<GemmDone> done_;
  std::vector<Link<GemmCommand>> nfps_;
  std::vector<Layer> layers_;
  Layer layer_;
  SplitGemm work_;
  bool reducing_ = false;
  std::size_t pending_ = 0;                ///< parts that are not done
  std::vector<std::uint64_t> charged_;     ///< by NFP: up to where this multiplication's account is known
  std::uint64_t address_ = 0, last_edge_ = 0;
};

}  // namespace ngpcsim::models
