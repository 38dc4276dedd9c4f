#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "models/common/messages.h"
#include "sim/channel/mailbox.h"
#include "sim/kernel/block.h"
#include "sim/kernel/link.h"

namespace ngpcsim::models {

/// How much a load of tables and weights moves.
struct TableLoadPlan {
  std::uint64_t address = 0;       ///< where they lie in memory
  std::uint64_t bytes = 0;         ///< tables and weights of one NFP, or what of them is loaded
  std::uint64_t table_bytes = 0;   ///< of these, those of tables
  std::uint32_t copies = 1;        ///< times they are read from memory: 1 with multicast, the number of NFPs with unicast
  std::uint32_t burst_bytes = 4096;
  std::uint32_t window = 256;      ///< requests in flight
};

/// Reads tables and weights from memory for all NFPs. Requests go out one per edge, at most `window` unanswered; the load is done when the
/// last answer is there. The grid SRAMs take data as fast as the memory gives them.
class TableLoader final : public Block {
 public:
  TableLoader(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control, SourceId source, const TableLoadPlan& plan)
      : Block(name, clock, control), source_(source), plan_(plan) {}

  [[nodiscard]] Mailbox<LoadTables>& commands() { return commands_; }
  [[nodiscard]] Mailbox<MemoryResponse>& responses() { return responses_; }
  void connect(Link<MemoryRequest> memory, Link<TablesLoaded> scheduler);

  [[nodiscard]] std::string waiting_for() const override;
  /// Bytes read so far, all copies.
  [[nodiscard]] std::uint64_t bytes_read() const { return bytes_read_; }
  [[nodiscard]] std::uint64_t loads() const { return loads_; }
  [[nodiscard]] const TableLoadPlan& plan() const { return plan_; }

 private:
  void on_edge(std::uint64_t edge) override;
  void send(std::uint64_t edge);

  SourceId source_;
  TableLoadPlan plan_;
  Mailbox<LoadTables> commands_;
  Mailbox<MemoryResponse> responses_;
  std::optional<Link<MemoryRequest>> memory_;
  std::optional<Link<TablesLoaded>> scheduler_;
  std::uint64_t left_ = 0;        ///< bytes not yet asked for
  std::uint64_t in_flight_ = 0;   ///< requests
  std::uint64_t next_send_ = 0;   ///< edge
  std::uint64_t next_id_ = 0;
  std::uint64_t bytes_read_ = 0, loads_ = 0;
};

}  // namespace ngpcsim::models
