#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "sim/app/json.h"

/// The rules of the Trace Event Format that a timeline keeps, and what can be read from one, without any code of the writer.
namespace ngpcsim::trace_rules {

/// Every rule that the text breaks, as sentences: it is JSON; every time is a decimal with six places; every process and thread is named, once; times never
/// decrease; events X of one thread do not overlap; every arrow starts and ends once, in a slice of its thread;
/// counters are the numbers of open batches, each written when it changed.
[[nodiscard]] std::vector<std::string> broken(const std::string& text);

/// Events of a phase with a name.
[[nodiscard]] std::vector<app::Json> events(const std::string& text, const std::string& phase, const std::string& name);

/// Picoseconds of a decimal number of microseconds with six places.
[[nodiscard]] std::uint64_t picoseconds(const std::string& microseconds);

}  // namespace ngpcsim::trace_rules
