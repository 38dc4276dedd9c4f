#pragma once
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "models/common/messages.h"
#include "models/gemm/array_timing.h"
#include "models/gemm/messages.h"
#include "models/gemm/progress_meter.h"
#include "models/gemm/request_port.h"
#include "sim/channel/mailbox.h"
#include "sim/kernel/block.h"
#include "sim/kernel/link.h"

namespace ngpcsim::models {

/// The array of one NFP as a block: takes commands of the controller, sends requests to the memory, and tells when a part is done.
///
/// It runs ahead of time. What it sends at an edge is settled by the answers visible at earlier edges, and no answer can be visible less than `round_trip`
/// edges after its request was sent; answers that are on their way already are known. So everything up to the first edge at which an unknown answer could be
/// visible is computed in one activation, and posted with the edges at which it happens.
class GemmNfp final : public Block {
 public:
  /// What the NFPs of a chip share.
  struct Shared {
    GemmProgressMeter& progress;
    std::uint64_t round_trip;  ///< edges: no request is answered sooner
  };

  GemmNfp(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control, std::uint32_t number, const GemmArray& array, const Shared& shared)
      : Block(name, clock, control), number_(number), unlimited_(array.unlimited), shared_(shared), timing_(array), port_(timing_) {}

  [[nodiscard]] Mailbox<GemmCommand>& commands() { return commands_; }
  [[nodiscard]] Mailbox<MemoryResponse>& responses() { return responses_; }
  void connect(Link<MemoryRequest> memory, Link<GemmDone> controller);

  [[nodiscard]] std::string waiting_for() const override;
  [[nodiscard]] bool open() const { return open_; }
  /// Up to which edge steps are settled, and how much was done: for the watchdog.
  [[nodiscard]] std::uint64_t settled_until() const { return timing_.settled_until(); }
  [[nodiscard]] std::uint64_t answers() const { return answers_; }
  /// The run is `edges` long: the account is closed.
  void finish(std::uint64_t edges) { timing_.close(edges); }
  [[nodiscard]] GemmCounters counters() const { return timing_.counters(); }
  [[nodiscard]] std::uint64_t charged_until() const { return timing_.charged_until(); }

 private:
  struct Open {
    RequestPort::Kind kind;
    std::uint64_t bytes, sent, id;
  };

  void on_edge(std::uint64_t edge) override;
  void run_ahead(std::uint64_t edge);
  /// The last edge up to which every answer is known.
  [[nodiscard]] std::uint64_t horizon(std::uint64_t now, std::uint64_t next_send) const;
  void send(std::uint64_t edge);
  void take_answer(std::uint64_t edge);
  void part_done(std::uint64_t edge);

  std::uint32_t number_;
  bool unlimited_;
  Shared shared_;
  ArrayTiming timing_;
  RequestPort port_;
  Mailbox<GemmCommand> commands_;
  Mailbox<MemoryResponse> responses_;
  std::optional<Link<MemoryRequest>> memory_;
  std::optional<Link<GemmDone>> controller_;
  std::deque<Open> in_flight_;  ///< requests in order of sending: the memory answers in that order
  std::uint64_t next_id_ = 0, answers_ = 0;
  std::uint64_t visible_ = 0;   ///< edge of the present command
  bool open_ = false;
};

}  // namespace ngpcsim::models
