#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/config/sample_params.h"

namespace ngpcsim::config::sample {
namespace {

using ::testing::HasSubstr;

struct SyntaxCase {
  const char* name;
  std::string text;
  std::vector<std::string> message;  ///< every part must be in it
};

std::string nested(int depth) {
  std::string text = "<chip>";
  for (int i = 0; i < depth; ++i) text += "<a>";
  for (int i = 0; i < depth; ++i) text += "</a>";
  return text + "</chip>";
}

std::vector<SyntaxCase> syntax_cases() {
  return {
      {"empty", "", {"dir/a.xml: the file has no element", "allowed: <chip name=\"...\">"}},
      {"only_comment", "<!-- nothing -->\n", {"dir/a.xml: the file has no element"}},
      {"wrong_root", "\n<chop/>", {"dir/a.xml:2:", "<chop>", "allowed: <chip>"}},
      {"two_roots", "<chip/>\n<chip/>", {"dir/a.xml:2: a second root element <chip>", "allowed: one root element"}},
      {"text_after_root", "<chip/>\ntail", {"dir/a.xml:2: text \"tail\""}},
      {"text_in_group", "<chip>\n\n  eight\n</chip>", {"dir/a.xml:3: text \"eight\" between elements", "allowed: elements with a value attribute"}},
      {"cdata", "<chip>\n<![CDATA[8]]></chip>", {"dir/a.xml:2: text \"8\""}},
      {"text_in_parameter", "<chip><nfps value=\"8\">\n9</nfps></chip>", {"dir/a.xml:2: text \"9\""}},
      {"element_in_parameter", "<chip><nfps value=\"8\">\n<x/></nfps></chip>", {"dir/a.xml:2: chip.nfps has a value and an element <x> below it"}},
      {"unclosed", "<chip>\n<nfps value=\"8\">\n</chip>", {"dir/a.xml:3: XML syntax, column"}},
      {"bare_attribute", "<chip>\n  <nfps value=8/></chip>", {"dir/a.xml:2: XML syntax, column 15"}},
      {"cut_off", "<chip><nfps value=\"8", {"dir/a.xml:1: XML syntax, column"}},
      {"repeated_parameter", "<chip>\n<nfps value=\"8\"/>\n<nfps value=\"8\"/></chip>", {"dir/a.xml:3: chip.nfps appears twice, first in line 2"}},
      {"repeated_group",
       "<chip>\n<encoding_engine/>\n<encoding_engine/></chip>",
       {"dir/a.xml:3: chip.encoding_engine appears twice, first in line 2"}},
      {"repeated_attribute", "<chip>\n<nfps value=\"8\" value=\"9\"/></chip>", {"dir/a.xml:2: chip.nfps: attribute value appears twice", "\"9\""}},
      {"unknown_root_attribute",
       "<chip\n machin=\"ngpc\"/>",
       {"dir/a.xml:1: chip: unknown attribute machin=\"ngpc\" (did you mean \"machine\"?)", "allowed: name, base, machine, variant"}},
      {"unknown_parameter_attribute",
       "<chip>\n<nfps value=\"8\" sorce=\"x\"/></chip>",
       {"dir/a.xml:2: chip.nfps: unknown attribute sorce=\"x\" (did you mean \"source\"?)", "allowed: value, source, unit, origin"}},
      {"group_attribute", "<chip>\n<encoding_engine valeu=\"1\"/></chip>", {"dir/a.xml:2:", "valeu=\"1\" (did you mean \"value\"?)"}},
      {"source_without_value", "<chip>\n<nfps source=\"x\"/></chip>", {"dir/a.xml:2: chip.nfps: unknown attribute source=\"x\"", "allowed: value"}},
      {"nul_byte", std::string("<chip>\n<a/>\0</chip>", 19), {"dir/a.xml:2: the file has a NUL byte", "allowed: XML text"}},
      {"too_deep", nested(40), {"dir/a.xml:1: elements are nested too deep", "allowed: 32 levels"}},
      {"much_too_deep", nested(200000), {"elements are nested too deep"}},
      {"config_without_chip", "<config>\n<gpu/></config>", {"dir/a.xml:1: <config> has no <chip>", "allowed: <chip>"}},
      {"config_with_two_chips", "<config><chip/>\n<chip/></config>", {"dir/a.xml:2: <chip> appears twice, first in line 1"}},
      {"config_attribute", "<config name=\"x\"><chip/></config>", {"dir/a.xml:1: config: unknown attribute name=\"x\"", "allowed: no attributes"}},
  };
}

TEST(ConfigSyntax, EveryErrorNamesFileLineAndCause) {
  for (const SyntaxCase& c : syntax_cases()) {
    const std::string message = message_of([&] { (void)parse(c.text); });
    ASSERT_FALSE(message.empty()) << c.name;
    for (const std::string& part : c.message) EXPECT_THAT(message, HasSubstr(part)) << c.name;
  }
}

TEST(ConfigSyntax, CommentsDeclarationsAndEntitiesAreXml) {
  const ConfigDocument document = parse(
      "<?xml version=\"1.0\"?>\n<!-- a chip -->\n<chip name=\"x\" machine=\"ngpc\"> <!-- eight -->\n"
      "<nfps value=\"16\" source=\"a &lt;b&gt; &amp; c\"/> <encoding_engine/> </chip>\n");
  EXPECT_EQ(document.name(), "x");
  EXPECT_EQ(document.attribute("machine"), "ngpc");
  EXPECT_EQ(document.attribute("variant"), std::nullopt);
  EXPECT_EQ(document.location().line, 3);
  EXPECT_EQ(document.root().find("nfps")->source, "a <b> & c");
  EXPECT_EQ(document.root().find("nfps")->at.line, 4);
}

TEST(ConfigSyntax, NameDefaultsToTheFile) { EXPECT_EQ(parse("<chip/>").name(), "a"); }

TEST(ConfigSyntax, LinesCountWindowsEndsAndByteOrderMarks) {
  const ConfigDocument document = parse("\xEF\xBB\xBF<chip>\r\n\r\n<nfps value=\"16\"/>\r\n</chip>\r\n");
  EXPECT_EQ(document.root().find("nfps")->at.line, 3);
}

TEST(ConfigSyntax, OneRootOfAResolvedConfigurationIsFound) {
  EXPECT_EQ(parse("<config><gpu name=\"g\"><what value=\"1\"/></gpu>\n<chip name=\"c\"/></config>").name(), "c");
}

}  // namespace
}  // namespace ngpcsim::config::sample
