#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "models/direction_encoder/direction_services.h"
#include "models/encoding_engine/encoding_accesses.h"
#include "models/encoding_engine/encoding_services.h"
#include "models/nfp/nfp.h"
#include "models/nfp/nfp_timing.h"

namespace ngpcsim::models {

/// An NFP whose chunks are computed at once when they can enter: from then on nothing outside can delay them. What follows from a chunk is sent with the edges
/// at which it happens. Activated when a batch, data or an acknowledgement arrives, or a read is due.
class RunAheadNfp final : public Nfp {
 public:
  RunAheadNfp(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control, NfpId id, const NfpModel& model);

  [[nodiscard]] std::uint64_t done_until() const override;
  void finish(std::uint64_t end) override { timing_->finish(end); }
  [[nodiscard]] NfpCounts counts() const override;

 private:
  void advance(std::uint64_t edge) override;
  void run_chunk(const Chunk& chunk, std::uint64_t offer);
  [[nodiscard]] std::vector<online::LaneCount> engine_counts() const;
  [[nodiscard]] online::LaneCount direction_count() const;

  std::unique_ptr<NfpTiming> timing_;
  EncodingServices encoding_;
  std::optional<EncodingAccesses> overlapping_;  ///< where engines overlap passes
  DirectionServices direction_;
  std::vector<std::uint16_t> engine_service_;
  std::vector<PassAccesses> engine_accesses_;
  std::vector<std::uint16_t> direction_service_;
  std::uint64_t table_epoch_ = 0;
  std::uint64_t next_offer_ = 0;  ///< edge before which no chunk that comes later is offered
};

}  // namespace ngpcsim::models
