// The array's model against the naive array, on random small cases: every entry edge, every request with its edge and address, the account, the values.
#include <gtest/gtest.h>

#include "tests/contract/gemm_case.h"

namespace ngpcsim::contract {
namespace {

void expect_equal(std::uint64_t seed) {
  const GemmCase c = random_gemm_case(seed);
  std::string found;
  try {
    found = difference(run_naive(c), run_model(c));
  } catch (const std::exception& error) {
    found = error.what();
  }
  ASSERT_EQ(found, "") << text(c);
}

TEST(GemmContract, ModelAndNaiveArrayAgree) {
  for (std::uint64_t seed = 0; seed < 8000; ++seed) ASSERT_NO_FATAL_FAILURE(expect_equal(seed));
}

}  // namespace
}  // namespace ngpcsim::contract
