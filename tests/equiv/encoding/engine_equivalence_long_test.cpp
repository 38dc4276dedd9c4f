#include <gtest/gtest.h>
#include <rtl_builds/engine_eight_entries.h>
#include <rtl_builds/engine_four_entries.h>
#include <rtl_builds/engine_many_banks.h>
#include <rtl_builds/engine_narrow.h>
#include <rtl_builds/engine_one_bank.h>
#include <rtl_builds/engine_shortest.h>
#include <rtl_builds/engine_two_banks.h>
#include <rtl_builds/engine_wide.h>

#include "tests/equiv/encoding/engine_equivalence.h"

// The random cases of engine_equivalence_test.cpp by the thousand, and builds of more shapes.
namespace ngpcsim::equiv {
namespace {

constexpr std::uint64_t kCases = 3000;

TEST(EngineEquivalenceLong, EightBanks) { EXPECT_EQ(engine_differences(100'000, kCases, rtl::builds::engine_wide()), ""); }
TEST(EngineEquivalenceLong, FewBanksAndWideWords) { EXPECT_EQ(engine_differences(200'000, kCases, rtl::builds::engine_narrow()), ""); }
TEST(EngineEquivalenceLong, OneBank) { EXPECT_EQ(engine_differences(300'000, kCases, rtl::builds::engine_one_bank()), ""); }
TEST(EngineEquivalenceLong, TwoBanks) { EXPECT_EQ(engine_differences(400'000, kCases, rtl::builds::engine_two_banks()), ""); }
TEST(EngineEquivalenceLong, ManyBanks) { EXPECT_EQ(engine_differences(500'000, kCases, rtl::builds::engine_many_banks()), ""); }
TEST(EngineEquivalenceLong, WordsOfFourEntries) { EXPECT_EQ(engine_differences(600'000, kCases, rtl::builds::engine_four_entries()), ""); }
TEST(EngineEquivalenceLong, WordsOfEightEntries) { EXPECT_EQ(engine_differences(700'000, kCases, rtl::builds::engine_eight_entries()), ""); }
TEST(EngineEquivalenceLong, ShortestOfEverything) { EXPECT_EQ(engine_differences(800'000, kCases, rtl::builds::engine_shortest()), ""); }

}  // namespace
}  // namespace ngpcsim::equiv
