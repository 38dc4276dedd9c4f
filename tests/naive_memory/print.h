#pragma once
#include <string>

#include "tests/naive_memory/result.h"
#include "tests/naive_memory/setup.h"

namespace ngpcsim::naive_memory {

/// The first answers and all counters in which two results differ; empty where they are equal.
[[nodiscard]] std::string difference(const Result& expected, const Result& got);

/// For the message of a case that failed.
[[nodiscard]] std::string text(const MemorySetup& setup);

}  // namespace ngpcsim::naive_memory
