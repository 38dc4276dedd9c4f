#include <gtest/gtest.h>

#include "tests/contract/online_comparison.h"

// 60 000 further cases of what online_contract_test.cpp does.
namespace ngpcsim::contract {
namespace {

constexpr std::uint64_t kFirstSeed = 2'000'000;
constexpr std::uint64_t kCasesPerRange = 7'500;

class OnlineContractLong : public testing::TestWithParam<std::uint64_t> {};

TEST_P(OnlineContractLong, EqualsTwinAndRunAheadModelInTheMiddleAndAtTheEnd) {
  for (std::uint64_t i = 0; i < kCasesPerRange; ++i) {
    const Case c = random_case(kFirstSeed + GetParam() * kCasesPerRange + i);
    const std::string found = online_difference(c);
    ASSERT_TRUE(found.empty()) << found << "\n  " << describe(c);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, OnlineContractLong, testing::Range<std::uint64_t>(0, 8));

}  // namespace
}  // namespace ngpcsim::contract
