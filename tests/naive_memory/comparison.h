#pragma once
#include <cstdint>

#include "tests/naive_memory/coverage.h"

namespace ngpcsim::naive_memory {

/// The model against the slow reading on the cases of the seeds `first .. first + count`, and that everything happened in them. Failures are reported to
/// GoogleTest, the first few cases in full.
void expect_equal_on(std::uint64_t first, std::uint64_t count);

}  // namespace ngpcsim::naive_memory
