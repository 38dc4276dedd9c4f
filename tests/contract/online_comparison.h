#pragma once
#include <string>

#include "tests/contract/random_case.h"

namespace ngpcsim::contract {

/// The first thing on which an NFP of the model's online blocks differs from the naive twin or from the model that runs ahead, in words, or "": counters at an edge
/// somewhere in the middle (seeded by the case), handshakes and counters at the end. An exception is a difference too.
[[nodiscard]] std::string online_difference(const Case& c);

}  // namespace ngpcsim::contract
