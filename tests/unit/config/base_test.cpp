#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/config/sample_params.h"
#include "tests/unit/config/temp_folder.h"

namespace ngpcsim::config::sample {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(ConfigBase, TheNearerFileWinsParameterByParameter) {
  const TempFolder folder;
  folder.write("low.xml", "<chip name='low' machine='ngpc' variant='one'>\n<nfps value='4' source='L'/>\n<voltage value='0.6'/>\n"
                          "<encoding_engine>\n<engines value='4'/>\n<offset value='4'/>\n</encoding_engine></chip>");
  folder.write("mid.xml", "<chip base='low' variant='two'>\n<voltage value='0.7'/>\n<encoding_engine><engines value='5'/></encoding_engine></chip>");
  folder.write("top.xml", "<chip name='top' base='mid'>\n<nfps value='6'/><encoding_engine><grid_sram><banks value='2'/></grid_sram></encoding_engine></chip>");
  const ConfigDocument document = load(folder.path("top.xml"), chip_kind());
  EXPECT_EQ(document.name(), "top");
  EXPECT_EQ(document.attribute("machine"), "ngpc");
  EXPECT_EQ(document.attribute("variant"), "two");

  const auto bound = bind<Chip>(document);
  EXPECT_EQ(bound.params.nfps, 6u);
  EXPECT_EQ(bound.params.voltage, 0.7);
  EXPECT_EQ(bound.params.engine.engines, 5);
  EXPECT_EQ(bound.params.engine.offset, 4);
  EXPECT_EQ(bound.params.engine.sram.banks, 2u);
  EXPECT_EQ(bound.provenance.of("chip.nfps").origin, folder.path("top.xml") + ":2");
  EXPECT_EQ(bound.provenance.of("chip.nfps").source, "") << "the source of the value that was replaced says nothing about the new one";
  EXPECT_EQ(bound.provenance.of("chip.voltage").origin, folder.path("mid.xml") + ":2");
  EXPECT_EQ(bound.provenance.of("chip.encoding_engine.offset").origin, folder.path("low.xml") + ":6");
}

TEST(ConfigBase, IsABareNameOrAPathRelativeToTheFile) {
  const TempFolder folder;
  folder.write("a/low.xml", "<chip><nfps value='3'/></chip>");
  for (const char* base : {"low", "low.xml", "./low.xml", "../a/low.xml", "../a/low"}) {
    folder.write("a/top.xml", "<chip base='" + std::string(base) + "'/>");
    if (std::string_view(base) == "../a/low") {
      EXPECT_THAT(message_of([&] { (void)load(folder.path("a/top.xml"), chip_kind()); }), HasSubstr("there is no file"));
    } else {
      EXPECT_EQ(bind<Chip>(load(folder.path("a/top.xml"), chip_kind())).params.nfps, 3u) << base;
    }
  }
  folder.write("a/abs.xml", "<chip base='" + folder.path("a/low.xml") + "'/>");
  EXPECT_EQ(bind<Chip>(load(folder.path("a/abs.xml"), chip_kind())).params.nfps, 3u);
}

TEST(ConfigBase, ErrorsBlameTheLineThatNamesTheBase) {
  const TempFolder folder;
  folder.write("missing.xml", "\n<chip base='nowhere'/>");
  folder.write("nothing.xml", "\n<chip base=''/>");
  folder.write("self.xml", "\n<chip base='self'/>");
  folder.write("one.xml", "\n<chip base='two'/>");
  folder.write("two.xml", "\n<chip base='./one.xml'/>");
  EXPECT_THAT(message_of([&] { (void)load(folder.path("missing.xml"), chip_kind()); }),
              StartsWith(folder.path("missing.xml") + ":2: there is no file \"" + folder.path("nowhere.xml")));
  EXPECT_THAT(message_of([&] { (void)load(folder.path("nothing.xml"), chip_kind()); }), StartsWith(folder.path("nothing.xml") + ":2: base=\"\""));
  // Another spelling of the same file is the same file.
  EXPECT_EQ(message_of([&] { (void)load(folder.path("./self.xml"), chip_kind()); }),
            folder.path("./self.xml") + ":2: bases in a circle: " + folder.path("./self.xml") + " -> " + folder.path("self.xml") +
                "; allowed: a base that does not lead back");
  EXPECT_EQ(message_of([&] { (void)load(folder.path("one.xml"), chip_kind()); }),
            folder.path("two.xml") + ":2: bases in a circle: " + folder.path("one.xml") + " -> " + folder.path("two.xml") + " -> " +
                folder.path("one.xml") + "; allowed: a base that does not lead back");
}

TEST(ConfigBase, KindsMustAgree) {
  const TempFolder folder;
  folder.write("gpu.xml", "<gpu/>");
  folder.write("low.xml", "<chip>\n<nfps value='3'/>\n<encoding_engine/></chip>");
  folder.write("a.xml", "<chip base='gpu'/>");
  folder.write("b.xml", "<chip base='low'>\n<nfps/></chip>");
  folder.write("c.xml", "<chip base='low'>\n<encoding_engine value='1'/></chip>");
  EXPECT_THAT(message_of([&] { (void)load(folder.path("a.xml"), chip_kind()); }), StartsWith(folder.path("gpu.xml") + ":1: the root element is <gpu>"));
  EXPECT_EQ(message_of([&] { (void)load(folder.path("b.xml"), chip_kind()); }),
            folder.path("b.xml") + ":2: chip.nfps is a group here and a parameter in the base (" + folder.path("low.xml") + ":2)");
  EXPECT_EQ(message_of([&] { (void)load(folder.path("c.xml"), chip_kind()); }),
            folder.path("c.xml") + ":2: chip.encoding_engine is a parameter here and a group in the base (" + folder.path("low.xml") + ":3)");
}

TEST(ConfigBase, AMistakeInTheBaseIsReportedThere) {
  const TempFolder folder;
  folder.write("low.xml", "<chip>\n\n<nfsp value='3'/></chip>");
  folder.write("top.xml", "<chip base='low'/>");
  const ConfigDocument document = load(folder.path("top.xml"), chip_kind());
  EXPECT_THAT(message_of([&] { (void)bind<Chip>(document); }), StartsWith(folder.path("low.xml") + ":3: unknown parameter chip.nfsp"));
}

}  // namespace
}  // namespace ngpcsim::config::sample
