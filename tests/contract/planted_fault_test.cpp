#include <functional>

#include <gtest/gtest.h>

#include "tests/contract/comparison.h"
#include "tests/naive/nfp.h"

// The test of the test: the comparison is worth something only if a small fault on one side turns it red. A fault cannot show in every
// case (a queue that never fills may have any depth), but it must show within the first hundred of ten thousand.
namespace ngpcsim::contract {
namespace {

constexpr std::uint64_t kCases = 100;

/// How many cases differ when the model is given `faulty(case)` and the twin the case itself.
[[nodiscard]] std::uint64_t red_cases(const std::function<void(Case&)>& plant) {
  std::uint64_t red = 0;
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const Case c = random_case(seed);
    Case faulty = c;
    plant(faulty);
    if (!difference(naive::simulate(c.setup, c.stimulus), run_model(faulty)).empty()) ++red;
  }
  return red;
}

TEST(PlantedFault, NoneIsGreen) {
  EXPECT_EQ(red_cases([](Case&) {}), 0U);
}

TEST(PlantedFault, OtherBankHashIsRed) {
  const auto other_map = [](Case& c) {
    naive::BankMap& map = c.setup.engine.bank_map;
    map = map == naive::BankMap::kXor ? naive::BankMap::kPermute : naive::BankMap::kXor;
  };
  EXPECT_GT(red_cases(other_map), 10U);
}

TEST(PlantedFault, QueueDepthOffByOneIsRed) {
  EXPECT_GT(red_cases([](Case& c) { ++c.setup.engine.input_queue_depth; }), 5U) << "input queue";
  EXPECT_GT(red_cases([](Case& c) { ++c.setup.engine.index_queue_depth; }), 5U) << "index queue";
  EXPECT_GT(red_cases([](Case& c) { ++c.setup.engine.output_queue_depth; }), 5U) << "output queue";
  EXPECT_GT(red_cases([](Case& c) { ++c.setup.feature_buffer_queries; }), 5U) << "feature buffer";
  EXPECT_GT(red_cases([](Case& c) { ++c.setup.mlp.output_queue_depth; }), 5U) << "output queue of the MLP engine";
}

TEST(PlantedFault, SlotUsableOnTheEdgeOnWhichItIsFreedIsRed) {
  std::uint64_t red = 0;
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const Case c = random_case(seed);
    Case faulty = c;
    faulty.setup.planted_fault = true;
    if (!difference(naive::simulate(faulty.setup, faulty.stimulus), run_model(c)).empty()) ++red;
  }
  EXPECT_GT(red, 10U);
}

}  // namespace
}  // namespace ngpcsim::contract
