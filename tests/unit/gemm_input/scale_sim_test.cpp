#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gemm_input/support.h"

/// Rows as scalesim/topology_utils.py reads them.
namespace ngpcsim::workloads {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;
using test::conv;
using test::Entry;
using test::message_of;
using test::mnk;
using test::parse;
using test::parsed;

TEST(ScaleSimGemm, BatchInTheFifthOrSixthColumn) {
  EXPECT_THAT(parsed("Layer,M,N,K,Batch,\nA,2,3,4,5,\n"), ElementsAre(Entry{"A", 2, 3, 4, 5}));
  EXPECT_THAT(parsed(mnk("A,2,3,4,5,\n")), ElementsAre(Entry{"A", 2, 3, 4, 5}));
  EXPECT_THAT(parsed(mnk("A,2,3,4,2:4,\n")), ElementsAre(Entry{"A", 2, 3, 4, 1}));
  EXPECT_THAT(parsed(mnk("A,2,3,4,2:4,5,\n")), ElementsAre(Entry{"A", 2, 3, 4, 5}));
  EXPECT_THAT(parsed(mnk("A,2,3,4,,5,\n")), ElementsAre(Entry{"A", 2, 3, 4, 5}));
  EXPECT_THAT(parsed(mnk("A,2,3,4,#note,5,\n")), ElementsAre(Entry{"A", 2, 3, 4, 1}));
  EXPECT_EQ(parse(mnk("A,2,3,4,5,\n")).format, GemmFormat::kScaleSimGemm);
  EXPECT_THAT(parse(mnk("A,2,3,4,2:4,\n")).notes, ElementsAre(AllOf(StartsWith("some.csv:2: "), HasSubstr("2:4"), HasSubstr("dense"))));
  EXPECT_THAT(parse(mnk("A,2,3,4,5,\n")).notes, IsEmpty());
}

TEST(ScaleSimGemm, ABatchThatScaleSimReadsOtherwiseIsRefused) {
  // Without a comma behind it SCALE-Sim drops the batch; under another name the file means something else by it.
  EXPECT_THAT(message_of(mnk("A,2,3,4,5\n")), AllOf(StartsWith("some.csv:2: "), HasSubstr("drops \"5\"")));
  EXPECT_THAT(message_of("Layer,M,N,K,Cycles,\nA,2,3,4,500,\n"), AllOf(StartsWith("some.csv:2: "), HasSubstr("\"Cycles\"")));
  EXPECT_THAT(message_of("Layer,M,N,K,Batch,\nA,2,3,4,0,\n"), AllOf(StartsWith("some.csv:2: "), HasSubstr("batch = \"0\"")));
  EXPECT_THAT(message_of("Layer,M,N,K,Batch,\nA,2,3,4,B,\n"), AllOf(StartsWith("some.csv:2: "), HasSubstr("batch = \"B\"")));
}

TEST(ScaleSimConv, LowersToOneMultiplication) {
  // AlexNet's first layer: ceil((224 - 11 + 4) / 4) = 55 a side, 11 x 11 x 3 under a filter.
  const GemmFile file = parse(conv("Conv1 ,224 ,224 ,11 ,11 ,3 ,96 ,4 ,\nFC,1,1,1,1,2048,1000,1,\n"));
  EXPECT_EQ(file.format, GemmFormat::kScaleSimConv);
  EXPECT_THAT(test::entries(file.list), ElementsAre(Entry{"Conv1", 3025, 96, 363}, Entry{"FC", 1, 1000, 2048}));
  EXPECT_THAT(file.notes, ElementsAre(AllOf(StartsWith("some.csv:2: "), HasSubstr("hangs over"))));
}

TEST(ScaleSimConv, FurtherColumns) {
  EXPECT_THAT(parsed(conv("A,8,8,3,3,2,4,1,2:4,\n")), ElementsAre(Entry{"A", 36, 4, 18}));
  EXPECT_THAT(parse(conv("A,8,8,3,3,2,4,1,2:4,\n")).notes, ElementsAre(HasSubstr("2:4")));
  EXPECT_THAT(parse(conv("A,8,8,3,3,2,4,1,#dw\n")).notes, Contains(HasSubstr("column 9")));
  EXPECT_THAT(parsed(conv("A,8,8,3,3,2,4,1,,,110,110,12100")), ElementsAre(Entry{"A", 36, 4, 18}));
  // As its own writer (write_topo_file) puts it: a stride for each side.
  const std::string two_strides = "Layer name,IFMAP height,IFMAP width,Filter height,Filter width,Channels,Num filter,Stride height,Stride width,\n";
  EXPECT_THAT(parsed(two_strides + "A,9,9,3,3,2,4,1,3,\n"), ElementsAre(Entry{"A", 21, 4, 18}));
  EXPECT_THAT(message_of(two_strides + "A,9,9,3,3,2,4,1,\n"), AllOf(StartsWith("some.csv:2: "), HasSubstr("stride width")));
}

TEST(ScaleSimConv, DepthwiseIsOneMultiplicationPerChannelWithAllFilters) {
  const GemmFile file = parse(conv("Conv2_DP,112,112,3,3,32,1,1,\nUDPx,8,8,3,3,5,7,1,\nconv_dp,8,8,3,3,5,7,1,\n"));
  EXPECT_THAT(test::entries(file.list), ElementsAre(Entry{"Conv2_DP", 12100, 1, 9, 32}, Entry{"UDPx", 36, 7, 9, 5}, Entry{"conv_dp", 36, 7, 45, 1}));
  EXPECT_THAT(file.notes, ElementsAre(AllOf(StartsWith("some.csv:2: "), HasSubstr("32 channels"), HasSubstr("(2 times"))));
}

TEST(ScaleSimConv, AFilterLargerThanItsInputIsRefused) {
  EXPECT_THAT(message_of(conv("A,8,8,3,3,2,4,1,\nB,3,8,4,3,2,4,1,\n")), AllOf(StartsWith("some.csv:3: "), HasSubstr("filter height = 4"), HasSubstr("1 to 3")));
  EXPECT_THAT(message_of(conv("A,8,2,3,3,2,4,1,\n")), AllOf(StartsWith("some.csv:2: "), HasSubstr("filter width = 3"), HasSubstr("1 to 2")));
  EXPECT_THAT(parsed(conv("A,3,5,3,5,2,4,9,\n")), ElementsAre(Entry{"A", 1, 4, 30}));
}

TEST(ScaleSimConv, HeadersOfOtherSpelling) {
  const std::string row = "A,8,8,3,3,2,4,1,\n";
  for (const std::string header : {"Layer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, Num Filter, Strides",
                                   "name,ifmap h,ifmap w,filter h,filter w,channels,num filters,stride,",
                                   "Layer,Input Height,Input Width,Filter_Height,Filter_Width,Channel,Num\xC2\xA0"
                                   "Filter,Stride,"})
    EXPECT_THAT(parsed(header + "\n" + row), ElementsAre(Entry{"A", 36, 4, 18})) << header;
}

/// MLPERF.csv: sections with titles and the same names again; one row of it has a stray blank.
TEST(ScaleSimConv, SectionsAndAStrayBlank) {
  const GemmFile file =
      parse(conv("\nAlphaGoZero,\nRes, 19, 19, 3, 3, 256, 256, 1,\nRes, 19, 19, 3, 3, 256, 256, 1,\n\nAlexnet,\nRes, 13, 13, 3, 3, 192, 384, 1,\n"));
  EXPECT_THAT(test::entries(file.list), ElementsAre(Entry{"Res", 289, 256, 2304}, Entry{"Res #2", 289, 256, 2304}, Entry{"Res #3", 121, 384, 1728}));
  EXPECT_THAT(file.notes, ElementsAre(AllOf(StartsWith("some.csv:3: "), HasSubstr("AlphaGoZero"), HasSubstr("(2 times")),
                                      AllOf(StartsWith("some.csv:5: "), HasSubstr("\"Res #2\""))));
  EXPECT_THAT(message_of(conv("FC, 1, 1, 1, ,1 2, 2, 1,\n")), AllOf(StartsWith("some.csv:2: "), HasSubstr("filter width")));
}

}  // namespace
}  // namespace ngpcsim::workloads
