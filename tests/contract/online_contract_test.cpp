#include <functional>

#include <gtest/gtest.h>

#include "models/nfp/online/compose.h"
#include "tests/contract/case_network.h"
#include "tests/contract/comparison.h"
#include "tests/contract/model_setup.h"
#include "tests/contract/online_comparison.h"
#include "tests/contract/online_run.h"
#include "tests/naive/nfp.h"

// The model's blocks in their online form, which know nothing of what is still to come, equal the naive twin and the model that runs ahead.
namespace ngpcsim::contract {
namespace {

constexpr std::uint64_t kCasesPerRange = 400;
constexpr std::uint64_t kFunctionalCasesPerRange = 150;

[[nodiscard]] naive::NfpResult run_online(const Case& c) {
  const models::NfpModel model = nfp_model(c.setup);
  return online_run(c, model, *models::online::compose(model, nullptr));
}

class OnlineContract : public testing::TestWithParam<std::uint64_t> {};

TEST_P(OnlineContract, EqualsTwinAndRunAheadModelInTheMiddleAndAtTheEnd) {
  for (std::uint64_t i = 0; i < kCasesPerRange; ++i) {
    const Case c = random_case(GetParam() * kCasesPerRange + i);
    const std::string found = online_difference(c);
    ASSERT_TRUE(found.empty()) << found << "\n  " << describe(c);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, OnlineContract, testing::Range<std::uint64_t>(0, 8));

class OnlineValues : public testing::TestWithParam<std::uint64_t> {};

TEST_P(OnlineValues, EqualTwinBitForBit) {
  for (std::uint64_t i = 0; i < kFunctionalCasesPerRange; ++i) {
    const Case c = random_functional_case(GetParam() * kFunctionalCasesPerRange + i);
    const naive::NfpResult twin = naive::simulate(c.setup, c.stimulus);
    const models::NfpModel model = nfp_model(c.setup);
    const models::FunctionalNetwork network = case_network(c);
    const std::unique_ptr<models::online::ComposedNfp> core = models::online::compose(model, &network);
    OnlineRun run(c, model, *core);
    for (naive::Edge end = 1; !run.done(); ++end) {
      run.run_until(end);
      if (!core->events().join) continue;
      std::vector<naive::Half> joined;
      for (const models::Fp16 value : core->joined().features) joined.push_back(value.bits);
      for (const models::Fp16 value : core->joined().coefficients) joined.push_back(value.bits);
      const std::size_t query = run.joined() - 1;
      ASSERT_EQ(twin.features.at(query), joined) << "features of query " << query << "\n  " << describe(c);
    }
    const naive::NfpResult online = run.result();
    ASSERT_EQ(twin.outputs, online.outputs) << describe(c);
    const std::string found = difference(twin, online);
    ASSERT_TRUE(found.empty()) << found << "\n  " << describe(c);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, OnlineValues, testing::Range<std::uint64_t>(0, 2));

/// How many of a hundred cases differ when the twin is given `twin(case)` and the online model `online(case)`.
[[nodiscard]] std::uint64_t red_cases(const std::function<void(Case&)>& online, const std::function<void(Case&)>& twin = [](Case&) {}) {
  std::uint64_t red = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Case for_twin = random_case(seed), for_online = for_twin;
    twin(for_twin);
    online(for_online);
    if (!difference(naive::simulate(for_twin.setup, for_twin.stimulus), run_online(for_online)).empty()) ++red;
  }
  return red;
}

TEST(OnlinePlantedFault, NoneIsGreen) { EXPECT_EQ(red_cases([](Case&) {}), 0U); }

TEST(OnlinePlantedFault, OtherBankHashIsRed) {
  const auto other_map = [](Case& c) {
    naive::BankMap& map = c.setup.engine.bank_map;
    map = map == naive::BankMap::kXor ? naive::BankMap::kPermute : naive::BankMap::kXor;
  };
  EXPECT_GT(red_cases(other_map), 10U);
}

TEST(OnlinePlantedFault, QueueDepthOffByOneIsRed) {
  EXPECT_GT(red_cases([](Case& c) { ++c.setup.engine.input_queue_depth; }), 5U) << "input queue";
  EXPECT_GT(red_cases([](Case& c) { ++c.setup.engine.index_queue_depth; }), 5U) << "index queue";
  EXPECT_GT(red_cases([](Case& c) { ++c.setup.engine.output_queue_depth; }), 5U) << "output queue";
  EXPECT_GT(red_cases([](Case& c) { ++c.setup.feature_buffer_queries; }), 5U) << "feature buffer";
  EXPECT_GT(red_cases([](Case& c) { ++c.setup.mlp.output_queue_depth; }), 5U) << "output queue of the MLP engine";
}

TEST(OnlinePlantedFault, LatencyOffByOneIsRed) {
  EXPECT_GT(red_cases([](Case& c) { ++c.setup.engine.front_latency; }), 10U) << "front";
  EXPECT_GT(red_cases([](Case& c) { ++c.setup.engine.back_latency; }), 10U) << "back";
  EXPECT_GT(red_cases([](Case& c) { ++c.setup.mlp.latency; }), 10U) << "array";
}

TEST(OnlinePlantedFault, SlotUsableOnTheEdgeOnWhichItIsFreedIsRed) {
  EXPECT_GT(red_cases([](Case&) {}, [](Case& c) { c.setup.planted_fault = true; }), 10U);
}

}  // namespace
}  // namespace ngpcsim::contract
