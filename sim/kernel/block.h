#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include <systemc>

#include "sim/base/clock_domain.h"

namespace ngpcsim {

class RunControl;

/// A block that lives in SystemC time: one SC_METHOD, activated at those edges of its clock at which it asked to be. Blocks exchange
/// timestamped tokens (sim/channel/mailbox.h) and touch nothing of each other.
class Block : public sc_core::sc_module {
 public:
  Block(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control);

  [[nodiscard]] ClockDomain clock() const { return clock_; }
  /// What the block waits for, for the dump of a stuck run; empty when it has nothing to do.
  [[nodiscard]] virtual std::string waiting_for() const = 0;

  /// Asks for an activation at `edge`, which lies after the present time. Earlier requests stay.
  void wake_at(std::uint64_t edge);

 protected:
  /// Everything visible at `edge` is handled; called once per requested edge.
  virtual void on_edge(std::uint64_t edge) = 0;
  [[nodiscard]] RunControl& control() const { return control_; }

 private:
  void dispatch();

  ClockDomain clock_;
  RunControl& control_;
  sc_core::sc_event wake_;
  std::optional<std::uint64_t> next_wake_;
};

}  // namespace ngpcsim
