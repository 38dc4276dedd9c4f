#include "workloads/gemm/yaml_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ngpcsim::workloads {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

std::string yaml_message(std::string_view text) {
  try {
    (void)parse_yaml(text, "p.yaml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(YamlTree, KeepsTheLineOfEveryValue) {
  const YamlNode root = parse_yaml("a: 1\nb:\n- - - x\n  - y\n- {c: 2,\n   d: 'three'}\n# end\ne: *f\n", "p.yaml");
  EXPECT_EQ(root.kind, YamlNode::Kind::kMap);
  EXPECT_EQ(root.find("a")->text, "1");
  EXPECT_EQ(root.find("a")->line, 1);
  const YamlNode& b = *root.find("b");
  EXPECT_EQ(b.line, 3);
  ASSERT_EQ(b.items.size(), 2u);
  EXPECT_EQ(b.items[0].items[0].items[0].text, "x");
  EXPECT_EQ(b.items[0].items[1].line, 4);
  EXPECT_EQ(b.items[1].find("d")->text, "three");
  EXPECT_EQ(b.items[1].find("d")->line, 6);
  EXPECT_EQ(root.find("e")->kind, YamlNode::Kind::kAlias);
  EXPECT_EQ(root.find("e")->text, "f");
  EXPECT_EQ(root.find("e")->line, 8);
  EXPECT_EQ(root.find("g"), nullptr);
  EXPECT_EQ(parse_yaml("", "p.yaml").kind, YamlNode::Kind::kNull);
}

TEST(YamlTree, ErrorsNameTheirLine) {
  EXPECT_THAT(yaml_message("a: 1\nb: [1,\n c: 2\n"), AllOf(StartsWith("p.yaml:"), HasSubstr("not valid YAML")));
  EXPECT_THAT(yaml_message("a: 1\n\tb: 2\n"), StartsWith("p.yaml:2: "));
  EXPECT_THAT(yaml_message("a: 1\nb: 1\na: 2\n"), AllOf(StartsWith("p.yaml:3: "), HasSubstr("\"a\" is repeated")));
  EXPECT_THAT(yaml_message("a: 1\n? [x]\n: 2\n"), AllOf(StartsWith("p.yaml:2: "), HasSubstr("no plain text")));
  EXPECT_THAT(yaml_message("a: 1\n---\nb: 2\n"), AllOf(StartsWith("p.yaml:2: "), HasSubstr("second")));
  EXPECT_THAT(yaml_message("a: \xFF\n"), HasSubstr("not valid YAML"));
  EXPECT_THAT(yaml_message(std::string(33, '[') + std::string(33, ']')), "");
  EXPECT_THAT(yaml_message(std::string(34, '[') + std::string(34, ']')), HasSubstr("nested too deeply"));
  EXPECT_THAT(yaml_message(std::string(100000, '[')), HasSubstr("nested too deeply"));
}

TEST(YamlTree, MapsAreBounded) {
  std::string text;
  for (int i = 0; i < 1001; ++i) text += "k" + std::to_string(i) + ": 1\n";
  EXPECT_THAT(yaml_message(text), AllOf(StartsWith("p.yaml:1001: "), HasSubstr("at most 1000")));
}

/// Aliases are not followed, so nesting them does not blow up.
TEST(YamlTree, AliasesStaySmall) {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 30; ++i) {
    const std::string before = "*a" + std::to_string(i - 1) + ", ";
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before + before + before + before + before + "x]\n";
  }
  EXPECT_EQ(parse_yaml(text, "p.yaml").items.size(), 30u);
}

}  // namespace
}  // namespace ngpcsim::workloads
