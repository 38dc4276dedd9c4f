#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gemm_input/support.h"
#include "workloads/gemm/gemm_totals.h"

/// Work of 2^53 multiply-accumulates or more never gets into a list.
namespace ngpcsim::workloads {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;
using test::conv;
using test::message_of;
using test::mnk;
using test::parse;

TEST(Bounds, OfOneMultiplication) {
  EXPECT_EQ(message_of(mnk("A,9007199254740991,1,1,\n")), "");
  for (const std::string_view row : {"A,4503599627370496,2,1,\n", "A,2,1,4503599627370496,\n", "A,1,9007199254740991,9007199254740991,\n",
                                     "A,9007199254740991,9007199254740991,9007199254740991,\n", "A,4503599627370496,1,1,2,\n", "A,134217728,134217728,1,\n"})
    EXPECT_THAT(message_of(mnk(row)), AllOf(StartsWith("some.csv:2: "), HasSubstr("\"A\""), HasSubstr("9007199254740992"))) << row;
}

TEST(Bounds, OfAConvolution) {
  for (const std::string_view row : {"A,9007199254740991,9007199254740991,1,1,1,1,1,\n", "A,9007199254740991,1,9007199254740991,1,9007199254740991,1,1,\n",
                                     "A,94906266,94906266,1,1,1,1,1,\n", "A_DP,94906265,94906265,1,1,9,1,1,\n"})
    EXPECT_THAT(message_of(conv(row)), AllOf(StartsWith("some.csv:2: "), HasSubstr("9007199254740992"))) << row;
  EXPECT_EQ(message_of(conv("A,94906265,94906265,1,1,1,1,1,\n")), "");
}

TEST(Bounds, OfTheWholeList) {
  EXPECT_EQ(macs_of(parse(mnk("A,4503599627370496,1,1,\nB,4503599627370495,1,1,\n")).list), stream::kMostMacs - 1);
  EXPECT_THAT(message_of(mnk("A,4503599627370496,1,1,\nB,4503599627370496,1,1,\n")),
              AllOf(StartsWith("some.csv:3: "), HasSubstr("the list"), HasSubstr("\"B\"")));
}

TEST(Bounds, Products) {
  static_assert(bounded_product({stream::kMostMacs - 1, 1}) == stream::kMostMacs - 1);
  static_assert(!bounded_product({stream::kMostMacs}));
  static_assert(!bounded_product({std::uint64_t{1} << 26, std::uint64_t{1} << 27}));
  static_assert(bounded_product({std::uint64_t{1} << 26, std::uint64_t{1} << 26}) == std::uint64_t{1} << 52);
  static_assert(!bounded_product({~std::uint64_t{0}, ~std::uint64_t{0}}));
  SUCCEED();
}

}  // namespace
}  // namespace ngpcsim::workloads
