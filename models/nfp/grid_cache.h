#pragma once
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/common/messages.h"
#include "models/dma/chunk_stream.h"
#include "models/encoding_engine/line_tags.h"
#include "models/nfp/nfp_model.h"
#include "models/nfp/table_gates.h"
#include "sim/kernel/link.h"

namespace ngpcsim::models {

/// The grid SRAMs of an NFP in mode `cached`, all but their banks: looks up the tags of chunks as their data arrive, fetches the lines that they missed, and says
/// when a gate of queries may enter the engines (docs/timing.md, 3.1). Chunks come, and gates go, in order.
class GridCache final : public TableGates {
 public:
  explicit GridCache(const NfpModel& model);
  /// `source`: the number of its port at the memory.
  void connect(SourceId source, Link<MemoryRequest> memory) {
    source_ = source;
    memory_ = memory;
  }
  [[nodiscard]] Mailbox<MemoryResponse>& lines() { return answers_; }

  void arrived(const Chunk& chunk, std::uint64_t edge) override;
  void take_answers(std::uint64_t edge) override;
  /// Fetches are sent ahead of their edges, as soon as these are known.
  std::optional<std::uint64_t> send(std::uint64_t edge) override;
  [[nodiscard]] std::optional<TableGate> next() const override;
  void entered(std::uint64_t edge) override;
  /// Lines that a query missed are written in front of its first access.
  void add_fills(const ServiceCells& services) override;
  [[nodiscard]] std::span<const std::uint64_t> fill_cycles() const override { return line_fill_; }
  [[nodiscard]] stats::StallReason reason() const override { return stats::StallReason::kTableMiss; }
  void complete(std::span<LevelCounters> levels) const override { tags_.add_to(levels); }
  [[nodiscard]] std::string waiting_for() const override;

 private:
  struct Entry {
    TableGate gate;
    std::uint64_t tags = 0;       ///< edge at which its look-ups are done
    std::uint64_t lines_end = 0;  ///< lines up to its last, over the run
    std::optional<std::uint64_t> filled{}, accepted{};
  };
  void add_gates(const Chunk& chunk, std::uint64_t edge);
  [[nodiscard]] std::optional<std::uint64_t> place_free() const;
  void forget();
  [[nodiscard]] const Entry& gate(std::uint64_t number) const { return gates_[number - first_gate_]; }
  [[nodiscard]] Entry& gate(std::uint64_t number) { return gates_[number - first_gate_]; }
  [[nodiscard]] std::uint64_t gates_end() const { return first_gate_ + gates_.size(); }

  const NfpModel& model_;
  SourceId source_;
  std::optional<Link<MemoryRequest>> memory_;
  Mailbox<MemoryResponse> answers_;
  LineTags tags_;
  std::uint64_t table_epoch_ = 0;
  MissedLines missed_;
  std::deque<std::vector<std::uint16_t>> missed_by_lane_;  ///< of chunks whose gates have not all entered
  std::vector<std::uint64_t> line_fill_;                   ///< cycles by engine lane, group by group
  std::deque<std::uint32_t> lines_;                        ///< not yet asked for
  std::deque<Entry> gates_;
  std::uint64_t first_gate_ = 0;                           ///< number of the front; numbers are those of the run
  std::uint64_t next_gate_ = 0, sending_gate_ = 0, freeing_gate_ = 0;  ///< to enter; of the next fetch; whose place that fetch would take
  std::uint64_t lines_known_ = 0, lines_sent_ = 0;
  std::uint64_t last_tags_ = 0, last_fetch_ = 0;
  std::uint64_t unanswered_ = 0;                           ///< gates
};

}  // namespace ngpcsim::models
