#pragma once
#include <verilated.h>

namespace ngpcsim::rtl {

/// Adds the coverage counts of a block, which is about to go, to those of this process; they are written when the process ends, to a file of their own in the
/// folder that the environment variable NGPCSIM_RTL_COVERAGE names. Does nothing without it. For builds with -DNGPCSIM_RTL_COVERAGE=ON.
void collect_coverage(VerilatedContext& context);

}  // namespace ngpcsim::rtl
