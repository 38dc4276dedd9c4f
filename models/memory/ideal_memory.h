#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "models/common/messages.h"
#include "models/memory/ideal_pipe.h"
#include "sim/channel/mailbox.h"
#include "sim/kernel/block.h"
#include "sim/kernel/link.h"

namespace ngpcsim::models {

/// Memory `ideal` as a block: takes requests of all sources in order of (edge, source, sender's edge, sequence) and answers each when its last byte has arrived.
/// It stores no data and treats reads, writes and atomic adds alike.
class IdealMemory final : public Block {
 public:
  IdealMemory(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control, const IdealMemoryParams& params)
      : Block(name, clock, control), pipe_(params) {}

  [[nodiscard]] Mailbox<MemoryRequest>& requests() { return requests_; }
  /// Answers of source `source`; sources number from 0.
  void connect(SourceId source, Link<MemoryResponse> answers);
  /// `observer` is told of every request with the edge at which the memory takes it, in that order.
  void observe(MemoryObserver observer) { observer_ = std::move(observer); }

  [[nodiscard]] std::string waiting_for() const override;
  [[nodiscard]] const IdealPipe& pipe() const { return pipe_; }
  [[nodiscard]] std::uint64_t read_bytes() const { return read_bytes_; }
  [[nodiscard]] std::uint64_t write_bytes() const { return write_bytes_; }

 private:
  void on_edge(std::uint64_t edge) override;

  IdealPipe pipe_;
  Mailbox<MemoryRequest> requests_;
  std::vector<std::optional<Link<MemoryResponse>>> answers_;
  MemoryObserver observer_;
  std::uint64_t read_bytes_ = 0, write_bytes_ = 0;
};

}  // namespace ngpcsim::models
