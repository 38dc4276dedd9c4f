#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/direction_encoder/direction_services.h"
#include "models/encoding_engine/encoding_accesses.h"
#include "models/encoding_engine/encoding_services.h"
#include "models/nfp/grid_cache.h"
#include "models/nfp/grid_pager.h"
#include "models/nfp/nfp.h"
#include "models/nfp/nfp_timing.h"

namespace ngpcsim::models {

/// An NFP whose chunks are computed at once when they can enter: from then on nothing outside can delay them. What follows from a chunk is sent with the edges
/// at which it happens. Activated when a batch, data, lines or an acknowledgement arrives, or a read is due. With grid SRAM modes `cached` and `paged` the same holds
/// for the gates of a chunk.
class RunAheadNfp final : public Nfp {
 public:
  RunAheadNfp(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control, NfpId id, const NfpModel& model);

  /// Of grid SRAM mode `cached`; and of mode `paged`, where a lane is.
  [[nodiscard]] GridCache& cache() { return *cache_; }
  [[nodiscard]] GridPager& pager() { return *pager_; }

  [[nodiscard]] std::string waiting_for() const override;
  [[nodiscard]] std::uint64_t done_until() const override;
  void finish(std::uint64_t end) override;
  [[nodiscard]] NfpCounts counts() const override;

 private:
  void advance(std::uint64_t edge) override;
  void advance_chunks(std::uint64_t edge);
  void advance_gates(std::uint64_t edge);
  void serve(const Chunk& chunk);
  void run_gate(const TableGate& gate);
  void run_part(const Chunk& chunk, std::uint32_t first, std::uint32_t count, std::uint64_t offer);
  [[nodiscard]] std::vector<online::LaneCount> engine_counts() const;
  [[nodiscard]] online::LaneCount direction_count() const;
  [[nodiscard]] std::vector<NfpCounts::PageSweep> page_sweeps() const;

  std::unique_ptr<NfpTiming> timing_;
  EncodingServices encoding_;
  std::optional<EncodingAccesses> overlapping_;  ///< where engines overlap passes
  DirectionServices direction_;
  std::vector<std::uint16_t> engine_service_;
  std::vector<PassAccesses> engine_accesses_;
  std::vector<std::uint16_t> direction_service_;
  std::uint64_t table_epoch_ = 0;
  std::uint64_t next_offer_ = 0;  ///< edge before which no query that comes later is offered
  std::deque<bool> ends_chunk_;   ///< of the parts in the pipeline: whether a chunk ends with it
  // Of grid SRAM modes that do not hold whole tables.
  std::optional<GridCache> cache_;
  std::optional<GridPager> pager_;
  TableGates* gates_ = nullptr;                ///< one of them, if there is one
  std::optional<ChunkStream::Step> entering_;  ///< the chunk whose gates enter
  std::vector<LaneWaits> waits_before_;        ///< the gate that runs
  std::uint64_t end_ = 0;                      ///< of the run
  std::vector<std::uint64_t> table_wait_;      ///< edges of engine lanes that are gates_->reason() in place of input_empty, group by group
};

}  // namespace ngpcsim::models
