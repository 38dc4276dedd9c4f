// The contract of the array on many more cases.
#include <gtest/gtest.h>

#include "tests/contract/gemm_case.h"

namespace ngpcsim::contract {
namespace {

TEST(GemmContractLong, ModelAndNaiveArrayAgree) {
  for (std::uint64_t seed = 100'000; seed < 200'000; ++seed) {
    const GemmCase c = random_gemm_case(seed);
    ASSERT_EQ(difference(run_naive(c), run_model(c)), "") << text(c);
  }
}

}  // namespace
}  // namespace ngpcsim::contract
