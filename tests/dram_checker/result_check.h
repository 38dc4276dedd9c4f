#pragma once
#include <filesystem>

#include "tests/dram_checker/checker.h"
#include "tests/dram_checker/violation.h"

namespace ngpcsim::dram_checker {

/// result.json of the run against the totals of its command trace. Violations: result.KEY, for each number that differs. Throws BadInput for a file that is no
/// such result.
void check_result(const std::filesystem::path& path, const Totals& totals, std::uint64_t clock_khz, Report& report);

}  // namespace ngpcsim::dram_checker
