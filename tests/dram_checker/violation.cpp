#include "tests/dram_checker/violation.h"

#include <utility>

namespace ngpcsim::dram_checker {

void Report::add(Violation violation) {
  ++total_;
  if (++counts_[violation.rule] <= kKeptPerRule) kept_.push_back(std::move(violation));
}

std::uint64_t Report::count(const std::string& rule) const {
  const auto found = counts_.find(rule);
  return found == counts_.end() ? 0 : found->second;
}

}  // namespace ngpcsim::dram_checker
