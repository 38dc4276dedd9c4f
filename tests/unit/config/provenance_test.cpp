#include <gtest/gtest.h>

#include "tests/unit/config/sample_params.h"

namespace ngpcsim::config::sample {
namespace {

Provenance provenance_of_sample() {
  ConfigDocument document = parse("<chip>\n<nfps value='4' source='a paper'/>\n<encoding_engine>\n<offset value='4'/>\n</encoding_engine></chip>");
  document.override_value("chip.encoding_engine.grid_sram.banks", "2", {"--set"});
  return bind<Chip>(document).provenance;
}

TEST(ConfigProvenance, SaysWhereEachValueCameFromAndWhy) {
  struct Case {
    const char* path;
    const char* origin;
    const char* source;
    const char* at;
  };
  const Provenance provenance = provenance_of_sample();
  for (const Case& c : {Case{"chip.nfps", "dir/a.xml:2", "a paper", "dir/a.xml:2"},
                        {"chip.voltage", "default", "our choice", "dir/a.xml:1"},
                        {"chip.encoding_engine.offset", "dir/a.xml:4", "", "dir/a.xml:4"},
                        {"chip.encoding_engine.engines", "default", "(P) ISCA'23", "dir/a.xml:3"},
                        {"chip.encoding_engine.grid_sram.banks", "--set", "", "--set"},
                        {"chip.encoding_engine.grid_sram.bank_map", "default", "our choice", "dir/a.xml:3"}}) {
    EXPECT_EQ(provenance.of(c.path).origin, c.origin) << c.path;
    EXPECT_EQ(provenance.of(c.path).source, c.source) << c.path;
    EXPECT_EQ(to_string(provenance.location_of(c.path)), c.at) << c.path;
    EXPECT_EQ(provenance.is_default(c.path), std::string_view(c.origin) == "default") << c.path;
  }
}

TEST(ConfigProvenance, KnowsGroupsForCrossChecks) {
  const Provenance provenance = provenance_of_sample();
  EXPECT_EQ(provenance.location_of("chip").line, 1);
  EXPECT_EQ(provenance.location_of("chip.encoding_engine").line, 3);
  EXPECT_EQ(provenance.location_of("chip.encoding_engine.grid_sram").line, 3);
}

TEST(ConfigProvenance, ListsEveryParameterOnce) {
  EXPECT_EQ(provenance_of_sample().parameters(),
            (std::vector<std::string_view>{"chip.encoding_engine.engines", "chip.encoding_engine.grid_sram.bank_map", "chip.encoding_engine.grid_sram.banks",
                                           "chip.encoding_engine.offset", "chip.encoding_engine.per_ray", "chip.nfps", "chip.scene", "chip.share",
                                           "chip.voltage"}));
}

TEST(ConfigProvenance, OneObjectAnswersForSeveralRoots) {
  Provenance all = provenance_of_sample();
  all.merge(bind<Engine>(load_text("<engine>\n<engines value='3'/></engine>", "e.xml", {.element = "engine"})).provenance);
  EXPECT_EQ(to_string(all.location_of("engine.engines")), "e.xml:2");
  EXPECT_EQ(to_string(all.location_of("chip.nfps")), "dir/a.xml:2");
}

TEST(ConfigProvenance, APathThatNothingDescribesBreaksAnInvariant) {
  EXPECT_THROW((void)provenance_of_sample().location_of("chip.nfsp"), InvariantError);
}

}  // namespace
}  // namespace ngpcsim::config::sample
