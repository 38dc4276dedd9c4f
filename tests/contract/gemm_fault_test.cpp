// The test of the test: small faults on one side turn the comparison red, and the cases reach every reason of the account.
#include <functional>

#include <gtest/gtest.h>

#include "tests/contract/gemm_case.h"

namespace ngpcsim::contract {
namespace {

constexpr std::uint64_t kCases = 300;

/// How many cases differ when the model is given `faulty(case)` and the naive array the case itself.
[[nodiscard]] std::uint64_t red_cases(const std::function<void(GemmCase&)>& plant) {
  std::uint64_t red = 0;
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const GemmCase c = random_gemm_case(seed);
    GemmCase faulty = c;
    plant(faulty);
    if (!difference(run_naive(c), run_model(faulty)).empty()) ++red;
  }
  return red;
}

TEST(GemmFaults, PlantedOnesAreRed) {
  EXPECT_EQ(red_cases([](GemmCase&) {}), 0u);
  EXPECT_GT(red_cases([](GemmCase& c) { ++c.array.operand_queue; }), 5u) << "operand queue";
  EXPECT_GT(red_cases([](GemmCase& c) { ++c.array.result_queue; }), 1u) << "result queue";
  EXPECT_GT(red_cases([](GemmCase& c) { c.array.store = 0; }), 30u) << "operand store";
  EXPECT_GT(red_cases([](GemmCase& c) { c.array.accumulator += 4 * c.array.cols; }), 10u) << "accumulators";
  EXPECT_GT(red_cases([](GemmCase& c) { c.array.request *= 2, c.array.operand_queue *= 2, c.array.result_queue *= 2; }), 100u) << "requests";
  EXPECT_GT(red_cases([](GemmCase& c) { ++c.latency; }), 100u) << "latency of the memory";
  EXPECT_GT(red_cases([](GemmCase& c) { ++c.outstanding; }), 20u) << "outstanding requests";
  EXPECT_GT(red_cases([](GemmCase& c) { c.array.prefetch = !c.array.prefetch; }), 50u) << "prefetch";
  EXPECT_GT(red_cases([](GemmCase& c) { ++c.array.latency; }), 20u) << "latency of the array";
  EXPECT_GT(red_cases([](GemmCase& c) { ++c.array.load_width; }), 5u) << "width of loads";
}

/// What the cases of gemm_contract_test reach.
TEST(GemmFaults, CasesReachEveryReason) {
  models::GemmAccount sum;
  std::uint64_t held = 0, fetched_again = 0;
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const GemmCase c = random_gemm_case(seed);
    const GemmTrace trace = run_model(c);
    sum += trace.account;
    std::uint64_t bytes = 0;
    for (const auto& request : trace.requests) bytes += request.access == naive::GemmAccess::kWrite ? 0 : request.bytes;
    const std::uint64_t once = (c.job.m + c.job.n) * c.job.k * c.job.batch * size_of(c.job.type);
    held += !c.array.unlimited && bytes == once && c.array.store > 0 && c.job.m > c.array.rows ? 1u : 0u;
    fetched_again += bytes > once ? 1u : 0u;
  }
  for (const std::uint64_t edges : {sum.fill, sum.stream, sum.output_full, sum.drain, sum.weights, sum.dependency, sum.memory, sum.write_back, sum.idle})
    EXPECT_GT(edges, 100u);
  EXPECT_GT(held, 20u);
  EXPECT_GT(fetched_again, 50u);
}

}  // namespace
}  // namespace ngpcsim::contract
