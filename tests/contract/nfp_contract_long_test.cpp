#include <gtest/gtest.h>

#include "tests/contract/comparison.h"

// 200 000 further cases of what nfp_contract_test.cpp does.
namespace ngpcsim::contract {
namespace {

constexpr std::uint64_t kFirstSeed = 1'000'000;
constexpr std::uint64_t kCasesPerRange = 12'500;

class NfpContractLong : public testing::TestWithParam<std::uint64_t> {};

TEST_P(NfpContractLong, ModelEqualsTwin) {
  for (std::uint64_t i = 0; i < kCasesPerRange; ++i) {
    const std::string found = shrunk_difference(random_case(kFirstSeed + GetParam() * kCasesPerRange + i));
    ASSERT_TRUE(found.empty()) << found;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, NfpContractLong, testing::Range<std::uint64_t>(0, 16));

}  // namespace
}  // namespace ngpcsim::contract
