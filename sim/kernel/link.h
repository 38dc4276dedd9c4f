#pragma once
#include <cstdint>
#include <utility>

#include "sim/base/clock_domain.h"
#include "sim/channel/mailbox.h"
#include "sim/kernel/block.h"

namespace ngpcsim {

/// One way from a sender to a receiver's mailbox. Within a domain a token takes `delay` edges, at least 1; between domains it takes `delay` receiver
/// edges after the first one at or after the send (docs/timing.md, section 4).
template <class Token>
class Link {
 public:
  Link(ClockDomain sender, std::uint32_t source, Block& receiver, Mailbox<Token>& mailbox, std::uint32_t delay)
      : sender_(sender), source_(source), receiver_(&receiver), mailbox_(&mailbox), delay_(delay) {}

  /// Sends at edge `edge` of the sender, now or in its future. Returns the edge at which the receiver sees the token.
  std::uint64_t send(std::uint64_t edge, Token token) const {
    const std::uint64_t visible = receiver_->clock().cross(edge, sender_, delay_);
    mailbox_->post(visible, source_, edge, std::move(token));
    receiver_->wake_at(visible);
    return visible;
  }

 private:
  ClockDomain sender_;
  std::uint32_t source_;
  Block* receiver_;
  Mailbox<Token>* mailbox_;
  std::uint32_t delay_;
};

}  // namespace ngpcsim
