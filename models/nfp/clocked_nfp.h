#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

#include "models/nfp/nfp.h"
#include "models/nfp/online/blocks.h"
#include "models/nfp/value_check.h"

namespace ngpcsim::models {

/// An NFP whose pipeline is clocked edge by edge, in step with simulated time, because RTL is among its blocks. It is activated at every edge while anything is
/// in it; the idle edges in between, which its blocks count, are made up for when it wakes. Where the pipeline gives values, each of them is checked.
class ClockedNfp final : public Nfp {
 public:
  /// `network` outlives the NFP.
  ClockedNfp(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control, NfpId id, const NfpModel& model,
             std::unique_ptr<online::NfpCore> core, const FunctionalNetwork& network);

  [[nodiscard]] std::uint64_t done_until() const override { return next_edge_; }
  void finish(std::uint64_t end) override;
  [[nodiscard]] NfpCounts counts() const override;

 private:
  struct InFlight {
    ValueCheck::Query query;
    bool ends_chunk = false;
  };

  void advance(std::uint64_t edge) override;
  void make_up_for_idle_edges(std::uint64_t edge);
  void begin_chunk();
  [[nodiscard]] bool clock();
  [[nodiscard]] InFlight next_query() const;
  void accept(std::uint64_t edge);
  void join(std::uint64_t edge);
  [[nodiscard]] bool pop(std::uint64_t edge);

  std::unique_ptr<online::NfpCore> core_;
  ValueCheck values_;
  std::uint64_t next_edge_ = 0;                ///< the first one that the pipeline has not seen
  std::optional<ChunkStream::Step> entering_;  ///< the chunk whose queries are offered, or will be
  std::uint32_t entered_ = 0;                  ///< of its queries
  std::optional<InFlight> offered_;
  std::deque<InFlight> in_flight_;             ///< accepted, not yet popped
  std::optional<std::uint64_t> last_launch_;   ///< of the query accepted last
  std::uint64_t table_epoch_ = 0;
  std::uint64_t queries_ = 0, joined_ = 0, popped_ = 0;
  PipelineSpan span_;
};

}  // namespace ngpcsim::models
