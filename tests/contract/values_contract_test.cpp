#include <gtest/gtest.h>

#include "tests/contract/comparison.h"
#include "tests/contract/model_values.h"
#include "tests/naive/nfp.h"

// Values of docs/timing.md, section 5: the model and the twin, which share no code, agree on every bit.
namespace ngpcsim::contract {
namespace {

constexpr std::uint64_t kCasesPerRange = 150;

class ValuesContract : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ValuesContract, ModelEqualsTwinBitForBit) {
  for (std::uint64_t i = 0; i < kCasesPerRange; ++i) {
    const Case c = random_functional_case(GetParam() * kCasesPerRange + i);
    const naive::NfpResult twin = naive::simulate(c.setup, c.stimulus);
    const ModelValues model = model_values(c);
    for (std::size_t q = 0; q < c.stimulus.queries.size(); ++q) {
      std::vector<naive::Half> features = twin.features.at(q);
      features.resize(model.features.at(q).size());  // the twin's record ends with the direction
      ASSERT_EQ(features, model.features.at(q)) << "features of query " << q << "\n  " << describe(c);
      ASSERT_EQ(twin.outputs.at(q), model.outputs.at(q)) << "outputs of query " << q << "\n  " << describe(c);
    }
    const std::string found = difference(twin, run_model(c));
    ASSERT_TRUE(found.empty()) << found << "\n  " << describe(c);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, ValuesContract, testing::Range<std::uint64_t>(0, 4));

}  // namespace
}  // namespace ngpcsim::contract
