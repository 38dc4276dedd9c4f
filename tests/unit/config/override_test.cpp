#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/config/sample_params.h"

namespace ngpcsim::config::sample {
namespace {

using ::testing::HasSubstr;

constexpr const char* kText = "<chip>\n<nfps value='4' source='S'/>\n<encoding_engine>\n<engines value='4'/></encoding_engine></chip>";

TEST(ConfigOverride, WinsOverTheFileAndTheLastOneWins) {
  ConfigDocument document = parse(kText);
  document.override_value("chip.nfps", "16", {"--set"});
  document.override_value("chip.nfps", "32", {"experiment.xml", 9});
  document.override_value("chip.encoding_engine.grid_sram.banks", "2", {"--set"});
  const auto bound = bind<Chip>(document);
  EXPECT_EQ(bound.params.nfps, 32u);
  EXPECT_EQ(bound.params.engine.engines, 4);
  EXPECT_EQ(bound.params.engine.sram.banks, 2u);
  EXPECT_EQ(bound.provenance.of("chip.nfps").origin, "experiment.xml:9");
  EXPECT_EQ(bound.provenance.of("chip.nfps").source, "");
  EXPECT_EQ(bound.provenance.of("chip.encoding_engine.grid_sram.banks").origin, "--set");
}

TEST(ConfigOverride, LeavesCopiesOfTheDocumentAlone) {
  const ConfigDocument original = parse(kText);
  ConfigDocument changed = original;
  changed.override_value("chip.nfps", "16", {"--set"});
  EXPECT_EQ(bind<Chip>(original).params.nfps, 4u);
  EXPECT_EQ(bind<Chip>(changed).params.nfps, 16u);
}

TEST(ConfigOverride, UnknownPathsAreErrorsWithNearMatches) {
  struct Case {
    const char* path;
    const char* message;
  };
  for (const Case& c : {Case{"chip.nfsp", "--set: unknown parameter chip.nfsp = \"1\" (did you mean nfps?); allowed: nfps, voltage"},
                        {"chip.engines", "--set: unknown parameter chip.engines = \"1\" (did you mean chip.encoding_engine.engines?)"},
                        {"chip.encoding_engin.engines",
                         "--set: unknown parameter chip.encoding_engin.engines = \"1\" (did you mean encoding_engine or chip.encoding_engine.engines?)"},
                        {"chip.encoding_engine.grid_sram.bnaks", "--set: unknown parameter chip.encoding_engine.grid_sram.bnaks = \"1\" (did you mean banks?); "
                                                                 "allowed: banks, bank_map"}}) {
    ConfigDocument document = parse(kText);
    document.override_value(c.path, "1", {"--set"});
    EXPECT_THAT(message_of([&] { (void)bind<Chip>(document); }), HasSubstr(c.message)) << c.path;
  }
}

TEST(ConfigOverride, PathsThatFitNoDocumentAreErrorsAtOnce) {
  struct Case {
    const char* path;
    const char* message;
  };
  for (const Case& c : {Case{"", "--set: \"\" is not the path of a parameter; allowed: chip.<parameter>"},
                        {"chip", "--set: \"chip\" is not the path"},
                        {"chip.", "--set: \"chip.\" is not the path"},
                        {"chip..nfps", "--set: \"chip..nfps\" is not the path"},
                        {".nfps", "--set: \".nfps\" is not the path"},
                        {"gpu.nfps", "--set: \"gpu.nfps\" is not the path of a parameter; allowed: chip.<parameter>"},
                        {"chip.nfps.x", "--set: chip.nfps.x: \"nfps\" is a parameter and has nothing below it (dir/a.xml:2)"},
                        {"chip.encoding_engine", "--set: chip.encoding_engine is a group and takes no value, got \"1\""}}) {
    ConfigDocument document = parse(kText);
    EXPECT_THAT(message_of([&] { document.override_value(c.path, "1", {"--set"}); }), HasSubstr(c.message)) << c.path;
  }
}

TEST(ConfigOverride, AssignmentsSplitAtTheFirstEquals) {
  EXPECT_EQ(parse_assignment("chip.nfps=16", {"--set"}).path, "chip.nfps");
  EXPECT_EQ(parse_assignment("chip.nfps=16", {"--set"}).value, "16");
  EXPECT_EQ(parse_assignment("chip.scene=a=b", {"--set"}).value, "a=b");
  EXPECT_EQ(parse_assignment("chip.scene=", {"--set"}).value, "");
  for (const char* bad : {"", "chip.nfps", "=16"}) {
    EXPECT_THAT(message_of([&] { (void)parse_assignment(bad, {"--set"}); }), HasSubstr("allowed: PATH=VALUE")) << bad;
  }
}

}  // namespace
}  // namespace ngpcsim::config::sample
