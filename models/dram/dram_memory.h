#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/common/messages.h"
#include "models/dram/dram.h"
#include "sim/channel/mailbox.h"
#include "sim/kernel/block.h"
#include "sim/kernel/link.h"

namespace ngpcsim::models {

/// A DRAM as a block: takes requests of all sources in order of (edge, source, sender's edge, sequence) and answers each when docs/dram.md, section 3, says.
/// Its clock is the device's command clock. An atomic add is a read and then a write of the same bytes, and answered with the write; the adder is in the
/// controller.
class DramMemory final : public Block {
 public:
  /// `device` outlives it.
  DramMemory(const sc_core::sc_module_name& name, RunControl& control, const dram::Device& device, dram::CommandObserver commands = {});

  [[nodiscard]] Mailbox<MemoryRequest>& requests() { return requests_; }
  /// Answers of source `source`; sources number from 0.
  void connect(SourceId source, Link<MemoryResponse> answers);
  /// `observer` is told of every request with the edge at which it begins to enter, in that order.
  void observe(MemoryObserver observer) { observer_ = std::move(observer); }

  [[nodiscard]] std::string waiting_for() const override;
  [[nodiscard]] std::uint64_t read_bytes() const { return read_bytes_; }
  [[nodiscard]] std::uint64_t write_bytes() const { return write_bytes_; }

  /// For the end of a run: what was queued is served, and the counters are those up to `end` or, if later, the cycle behind the last data, which is returned.
  std::uint64_t finish(std::uint64_t end);
  [[nodiscard]] const dram::Dram& dram() const { return dram_; }

 private:
  /// What one of our requests to the DRAM was made for.
  struct Asked {
    MemoryRequest request;
    bool answers = false;  ///< the source is told when this one is done
  };

  void on_edge(std::uint64_t edge) override;
  void take(std::uint64_t edge);
  void offer(const MemoryRequest& request, bool write, bool answers, std::uint64_t edge);
  void send_answers();

  dram::Dram dram_;
  Mailbox<MemoryRequest> requests_;
  std::vector<std::optional<Link<MemoryResponse>>> answers_;
  MemoryObserver observer_;
  std::vector<Asked> asked_;  ///< by the number under which the DRAM knows it
  std::vector<std::uint64_t> free_;
  std::optional<MemoryRequest> add_;  ///< its read has entered, its write has not
  std::uint64_t unanswered_ = 0, read_bytes_ = 0, write_bytes_ = 0;
};

}  // namespace ngpcsim::models
