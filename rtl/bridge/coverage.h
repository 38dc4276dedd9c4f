#pragma once
#include <verilated.h>

namespace ngpcsim::rtl {

/// Whether this process collects coverage: the environment variable NGPCSIM_RTL_COVERAGE names a folder. What has no reset is then 0 at power-up instead of random, so
/// that a toggle is something the block did.
[[nodiscard]] bool collects_coverage();

/// Adds the coverage counts of a block, which is about to go, to those of this process; they are written when the process ends, to a file of their own in that
/// folder. Does nothing where coverage is not collected. For builds with -DNGPCSIM_RTL_COVERAGE=ON.
void collect_coverage(VerilatedContext& context);

}  // namespace ngpcsim::rtl
