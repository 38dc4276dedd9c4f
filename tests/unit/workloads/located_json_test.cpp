#include "workloads/import/located_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/workloads/support.h"

namespace ngpcsim::workloads {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

std::string json_message(std::string_view text) {
  try {
    (void)parse_located_json(text, "some.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(LocatedJson, KeepsTheLineOfEveryValue) {
  // Numbers right before a line end are the delicate ones: the parser has read the line end already.
  const JsonNode root = parse_located_json("{\n \"a\": 1\n,\n \"b\": [\n  2,\n  -3.5e1\n  ,true], \"c\"\n:\n {\"d\": null}\r\n}\n", "f");
  EXPECT_EQ(root.line, 1);
  EXPECT_EQ(root.find("a")->line, 2);
  const JsonNode& b = *root.find("b");
  EXPECT_EQ(b.line, 4);
  ASSERT_EQ(b.items.size(), 3u);
  EXPECT_EQ(b.items[0].line, 5);
  EXPECT_EQ(b.items[1].line, 6);
  EXPECT_EQ(b.items[1].number, -35.0);
  EXPECT_EQ(b.items[2].line, 7);
  EXPECT_TRUE(b.items[2].flag);
  EXPECT_EQ(root.find("c")->line, 9);
  EXPECT_EQ(root.find("c")->find("d")->line, 9);
  EXPECT_EQ(root.find("e"), nullptr);
}

TEST(LocatedJson, SkipsAByteOrderMark) { EXPECT_EQ(parse_located_json("\xEF\xBB\xBF{\"a\": 7}", "f").find("a")->number, 7.0); }

TEST(LocatedJson, SyntaxErrorsNameLineColumnAndValue) {
  EXPECT_THAT(json_message("{\n  \"totp\": [ NaN ]\n}"), AllOf(StartsWith("some.json:2: "), HasSubstr("in totp[0]"), HasSubstr("column 13")));
  EXPECT_THAT(json_message("{\"frames\": [{}, {\"m\": [1,\n2,,3]}]}"), AllOf(StartsWith("some.json:2: "), HasSubstr("frames[1].m[2]"), HasSubstr("column 3")));
  EXPECT_THAT(json_message("{\"a\": 1,}"), StartsWith("some.json:1: "));
  EXPECT_THAT(json_message("{ // comment\n}"), StartsWith("some.json:1: "));
  EXPECT_THAT(json_message(""), StartsWith("some.json:1: "));
  EXPECT_THAT(json_message("{\"a\":\n1} x"), StartsWith("some.json:2: "));
  EXPECT_THAT(json_message("{\"a\":\n\n1e999}"), AllOf(StartsWith("some.json:3: "), HasSubstr("in a")));
  EXPECT_THAT(json_message("\x83\xA5world"), StartsWith("some.json:1: "));
}

TEST(LocatedJson, RepeatedKeysAndDeepNestingAreErrors) {
  EXPECT_THAT(json_message("{\"w\": 1,\n \"w\": 2}"), AllOf(StartsWith("some.json:2: "), HasSubstr("\"w\" is repeated")));
  EXPECT_THAT(json_message(std::string(100000, '[')), HasSubstr("nested too deeply"));
}

TEST(LocatedJson, FilesThatCannotBeReadAreNamed) {
  EXPECT_THROW((void)read_located_json("/nowhere/transforms.json"), InputError);
  EXPECT_THROW((void)read_located_json(std::filesystem::temp_directory_path()), InputError);
}

}  // namespace
}  // namespace ngpcsim::workloads
