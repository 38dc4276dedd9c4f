#include "sim/config/resolved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/base/rng.h"
#include "tests/unit/config/sample_params.h"

namespace ngpcsim::config::sample {
namespace {

using ::testing::HasSubstr;

std::string resolved_text(const ConfigDocument& document) { return resolved_xml(resolve(document, bind<Chip>(document))); }

TEST(ConfigResolved, HoldsEveryParameterWithUnitSourceAndOrigin) {
  ConfigDocument document = parse("<chip name=\"c\" variant=\"v\"><nfps value=\"4\" source=\"a paper\"/></chip>");
  document.override_value("chip.encoding_engine.grid_sram.banks", "2", {"--set"});
  EXPECT_EQ(resolved_text(document), R"(<?xml version="1.0"?>
<chip name="c" variant="v">
  <nfps value="4" unit="NFPs" source="a paper" origin="dir/a.xml:1" />
  <voltage value="0.8" unit="V" source="our choice" origin="default" />
  <share value="0.1" source="our choice" origin="default" />
  <scene value="" source="none: empty" origin="default" />
  <encoding_engine>
    <engines value="16" unit="engines" source="(P) ISCA'23" origin="default" />
    <offset value="-3" source="our choice" origin="default" />
    <per_ray value="true" source="our choice" origin="default" />
    <grid_sram>
      <banks value="2" unit="banks" origin="--set" />
      <bank_map value="xor" source="our choice" origin="default" />
    </grid_sram>
  </encoding_engine>
</chip>
)");
}

TEST(ConfigResolved, ReadBackGivesTheSameBytesAndValues) {
  ConfigDocument document = parse("<chip name=\"c\" machine=\"m\"><voltage value=\"0.7\" source=\"x &lt; &amp; &quot;y&quot;\"/></chip>");
  document.override_value("chip.scene", "tab\there, line\nthere, <&>'\" \xC3\xBC", {"--set"});
  const std::string first = resolved_text(document);
  const ConfigDocument again = load_text(first, "out/config.xml", chip_kind());
  EXPECT_EQ(resolved_text(again), first);
  const auto bound = bind<Chip>(again);
  EXPECT_EQ(bound.params.scene, "tab\there, line\nthere, <&>'\" \xC3\xBC");
  EXPECT_EQ(bound.provenance.of("chip.voltage").origin, "dir/a.xml:1") << "the place where a person wrote the value";
  EXPECT_EQ(to_string(bound.provenance.location_of("chip.voltage")), "out/config.xml:4") << "the place to blame is the file that was read";
}

TEST(ConfigResolved, RandomValuesSurviveBitForBit) {
  Rng rng(11);
  for (int i = 0; i < 300; ++i) {
    Chip chip;
    chip.nfps = 1 + (rng.next() >> 1) % 9223372036854775807u;
    chip.voltage = 0.5 + 0.7 * static_cast<double>(rng.next() >> 11) * 0x1p-53;
    chip.share = rng.unit() * 1e-30f;
    chip.engine.engines = static_cast<std::uint8_t>(1 + rng.below(64));
    chip.engine.offset = static_cast<std::int32_t>(rng.below(21)) - 10;
    chip.engine.per_ray = rng.below(2) == 1;
    chip.engine.sram.banks = 1u << rng.below(9);
    chip.engine.sram.map = kMaps[rng.below(3)].value;
    for (std::uint32_t n = rng.below(20); n > 0; --n) chip.scene += static_cast<char>(1 + rng.below(127));
    const ConfigDocument empty = parse("<chip/>");
    const std::string text = resolved_xml(resolve(empty, bind<Chip>(empty, chip)));
    const Chip back = bind<Chip>(load_text(text, "b.xml", chip_kind())).params;
    EXPECT_EQ(back.nfps, chip.nfps);
    EXPECT_EQ(back.voltage, chip.voltage);
    EXPECT_EQ(back.share, chip.share);
    EXPECT_EQ(back.scene, chip.scene);
    EXPECT_EQ(back.engine.engines, chip.engine.engines);
    EXPECT_EQ(back.engine.offset, chip.engine.offset);
    EXPECT_EQ(back.engine.per_ray, chip.engine.per_ray);
    EXPECT_EQ(back.engine.sram.banks, chip.engine.sram.banks);
    EXPECT_EQ(back.engine.sram.map, chip.engine.sram.map);
  }
}

TEST(ConfigResolved, AWholeRunIsOneFileThatEachKindIsReadFrom) {
  const ConfigDocument chip = parse("<chip name=\"c\"><nfps value=\"4\"/></chip>");
  const RootKind engine_kind{.element = "engine"};
  const ConfigDocument engine = load_text("<engine name=\"e\"><engines value=\"3\"/></engine>", "e.xml", engine_kind);
  const std::vector<ResolvedRoot> roots{resolve(chip, bind<Chip>(chip)), resolve(engine, bind<Engine>(engine))};
  const std::string text = resolved_xml(roots);
  EXPECT_THAT(text, HasSubstr("<config>\n  <chip name=\"c\">"));
  EXPECT_EQ(bind<Chip>(load_text(text, "config.xml", chip_kind())).params.nfps, 4u);
  EXPECT_EQ(bind<Engine>(load_text(text, "config.xml", engine_kind)).params.engines, 3);
}

TEST(ConfigResolved, AUnitThatNoLongerFitsIsAnError) {
  const std::string text = "<chip>\n<voltage value=\"0.8\" unit=\"mV\"/></chip>";
  EXPECT_THAT(message_of([&] { (void)bind<Chip>(parse(text)); }), HasSubstr("dir/a.xml:2: chip.voltage = \"0.8\" is given in \"mV\"; allowed: V"));
}

}  // namespace
}  // namespace ngpcsim::config::sample
