#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/common/messages.h"
#include "models/direction_encoder/direction_services.h"
#include "models/dma/chunk_stream.h"
#include "models/encoding_engine/encoding_services.h"
#include "models/nfp/nfp_model.h"
#include "models/nfp/nfp_timing.h"
#include "sim/channel/mailbox.h"
#include "sim/events/sink.h"
#include "sim/kernel/block.h"
#include "sim/kernel/link.h"

namespace ngpcsim::models {

/// One neural fields processor in the chip: takes batches, reads their queries chunk by chunk from memory, runs them through its pipeline and writes the
/// results. Activated when a batch, data or an acknowledgement arrives; a chunk is then computed at once, and what follows from it
/// is sent with the edges at which it happens (docs/timing.md, section 3).
class Nfp final : public Block {
 public:
  Nfp(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control, NfpId id, const NfpModel& model);

  [[nodiscard]] Mailbox<Batch>& batches() { return batches_; }
  [[nodiscard]] Mailbox<MemoryResponse>& responses() { return responses_; }
  void connect(Link<MemoryRequest> memory, Link<BatchDone> scheduler);
  /// Where the spans of its batches end; the scheduler begins them.
  void show_batches(events::Track track) { batch_spans_ = track; }

  [[nodiscard]] std::string waiting_for() const override;

  /// Ends the run at `end`; the accounts are complete afterwards.
  void finish(std::uint64_t end) { timing_->finish(end); }
  [[nodiscard]] const NfpTiming& timing() const { return *timing_; }
  [[nodiscard]] const EncodingServices& encoding() const { return encoding_; }
  [[nodiscard]] const DirectionServices& direction() const { return direction_; }

 private:
  void on_edge(std::uint64_t edge) override;
  void take_batches(std::uint64_t edge);
  void take_responses(std::uint64_t edge);
  void send_reads();
  void run_chunks();
  void run_chunk(const Chunk& chunk, std::uint64_t offer);
  [[nodiscard]] MemoryRequest request(MemoryAccess access, const Chunk& chunk) const;

  NfpId id_;
  const NfpModel& model_;
  std::unique_ptr<NfpTiming> timing_;
  EncodingServices encoding_;
  DirectionServices direction_;
  ChunkStream chunks_;
  Mailbox<Batch> batches_;
  Mailbox<MemoryResponse> responses_;
  std::optional<Link<MemoryRequest>> memory_;
  std::optional<Link<BatchDone>> scheduler_;
  events::Track batch_spans_;
  std::vector<std::uint16_t> engine_service_;
  std::vector<std::uint16_t> direction_service_;
  std::uint64_t table_epoch_ = 0;
};

}  // namespace ngpcsim::models
