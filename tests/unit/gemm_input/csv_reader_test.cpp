#include "workloads/gemm/csv_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ngpcsim::workloads {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using Cells = std::vector<std::string>;

std::vector<CsvRow> rows_of(std::string_view text) {
  const std::string file = "t.csv";
  CsvReader reader(text, file);
  std::vector<CsvRow> rows;
  while (auto row = reader.next()) rows.push_back(*row);
  return rows;
}

std::string csv_message(std::string_view text) {
  try {
    (void)rows_of(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

struct OneRow {
  std::string_view text;
  Cells cells;
  bool closed = false;
};

TEST(CsvReader, CellsOfOneRow) {
  const std::vector<OneRow> cases{
      {"a,b,c", {"a", "b", "c"}, false},
      {"a,b,c,", {"a", "b", "c"}, true},
      {"a,b,c, \t,", {"a", "b", "c"}, true},
      {"a,b,c, ", {"a", "b", "c"}, true},
      {" a\t, b ,c  ", {"a", "b", "c"}, false},
      {"a,,c", {"a", "", "c"}, false},
      {",b", {"", "b"}, false},
      {"a", {"a"}, false},
      {"a\tb\tc", {"a", "b", "c"}, false},
      {"a\tb\tc\t", {"a", "b", "c"}, true},
      {"a b\tc d", {"a b", "c d"}, false},
      {"\xC2\xA0" "a\xC2\xA0,\xA0" "b,c\xA0", {"a", "b", "c"}, false},  // no-break spaces, UTF-8 and Latin-1
      {"\xC3\xA0,b", {"\xC3\xA0", "b"}, false},                        // an a with a grave accent ends in the byte A0
      {R"("a","b, c",d)", {"a", "b, c", "d"}, false},
      {R"("say ""a""" ,b,)", {R"(say "a")", "b"}, true},
      {R"( " a " ,b)", {"a", "b"}, false},
      {R"(5" disk,b)", {R"(5" disk)", "b"}, false},
  };
  for (const OneRow& c : cases) {
    const auto rows = rows_of(c.text);
    ASSERT_EQ(rows.size(), 1u) << c.text;
    EXPECT_EQ(rows[0].cells, c.cells) << c.text;
    EXPECT_EQ(rows[0].closed, c.closed) << c.text;
    EXPECT_EQ(rows[0].quoted, c.text.find('"') != std::string_view::npos && !c.text.starts_with("5")) << c.text;
  }
}

TEST(CsvReader, LinesOfEveryKindAreCounted) {
  for (const std::string_view text : {"a,b\n\n,,,\nc,d\n", "a,b\r\n\r\n,,,\r\nc,d\r\n", "a,b\r\r,,,\rc,d", "a,b\n \t \n\xC2\xA0,\nc,d"}) {
    const auto rows = rows_of(text);
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].line, 1);
    EXPECT_EQ(rows[1].line, 4);
    EXPECT_THAT(rows[1].cells, ElementsAre("c", "d"));
  }
  EXPECT_TRUE(rows_of("").empty());
  EXPECT_TRUE(rows_of("\n\n \n,,\n").empty());
}

TEST(CsvReader, TheFirstRowChoosesTheSeparator) {
  EXPECT_THAT(rows_of("a\tb\nc,d\te").at(1).cells, ElementsAre("c,d", "e"));
  EXPECT_THAT(rows_of("a,b\nc\td,e").at(1).cells, ElementsAre("c\td", "e"));
}

TEST(CsvReader, WhatIsNoTextIsRefusedWithItsLine) {
  using std::string_literals::operator""s;
  EXPECT_THAT(csv_message("a,b\nc\0d,e\n"s), testing::AllOf(StartsWith("t.csv:2: "), HasSubstr("0x00"), HasSubstr("column 2")));
  EXPECT_THAT(csv_message("\x7F" "ELF\x02\x01\x01"), StartsWith("t.csv:1: "));
  EXPECT_THAT(csv_message("a,b\n\n\"c,d\n\""), testing::AllOf(StartsWith("t.csv:3: "), HasSubstr("no end")));
  EXPECT_THAT(csv_message("a,b\n\"c\"d,e"), testing::AllOf(StartsWith("t.csv:2: "), HasSubstr("after a quoted")));
  EXPECT_THAT(csv_message("a,b\n" + std::string(4096, 'x')), "");
  EXPECT_THAT(csv_message("a,b\n" + std::string(4097, 'x')), testing::AllOf(StartsWith("t.csv:2: "), HasSubstr("4097"), HasSubstr("4096")));
}

}  // namespace
}  // namespace ngpcsim::workloads
