#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gemm_input/support.h"

namespace ngpcsim::workloads {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using test::Entry;
using test::message_of;

std::string network(std::string_view rows) {
  return std::string(
             "Layer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, Num Filter, Strides, Type,\xC2\xA0IFMAP Base Addr, Filter Base "
             "Addr, Ofmap Base Addr,\n")
      .append(rows);
}

TEST(Mnpusim, EveryType) {
  const GemmFile file = test::parse(network("Conv1,227,227,11,11,3,96,4,Conv,-1,-1,-1,\n"
                                            "Im,5,5,3,3,3,4,1,Im2col_conv,-1,-2,-1,\n"
                                            "Pool1,55,55,3,3,96,96,2,Pool,-1,-1,-1,\n"
                                            "QKT,1024,64,64,512,1,1,1,Gemm,-1,-1,-1,\n"
                                            "V,512,256,256,1,1,1,1,Gemv,-2,-2,-1,\n"
                                            "D,117,64,64,8,1,1,1,Dir_Gemm,-1,-1,-1,\n"));
  EXPECT_EQ(file.format, GemmFormat::kMnpusim);
  // An im2col convolution has its filters as A, as mNPUsim translates it: 4 x 27 times 27 x 9.
  EXPECT_THAT(test::entries(file.list),
              ElementsAre(Entry{"Conv1", 3025, 96, 363}, Entry{"Im", 4, 9, 27}, Entry{"QKT", 1024, 512, 64}, Entry{"V", 512, 1, 256}, Entry{"D", 117, 8, 64}));
  EXPECT_THAT(file.notes, ElementsAre(AllOf(StartsWith("some.csv:4: "), HasSubstr("\"Pool1\" pools"))));
}

TEST(Mnpusim, RowsThatAreRefused) {
  EXPECT_THAT(message_of(network("A,8,8,3,3,2,4,1,Relu,-1,-1,-1,\n")),
              AllOf(StartsWith("some.csv:2: "), HasSubstr("type = \"Relu\""), HasSubstr("Im2col_conv")));
  EXPECT_THAT(message_of(network("A,8,8,3,3,2,4,1,\n")), AllOf(StartsWith("some.csv:2: "), HasSubstr("type = \"\"")));
  EXPECT_THAT(message_of(network("A,8,8,9,3,2,4,1,Conv,-1,-1,-1,\n")), HasSubstr("larger than"));
  EXPECT_THAT(message_of(network("A,4,6,5,8,1,1,1,Gemm,-1,-1,-1,\n")), AllOf(StartsWith("some.csv:2: "), HasSubstr("rows of B) = 5"), HasSubstr("allowed: 6")));
  EXPECT_THAT(message_of(network("A,4,6,6,8,2,1,1,Gemm,-1,-1,-1,\n")), HasSubstr("channels = 2"));
  EXPECT_THAT(message_of(network("A,4,6,6,8,1,3,1,Gemm,-1,-1,-1,\n")), HasSubstr("number of filters = 3"));
  EXPECT_THAT(message_of(network("A,4,6,6,8,1,1,1,Gemv,-1,-1,-1,\n")), HasSubstr("columns of B) = 8"));
  EXPECT_THAT(message_of(network("A,55,55,3,3,96,96,2,Pool,-1,-1,-1,\n")), HasSubstr("no matrix multiplication"));
}

}  // namespace
}  // namespace ngpcsim::workloads
