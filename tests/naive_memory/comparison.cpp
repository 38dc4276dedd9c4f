#include "tests/naive_memory/comparison.h"

#include <gtest/gtest.h>

#include <exception>
#include <iostream>
#include <string>

#include "tests/naive_memory/model_run.h"
#include "tests/naive_memory/print.h"
#include "tests/naive_memory/random_memory_case.h"
#include "tests/naive_memory/slow_memory.h"

namespace ngpcsim::naive_memory {
namespace {

std::string difference_of(const MemoryCase& c, const Result& expected) {
  try {
    return difference(expected, run_model(c.setup, c.requests));
  } catch (const std::exception& error) { return std::string("the model throws: ") + error.what(); }
}

}  // namespace

void expect_equal_on(std::uint64_t first, std::uint64_t count) {
  constexpr unsigned kShown = 3;
  Coverage coverage;
  unsigned failed = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const MemoryCase c = random_memory_case(seed);
    const Result expected = run_slowly(c.setup, c.requests);
    coverage.add(c, expected);
    const std::string found = difference_of(c, expected);
    if (found.empty()) continue;
    if (++failed <= kShown) ADD_FAILURE() << "seed " << seed << "\n" << text(c.setup) << found;
  }
  EXPECT_EQ(failed, 0U) << "of " << count << " cases";
  std::cout << coverage.report() << "\n";
  EXPECT_EQ(coverage.missing(), "");
}

}  // namespace ngpcsim::naive_memory
