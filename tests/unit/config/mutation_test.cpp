#include <string>

#include <gtest/gtest.h>

#include "sim/base/rng.h"
#include "sim/config/resolved.h"
#include "tests/unit/config/sample_params.h"

namespace ngpcsim::config::sample {
namespace {

constexpr std::string_view kValid = R"(<?xml version="1.0"?>
<!-- a chip -->
<chip name="c" machine="ngpc">
  <nfps value="8" source="(P) &lt;8&gt;"/>
  <voltage value="0.75" unit="V"/>
  <scene value="lego"/>
  <encoding_engine>
    <engines value="16"/>
    <offset value="-3"/>
    <per_ray value="true"/>
    <grid_sram> <banks value="8"/> <bank_map value="xor"/> </grid_sram>
  </encoding_engine>
</chip>
)";

/// One to four edits: a byte changed, removed, inserted or repeated, a piece copied elsewhere, or the end cut off.
std::string mutate(Rng& rng) {
  constexpr std::string_view kTempting("<>/=\"'&;!?- \n\t\0a9.", 18);
  std::string text(kValid);
  for (std::uint32_t edits = 1 + rng.below(4); edits > 0 && !text.empty(); --edits) {
    const std::size_t at = rng.below(static_cast<std::uint32_t>(text.size()));
    const std::size_t length = rng.below(40);
    const char byte = rng.below(2) == 0 ? kTempting[rng.below(18)] : static_cast<char>(rng.below(256));
    switch (rng.below(6)) {
      case 0: text[at] = byte; break;
      case 1: text.erase(at, 1 + rng.below(10)); break;
      case 2: text.insert(at, 1, byte); break;
      case 3: text.insert(at, text.substr(at, length)); break;
      case 4: text.insert(rng.below(static_cast<std::uint32_t>(text.size())), text.substr(at, length)); break;
      default: text.resize(at);
    }
  }
  return text;
}

TEST(ConfigMutation, DamagedFilesAreReadOrRejected) {
  ASSERT_EQ(bind<Chip>(parse(kValid)).params.voltage, 0.75);
  Rng rng(31);
  int accepted = 0, rejected = 0;
  for (int i = 0; i < 5000; ++i) {
    const std::string text = mutate(rng);
    SCOPED_TRACE(text);
    try {
      const ConfigDocument document = parse(text);
      const auto bound = bind<Chip>(document);
      ++accepted;
      // What was accepted is within its ranges, so its resolved form reads back to itself.
      const std::string resolved = resolved_xml(resolve(document, bound));
      const ConfigDocument again = load_text(resolved, "r.xml", chip_kind());
      ASSERT_EQ(resolved_xml(resolve(again, bind<Chip>(again))), resolved);
    } catch (const InputError& error) {
      ++rejected;
      // A damaged `name` attribute may have become a `base`; its file is blamed on this one.
      ASSERT_EQ(std::string_view(error.what()).substr(0, 9), "dir/a.xml") << error.what();
    }
  }
  // Both outcomes were really exercised: comments and names absorb some edits, most others break something.
  EXPECT_GT(accepted, 50);
  EXPECT_GT(rejected, 2000);
}

}  // namespace
}  // namespace ngpcsim::config::sample
