#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gemm_input/support.h"

/// What a table may have and still be read, and what it may not, whatever the format.
namespace ngpcsim::workloads {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using test::conv;
using test::Entry;
using test::message_of;
using test::mnk;
using test::parse;
using test::parsed;

TEST(TableHazards, SpellingsOfTheSameList) {
  const std::vector<Entry> expected{{"A", 2, 3, 4}, {"B", 5, 6, 7}};
  const std::vector<std::string> texts{
      "Layer,M,N,K,\nA,2,3,4,\nB,5,6,7,\n",
      "\xEF\xBB\xBFLayer,M,N,K,\nA,2,3,4,\nB,5,6,7,\n",          // byte order mark
      "Layer,M,N,K,\r\nA,2,3,4,\r\nB,5,6,7,\r\n",                // CR LF
      "Layer,M,N,K,\rA,2,3,4,\rB,5,6,7,\r",                      // CR
      "Layer,M,N,K,\nA,2,3,4,\nB,5,6,7,",                        // no final newline
      "Layer,M,N,K\nA,2,3,4\nB,5,6,7",                           // no trailing commas
      "Layer,M,N,K,\nA,2,3,4\nB,5,6,7,",                         // some
      "\n\nLayer,M,N,K,\n\nA,2,3,4,\n,,,,\n \nB,5,6,7,\n\n",     // blank lines, lines of commas
      "layer name , m, n , k , \n A , 2 , 3 , 4 , \nB,\t5,6 ,7, ",
      "Layer\tM\tN\tK\nA\t2\t3\t4\nB\t5\t6\t7\t\n",              // tabs
      "Layer,M\xC2\xA0,N,\xA0K,\nA,\xC2\xA0" "2,3,4\xC2\xA0,\nB,5\xA0,6,7,\n",
      "\"Layer\",\"M\",\"N\",\"K\"\n\"A\",\"2\",\"3\",\"4\"\nB,5,6,\"7\"\n",
      "Layer,M,N,K,\nNet one,\nA,2,3,4,\nNet two,,,\nB,5,6,7,\n",  // title rows
      "Layer,M,N,K,\nA,2,3,4,,,,\nB,5,6,7,,,\n",
      "Layer,M,N,K,\nA,002,3,4,\nB,5,6,7,\n",
  };
  for (const std::string& text : texts) EXPECT_EQ(parsed(text), expected) << text;
}

TEST(TableHazards, NotesNameWhatIsNotPlain) {
  EXPECT_TRUE(parse("\xEF\xBB\xBFLayer,M,N,K,\r\n\r\nA,2,3,4,\r\n").notes.empty());
  EXPECT_THAT(parse(mnk("A,2,3,4,\nB,2,3,4\nC,2,3,4\n")).notes, ElementsAre(AllOf(StartsWith("some.csv:3: "), HasSubstr("comma"), HasSubstr("(2 times"))));
  EXPECT_THAT(parse(mnk("A,2,3,4,\nTitle,\nB,2,3,4,\n")).notes, ElementsAre(AllOf(StartsWith("some.csv:3: "), HasSubstr("\"Title\""))));
  EXPECT_THAT(parse("Layer\tM\tN\tK\nA\t2\t3\t4\t\n").notes, ElementsAre(AllOf(StartsWith("some.csv:1: "), HasSubstr("tabs"))));
  EXPECT_THAT(parse(mnk("A,2,3,\"4\",\n")).notes, ElementsAre(AllOf(StartsWith("some.csv:2: "), HasSubstr("quotes"))));
  EXPECT_THAT(parse(mnk("A,2,3,4,x,y,\n")).notes, ElementsAre(AllOf(StartsWith("some.csv:2: "), HasSubstr("column 5"))));
}

struct BadCell {
  std::string_view value;
  std::string_view reason;
};

/// Each in the place of every size of a list and of a convolution.
TEST(TableHazards, CellsThatAreNoSizes) {
  const std::vector<BadCell> cases{{"H", "no size"},
                                   {"-1", "no size"},
                                   {"0", "no size"},
                                   {"00", "no size"},
                                   {"64.0", "no size"},
                                   {"1e3", "no size"},
                                   {"+4", "no size"},
                                   {"0x10", "no size"},
                                   {"1_000", "no size"},
                                   {"1 2", "no size"},
                                   {"4\xC2\xB2", "no size"},
                                   {"nan", "no size"},
                                   {"9007199254740992", "too large"},
                                   {"99999999999999999999999", "too large"},
                                   {"18446744073709551617", "too large"},
                                   {"", "missing"}};
  const auto expect_refused = [](const std::string& text, const BadCell& bad) {
    const std::string message = message_of(text);
    EXPECT_THAT(message, AllOf(StartsWith("some.csv:3: "), HasSubstr(bad.reason), HasSubstr("from 1 to 9007199254740991"))) << text;
  };
  for (const BadCell& bad : cases) {
    for (std::size_t column = 1; column <= 7; ++column) {
      std::string row = "X";
      for (std::size_t c = 1; c <= 7; ++c) row += "," + (c == column ? std::string(bad.value) : std::string("4"));
      expect_refused(conv("A,8,8,3,3,2,4,1,\n" + row + ",9,\n"), bad);
    }
    for (std::size_t column = 1; column <= 3; ++column) {
      std::string row = "X";
      for (std::size_t c = 1; c <= 3; ++c) row += "," + (c == column ? std::string(bad.value) : std::string("4"));
      expect_refused(mnk("A,1,1,1,\n" + row + ",a,\n"), bad);
    }
  }
  EXPECT_THAT(message_of(mnk("A,2,H,4,\n")), AllOf(StartsWith("some.csv:2: "), HasSubstr("N = \"H\"")));
  EXPECT_THAT(message_of(conv("A,8,8,3,3,D,4,1,\n")), AllOf(StartsWith("some.csv:2: "), HasSubstr("channels = \"D\"")));
  EXPECT_THAT(message_of(mnk("A,2,3\n")), AllOf(StartsWith("some.csv:2: "), HasSubstr("K"), HasSubstr("missing")));
}

TEST(TableHazards, FilesWithoutAList) {
  EXPECT_THAT(message_of(""), AllOf(StartsWith("some.csv: "), HasSubstr("empty")));
  EXPECT_THAT(message_of("\xEF\xBB\xBF \r\n,,,\n"), AllOf(StartsWith("some.csv: "), HasSubstr("empty")));
  EXPECT_THAT(message_of("Layer,M,N,K,\n"), AllOf(StartsWith("some.csv: "), HasSubstr("no matrix multiplication")));
  EXPECT_THAT(message_of(mnk("Title,\n\n,,,\n")), HasSubstr("no matrix multiplication"));
  EXPECT_THAT(message_of(std::string(test::kConvHeader)), HasSubstr("no matrix multiplication"));
}

TEST(TableHazards, FilesOfAnotherKind) {
  using std::string_literals::operator""s;
  EXPECT_THAT(message_of("A,1,2,3,\nB,1,2,3,\n"), AllOf(StartsWith("some.csv:1: "), HasSubstr("row of sizes"), HasSubstr("Layer,M,N,K")));
  EXPECT_THAT(message_of("Layer,M,K,N,\nA,1,2,3,\n"), AllOf(StartsWith("some.csv:1: "), HasSubstr("another order")));
  EXPECT_THAT(message_of("\n\ntime,prompt,target,cached\n0,1,2,3\n"),
              AllOf(StartsWith("some.csv:3: "), HasSubstr("header of no list"), HasSubstr("time,prompt")));
  EXPECT_THAT(message_of("Layer;M;N;K;\nA;1;2;3;\n"), AllOf(StartsWith("some.csv:1: "), HasSubstr("commas or tabs")));
  EXPECT_THAT(message_of("{\"frames\": []}"), StartsWith("some.csv:1: "));
  EXPECT_THAT(message_of("\xFF\xFEL\0a\0"s), AllOf(StartsWith("some.csv:1: "), HasSubstr("UTF-16")));
  EXPECT_THAT(message_of("PK\x03\x04\0\0"s), AllOf(StartsWith("some.csv:1: "), HasSubstr("0x03")));
  EXPECT_THAT(message_of(mnk("A,1,2,3,\nB,1,\0,3,\n"s)), StartsWith("some.csv:3"));
  EXPECT_THAT(message_of(mnk("A,1,2,3,\n" + std::string(5000, '7') + ",1,1,1,\n")), AllOf(StartsWith("some.csv:3"), HasSubstr("4096")));
}

TEST(TableHazards, TheTypeIsThatOfTheOptions) {
  EXPECT_EQ(parse(mnk("A,1,2,3,\n")).list[0].type, stream::OperandType::kFp16);
  EXPECT_EQ(parse_gemm_text(mnk("A,1,2,3,\n"), "f", {stream::OperandType::kInt8}).list[0].type, stream::OperandType::kInt8);
}

}  // namespace
}  // namespace ngpcsim::workloads
