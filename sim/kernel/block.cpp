#include "sim/kernel/block.h"

#include <exception>
#include <utility>

#include <fmt/format.h>

#include "sim/base/error.h"
#include "sim/kernel/run_control.h"

namespace ngpcsim {
namespace {

sc_core::sc_time time_of(ClockDomain clock, std::uint64_t edge) { return sc_core::sc_time::from_value(clock.picoseconds(edge)); }

}  // namespace

Block::Block(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control) : sc_module(name), clock_(clock), control_(control) {
  SC_HAS_PROCESS(Block);
  SC_METHOD(dispatch);
  sensitive << wake_;
  dont_initialize();
  control.enlist(*this);
}

void Block::wake_at(std::uint64_t edge) {
  if (next_wake_ && *next_wake_ <= edge) return;
  const sc_core::sc_time when = time_of(clock_, edge);
  const sc_core::sc_time now = sc_core::sc_time_stamp();
  if (when <= now && now != sc_core::SC_ZERO_TIME)
    throw InvariantError(fmt::format("{} was asked to wake at its edge {}, which is not after the present time {}", name(), edge, now.to_string()));
  next_wake_ = edge;
  wake_.notify(when - now);  // an earlier notification replaces a later one
}

void Block::dispatch() {
  const std::uint64_t edge = *std::exchange(next_wake_, std::nullopt);
  try {
    on_edge(edge);
  } catch (...) {
    control_.fail(std::current_exception());
  }
}

}  // namespace ngpcsim
