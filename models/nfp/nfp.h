#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "models/common/messages.h"
#include "models/dma/chunk_stream.h"
#include "models/nfp/nfp_counts.h"
#include "models/nfp/nfp_model.h"
#include "sim/channel/mailbox.h"
#include "sim/events/sink.h"
#include "sim/kernel/block.h"
#include "sim/kernel/link.h"

namespace ngpcsim::models {

/// One neural fields processor in the chip, as the others see it: takes batches, reads their queries chunk by chunk from memory, and writes the results
/// (docs/timing.md, section 3). How a chunk goes through the pipeline in between is the business of the kinds of NFP: ahead of time (run_ahead_nfp.h) or
/// edge by edge (clocked_nfp.h).
class Nfp : public Block {
 public:
  [[nodiscard]] Mailbox<Batch>& batches() { return batches_; }
  [[nodiscard]] Mailbox<MemoryResponse>& responses() { return responses_; }
  void connect(Link<MemoryRequest> memory, Link<BatchDone> scheduler);
  /// Where the spans of its batches end; the scheduler begins them.
  void show_batches(events::Track track) { batch_spans_ = track; }

  [[nodiscard]] std::string waiting_for() const override;

  /// First edge behind everything that the pipeline has done so far.
  [[nodiscard]] virtual std::uint64_t done_until() const = 0;
  /// Ends the run at `end`, not before `done_until`; the counts are complete afterwards.
  virtual void finish(std::uint64_t end) = 0;
  [[nodiscard]] virtual NfpCounts counts() const = 0;

 protected:
  Nfp(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control, NfpId id, const NfpModel& model);

  /// Moves chunks on as far as is known at `edge`, whose batches, data and acknowledgements are in `chunks`. What is left to do later needs a `wake_at`.
  virtual void advance(std::uint64_t edge) = 0;

  [[nodiscard]] NfpId id() const { return id_; }
  [[nodiscard]] const NfpModel& model() const { return model_; }
  [[nodiscard]] ChunkStream& chunks() { return chunks_; }
  /// Sends the reads that are due up to `edge` and wakes for the next one. Of what is sent at one edge writes go first, so `edge` is one up to which all writes
  /// have been sent.
  void send_reads(std::uint64_t edge);
  /// The last query of the oldest chunk in the pipeline is popped at `pop`.
  void send_write(std::uint64_t pop);

 private:
  void on_edge(std::uint64_t edge) final;
  void take_batches(std::uint64_t edge);
  void take_responses(std::uint64_t edge);
  [[nodiscard]] MemoryRequest request(MemoryAccess access, const Chunk& chunk) const;

  NfpId id_;
  const NfpModel& model_;
  ChunkStream chunks_;
  Mailbox<Batch> batches_;
  Mailbox<MemoryResponse> responses_;
  std::optional<Link<MemoryRequest>> memory_;
  std::optional<Link<BatchDone>> scheduler_;
  events::Track batch_spans_;
  std::optional<ChunkStream::Step> next_read_;  ///< not yet due
};

}  // namespace ngpcsim::models
