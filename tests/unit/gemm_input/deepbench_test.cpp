#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gemm_input/support.h"

namespace ngpcsim::workloads {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;
using test::Entry;

std::string problems(std::string_view rows) { return std::string("set,M,N,K,a_transposed,b_transposed\n").append(rows); }

TEST(DeepBench, TranspositionIsInTheNameAlone) {
  const GemmFile file =
      test::parse(problems("training_set,1760,16,32,false,false\ntraining_set,1760,16,32,true,false\ninference_device_set,35,700,2048,false,true\n"));
  EXPECT_EQ(file.format, GemmFormat::kDeepBench);
  EXPECT_THAT(test::entries(file.list), ElementsAre(Entry{"training_set_1760x16x32_nn", 1760, 16, 32}, Entry{"training_set_1760x16x32_tn", 1760, 16, 32},
                                                    Entry{"inference_device_set_35x700x2048_nt", 35, 700, 2048}));
  EXPECT_THAT(file.notes, IsEmpty());
}

TEST(DeepBench, FlagsAreTrueOrFalse) {
  EXPECT_THAT(test::message_of(problems("s,1,2,3,true,N\n")), AllOf(StartsWith("some.csv:2: "), HasSubstr("b_transposed = \"N\""), HasSubstr("true, false")));
  EXPECT_THAT(test::message_of(problems("s,1,2,3\n")), HasSubstr("a_transposed = \"\""));
}

}  // namespace
}  // namespace ngpcsim::workloads
