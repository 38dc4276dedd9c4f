#include "sim/kernel/watchdog.h"

#include <utility>

#include <fmt/format.h>

#include "sim/base/error.h"
#include "sim/kernel/run_control.h"

namespace ngpcsim {

Watchdog::Watchdog(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control, std::uint64_t period, std::function<Work()> work)
    : Block(name, clock, control), period_(period), work_(std::move(work)) {
  wake_at(period);
}

void Watchdog::on_edge(std::uint64_t edge) {
  const Work now = work_();
  if (last_.pending && now.pending && now.done == last_.done)
    throw InvariantError(fmt::format("the run is stuck: work is pending, but nothing was finished between edges {} and {} of {} kHz\n{}", edge - period_, edge, clock().khz(), control().dump()));
  last_ = now;
  wake_at(edge + period_);
}

}  // namespace ngpcsim
