#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/config/sample_params.h"

namespace ngpcsim::config::sample {
namespace {

using ::testing::HasSubstr;

struct ValueCase {
  const char* body;                  ///< line 2 of the file
  std::vector<std::string> message;  ///< parts; every message also has file, line and path
};

const std::vector<ValueCase>& value_cases() {
  static const std::vector<ValueCase> all{
      {"<nfps value='0'/>", {"chip.nfps = \"0\" is out of range", "allowed: >= 1"}},
      {"<nfps value='-1'/>", {"chip.nfps = \"-1\" is out of range", "allowed: >= 1"}},
      {"<nfps value='9223372036854775808'/>", {"chip.nfps = \"9223372036854775808\" is out of range", "allowed: >= 1"}},
      {"<nfps value=''/>", {"chip.nfps = \"\" is not an integer", "allowed: >= 1"}},
      {"<nfps value='8 '/>", {"chip.nfps = \"8 \" is not an integer"}},
      {"<nfps value='8.5'/>", {"chip.nfps = \"8.5\" is not an integer"}},
      {"<voltage value='0.4'/>", {"chip.voltage = \"0.4\" is out of range", "allowed: 0.5..1.2"}},
      {"<voltage value='nan'/>", {"chip.voltage = \"nan\" is not finite", "allowed: 0.5..1.2"}},
      {"<voltage value='1V'/>", {"chip.voltage = \"1V\" is not a number"}},
      {"<voltage value='1e999'/>", {"chip.voltage = \"1e999\" is out of range"}},
      {"<share value='inf'/>", {"chip.share = \"inf\" is not finite", "allowed: >= 0"}},
      {"<share value='1e39'/>", {"chip.share = \"1e39\" is out of range"}},
      {"<share value='-0.5'/>", {"chip.share = \"-0.5\" is out of range"}},
      {"<encoding_engine><engines value='65'/></encoding_engine>", {"chip.encoding_engine.engines = \"65\" is out of range", "allowed: 1..64"}},
      {"<encoding_engine><offset value='-11'/></encoding_engine>", {"chip.encoding_engine.offset = \"-11\"", "allowed: -10..10"}},
      {"<encoding_engine><per_ray value='yes'/></encoding_engine>", {"per_ray = \"yes\" is not a flag", "allowed: true, false"}},
      {"<encoding_engine><grid_sram><banks value='12'/></grid_sram></encoding_engine>",
       {"grid_sram.banks = \"12\" is not a power of two", "allowed: 1..256 and a power of two"}},
      {"<encoding_engine><grid_sram><banks value='512'/></grid_sram></encoding_engine>", {"banks = \"512\" is out of range", "allowed: 1..256"}},
      {"<encoding_engine><grid_sram><bank_map value='xro'/></grid_sram></encoding_engine>",
       {"bank_map = \"xro\" is not a choice (did you mean xor?)", "allowed: low, xor, parity"}},
      {"<encoding_engine><grid_sram><bank_map value='LOW'/></grid_sram></encoding_engine>", {"bank_map = \"LOW\"", "allowed: low, xor, parity"}},
      {"<nfps/>", {"chip.nfps is a parameter and needs a value", "allowed: <nfps value=\"...\"/>"}},
      {"<encoding_engine value='3'/>", {"chip.encoding_engine is a group and takes no value, got \"3\""}},
      {"<nfps value='8' unit='GHz'/>", {"chip.nfps = \"8\" is given in \"GHz\"", "allowed: NFPs"}},
      {"<share value='1' unit='V'/>", {"chip.share = \"1\" is given in \"V\"", "allowed: no unit"}},
      {"<nfsp value='8'/>", {"unknown parameter chip.nfsp = \"8\" (did you mean nfps?)", "allowed: nfps, voltage, share, scene, encoding_engine"}},
      {"<encodingengine/>", {"unknown group chip.encodingengine (did you mean encoding_engine?)"}},
      {"<banks value='4'/>", {"unknown parameter chip.banks = \"4\" (did you mean chip.encoding_engine.grid_sram.banks?)"}},
      {"<encoding_engine><nfps value='4'/></encoding_engine>",
       {"unknown parameter chip.encoding_engine.nfps = \"4\" (did you mean chip.nfps?)", "allowed: engines, offset, per_ray, grid_sram"}},
      {"<encoding_engine><whatever value='4'/></encoding_engine>", {"unknown parameter chip.encoding_engine.whatever = \"4\"; allowed: engines"}},
  };
  return all;
}

TEST(ConfigValue, EveryErrorNamesFileLinePathValueAndRange) {
  for (const ValueCase& c : value_cases()) {
    const std::string text = "<chip>\n" + std::string(c.body) + "\n</chip>";
    const ConfigDocument document = parse(text);
    const std::string message = message_of([&] { (void)bind<Chip>(document); });
    ASSERT_FALSE(message.empty()) << c.body;
    EXPECT_THAT(message, HasSubstr("dir/a.xml:2: ")) << c.body;
    for (const std::string& part : c.message) EXPECT_THAT(message, HasSubstr(part)) << c.body;
  }
}

TEST(ConfigValue, TheSameErrorsFromAFlagNameTheFlag) {
  ConfigDocument document = parse("<chip/>");
  document.override_value("chip.encoding_engine.engines", "65", {"--set"});
  EXPECT_EQ(message_of([&] { (void)bind<Chip>(document); }), "--set: chip.encoding_engine.engines = \"65\" is out of range; allowed: 1..64");
}

TEST(ConfigValue, LongAndUnprintableValuesDoNotSpoilTheMessage) {
  const std::string message = message_of([] { (void)bind<Chip>(parse("<chip><nfps value='a&#10;" + std::string(1000, 'b') + "'/></chip>")); });
  EXPECT_LT(message.size(), 200u);
  EXPECT_EQ(message.find('\n'), std::string::npos);
}

TEST(ConfigValue, EveryTypeIsRead) {
  const auto bound = bind<Chip>(parse(R"(<chip><nfps value="64"/><voltage value="0.75"/><share value="0.3"/><scene value=" a b "/>
    <encoding_engine><engines value="64"/><offset value="-10"/><per_ray value="false"/>
      <grid_sram><banks value="256"/><bank_map value="parity"/></grid_sram></encoding_engine></chip>)"));
  EXPECT_EQ(bound.params.nfps, 64u);
  EXPECT_EQ(bound.params.voltage, 0.75);
  EXPECT_EQ(bound.params.share, 0.3f);
  EXPECT_EQ(bound.params.scene, " a b ");
  EXPECT_EQ(bound.params.engine.engines, 64);
  EXPECT_EQ(bound.params.engine.offset, -10);
  EXPECT_FALSE(bound.params.engine.per_ray);
  EXPECT_EQ(bound.params.engine.sram.banks, 256u);
  EXPECT_EQ(bound.params.engine.sram.map, Map::kParity);
}

TEST(ConfigValue, WhatIsNotSaidKeepsTheGivenDefaults) {
  Chip defaults;
  defaults.nfps = 32;
  defaults.engine.engines = 7;
  const auto bound = bind<Chip>(parse("<chip><encoding_engine><offset value='1'/></encoding_engine></chip>"), defaults);
  EXPECT_EQ(bound.params.nfps, 32u);
  EXPECT_EQ(bound.params.engine.engines, 7);
  EXPECT_EQ(bound.params.engine.offset, 1);
}

TEST(ConfigValue, ADefaultOutsideItsRangeBreaksAnInvariant) {
  Chip bad_integer, bad_real, bad_choice;
  bad_integer.nfps = 0;
  bad_real.voltage = 2.0;
  bad_choice.engine.sram.map = static_cast<Map>(9);
  for (const Chip& defaults : {bad_integer, bad_real, bad_choice}) {
    EXPECT_THROW((void)bind<Chip>(parse("<chip/>"), defaults), InvariantError);
  }
}

struct Twice {
  int a = 0;
  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.integer("a", p.a, {}, {});
    v.integer("a", p.a, {}, {});
  }
};

TEST(ConfigValue, AParameterDescribedTwiceBreaksAnInvariant) { EXPECT_THROW((void)bind<Twice>(parse("<chip/>")), InvariantError); }

}  // namespace
}  // namespace ngpcsim::config::sample
