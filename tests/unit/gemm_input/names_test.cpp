#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include <nlohmann/json.hpp>

#include "sim/base/rng.h"
#include "tests/unit/gemm_input/support.h"
#include "workloads/gemm/clean_name.h"

namespace ngpcsim::workloads {
namespace {

using testing::ElementsAre;
using test::Entry;
using test::mnk;
using test::parsed;

TEST(Names, RepeatedOnesAreNumbered) {
  EXPECT_THAT(parsed(mnk("A,1,1,1,\nB,1,1,1,\nA,1,1,1,\nA,1,1,1,\n")),
              ElementsAre(Entry{"A", 1, 1, 1}, Entry{"B", 1, 1, 1}, Entry{"A #2", 1, 1, 1}, Entry{"A #3", 1, 1, 1}));
  // A number that the file itself has is passed over, wherever it stands.
  EXPECT_THAT(parsed(mnk("A,1,1,1,\nA,1,1,1,\nA #2,1,1,1,\n")), ElementsAre(Entry{"A", 1, 1, 1}, Entry{"A #3", 1, 1, 1}, Entry{"A #2", 1, 1, 1}));
}

TEST(Names, AreDistinctWhateverTheFile) {
  Rng rng(7);
  const std::vector<std::string> pool{"A", "A #2", "A #2 #2", "A #3", "B", ""};
  for (int run = 0; run < 200; ++run) {
    std::string rows;
    for (int i = 0; i < 12; ++i) rows += pool[rng.below(6)] + ",1,1,1,\n";
    std::set<std::string> names;
    for (const Entry& entry : parsed(mnk(rows))) EXPECT_TRUE(names.insert(entry.name).second) << rows;
  }
}

TEST(Names, AnUnnamedLayerIsNumbered) { EXPECT_THAT(parsed(mnk("A,1,1,1,\n,1,1,1,\n")), ElementsAre(Entry{"A", 1, 1, 1}, Entry{"layer2", 1, 1, 1})); }

TEST(Names, BecomeValidUtf8) {
  EXPECT_EQ(clean_name("Attn_QxK'"), "Attn_QxK'");
  EXPECT_EQ(clean_name("caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80"), "caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80");
  EXPECT_EQ(clean_name("caf\xE9"), "caf?");
  EXPECT_EQ(clean_name("a\tb\x7F"), "a?b?");
  EXPECT_EQ(clean_name("\xC0\x80|\xE0\x80\x80|\xED\xA0\x80|\xF4\x90\x80\x80|\xF5|\xC3"), "??|???|???|????|?|?");
  EXPECT_EQ(clean_name(std::string(500, 'x')).size(), 120u);
  EXPECT_EQ(clean_name(std::string(119, 'x') + "\xC3\xA9").size(), 119u);
}

/// What a result file is written with refuses anything else.
TEST(Names, CanBeWrittenAsJson) {
  Rng rng(3);
  for (int run = 0; run < 20000; ++run) {
    std::string text;
    for (std::uint32_t i = rng.below(12); i > 0; --i) text += static_cast<char>(rng.below(2) ? 0xC0 + rng.below(64) : 0x80 + rng.below(64));
    EXPECT_NO_THROW((void)nlohmann::json(clean_name(text)).dump()) << testing::PrintToString(text);
  }
}

}  // namespace
}  // namespace ngpcsim::workloads
