#include <gtest/gtest.h>

#include "tests/naive_memory/comparison.h"
#include "tests/naive_memory/model_run.h"
#include "tests/naive_memory/print.h"
#include "tests/naive_memory/random_memory_case.h"
#include "tests/naive_memory/worked_cases.h"

// models/hierarchy against its contract.
namespace ngpcsim::naive_memory {
namespace {

Result model(const MemorySetup& setup, const std::vector<Request>& requests) { return run_model(setup, requests); }

TEST(Hierarchy, Ports) { expect_worked_cases(worked_ports(), model); }
TEST(Hierarchy, Waits) { expect_worked_cases(worked_waits(), model); }
TEST(Hierarchy, Lines) { expect_worked_cases(worked_lines(), model); }
TEST(Hierarchy, Orders) { expect_worked_cases(worked_orders(), model); }
TEST(Hierarchy, Touches) { expect_worked_touches(model); }

TEST(Hierarchy, EqualsTheSlowReading) { expect_equal_on(0, 2000); }

void expect_no_change(Stepping stepping, Offering offering) {
  constexpr std::uint64_t kFirst = 10'000, kCases = 300;
  for (std::uint64_t seed = kFirst; seed < kFirst + kCases; ++seed) {
    const MemoryCase c = random_memory_case(seed);
    ASSERT_EQ(difference(run_model(c.setup, c.requests), run_model(c.setup, c.requests, stepping, offering)), "") << "seed " << seed << "\n" << text(c.setup);
  }
}

TEST(Hierarchy, StepsWhereNothingHappensChangeNothing) { expect_no_change(Stepping::kEveryEdge, Offering::kAtTheirEdges); }
TEST(Hierarchy, OrderOfSourcesChangesNothing) { expect_no_change(Stepping::kWhereItAsks, Offering::kReversed); }
TEST(Hierarchy, RequestsOfferedAheadChangeNothing) { expect_no_change(Stepping::kWhereItAsks, Offering::kAtOnce); }

}  // namespace
}  // namespace ngpcsim::naive_memory
