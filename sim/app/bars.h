#pragma once
#include <string>

#include "sim/app/json.h"

namespace ngpcsim::app {

/// One line a block: a bar of its cycles ('#' busy, one letter per stall reason, '.' waiting for input) and the shares that are at
/// least half a percent.
[[nodiscard]] std::string stall_bars(const Json& blocks);

/// One line a level: cycles per query and how often its corners met in a bank.
[[nodiscard]] std::string level_bars(const Json& encoding_engine);

}  // namespace ngpcsim::app
