#include "sim/config/param_list.h"

#include <gtest/gtest.h>

#include "tests/unit/config/sample_params.h"

namespace ngpcsim::config::sample {
namespace {

TEST(ConfigParamList, ListsEverythingThatPeopleAskOfAParameter) {
  const std::vector<ParamInfo> params = describe_params<Chip>("chip");
  struct Row {
    const char *path, *type, *unit, *value, *range;
  };
  const std::vector<Row> expected{{"chip.nfps", "integer", "NFPs", "8", ">= 1"},
                                  {"chip.voltage", "real", "V", "0.8", "0.5..1.2"},
                                  {"chip.share", "real", "", "0.1", ">= 0"},
                                  {"chip.scene", "text", "", "", "any text"},
                                  {"chip.encoding_engine.engines", "integer", "engines", "16", "1..64"},
                                  {"chip.encoding_engine.offset", "integer", "", "-3", "-10..10"},
                                  {"chip.encoding_engine.per_ray", "flag", "", "true", "true, false"},
                                  {"chip.encoding_engine.grid_sram.banks", "integer", "banks", "8", "1..256 and a power of two"},
                                  {"chip.encoding_engine.grid_sram.bank_map", "choice", "", "xor", "low, xor, parity"}};
  ASSERT_EQ(params.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(params[i].path, expected[i].path);
    EXPECT_EQ(params[i].type, expected[i].type);
    EXPECT_EQ(params[i].unit, expected[i].unit);
    EXPECT_EQ(params[i].value, expected[i].value);
    EXPECT_EQ(params[i].range, expected[i].range);
    EXPECT_FALSE(params[i].meaning.empty());
    EXPECT_FALSE(params[i].source.empty());
  }
}

TEST(ConfigParamList, ListsGroupsWithTheirMeaning) {
  const std::vector<GroupInfo> groups = list_groups(Chip{}, "chip");
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].path, "chip.encoding_engine");
  EXPECT_EQ(groups[1].path, "chip.encoding_engine.grid_sram");
  EXPECT_EQ(groups[1].meaning, "the banks of one engine");
}

TEST(ConfigParamList, ShowsTheValuesOfAStructNotItsDefaults) {
  Chip chip;
  chip.nfps = 64;
  EXPECT_EQ(list_params(chip, "c").front().path, "c.nfps");
  EXPECT_EQ(list_params(chip, "c").front().value, "64");
}

struct Traced {
  bool traced = false;
  bool fast = true;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.flag("traced", p.traced, {.unit = "", .meaning = "writes down what happens", .source = "our choice", .simulation_only = true});
    v.flag("fast", p.fast, {.unit = "", .meaning = "a fast machine", .source = "our choice"});
  }
};

TEST(ConfigParamList, KnowsWhatIsOnlyAboutTheSimulation) {
  const std::vector<ParamInfo> params = describe_params<Traced>("t");
  EXPECT_TRUE(params.at(0).simulation_only);
  EXPECT_FALSE(params.at(1).simulation_only);
}

TEST(ConfigParamList, AValueWithoutANameBreaksAnInvariant) {
  Chip chip;
  chip.engine.sram.map = static_cast<Map>(9);
  EXPECT_THROW((void)list_params(chip, "chip"), InvariantError);
}

}  // namespace
}  // namespace ngpcsim::config::sample
