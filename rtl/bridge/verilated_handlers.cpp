#include <verilated.h>

#include <fmt/format.h>

#include "sim/base/error.h"

// What Verilator's run-time library calls for $fatal, $stop and $finish (VL_USER_FATAL and so on). A failed assertion in RTL is a broken invariant like
// any other.

void vl_fatal(const char* file, int line, const char* scope, const char* message) {
  throw ngpcsim::InvariantError(fmt::format("RTL {}:{} in {}: {}", file, line, scope, message));
}
void vl_stop(const char* file, int line, const char* scope) { vl_fatal(file, line, scope, "assertion failed"); }
void vl_finish(const char*, int, const char*) {}
