#include <gtest/gtest.h>

#include "tests/contract/comparison.h"

// The model equals the naive per-edge twin on every handshake and counter of random NFPs under random back-pressure on both sides.
namespace ngpcsim::contract {
namespace {

constexpr std::uint64_t kCasesPerRange = 1'500;

class NfpContract : public testing::TestWithParam<std::uint64_t> {};

TEST_P(NfpContract, ModelEqualsTwin) {
  for (std::uint64_t i = 0; i < kCasesPerRange; ++i) {
    const std::string found = shrunk_difference(random_case(GetParam() * kCasesPerRange + i));
    ASSERT_TRUE(found.empty()) << found;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, NfpContract, testing::Range<std::uint64_t>(0, 8));

}  // namespace
}  // namespace ngpcsim::contract
