#include "sim/app/assertion.h"

#include <ostream>

#include <gtest/gtest.h>

#include "sim/base/error.h"

namespace ngpcsim::app {
namespace {

const Json kResult{{"fps", 31.5}, {"nfps", 8}, {"speedup", nullptr}, {"chip", "x"}, {"ok", true}, {"blocks", {{"mlp_engine", {{"busy", 0}}}}}};

struct Case {
  const char* expression;
  bool holds;
};

// Names the case in the list of tests.
void PrintTo(const Case& c, std::ostream* out) { *out << c.expression; }

class Assertions : public testing::TestWithParam<Case> {};

TEST_P(Assertions, Holds) { EXPECT_EQ(evaluate_assertion(GetParam().expression, kResult).holds, GetParam().holds) << GetParam().expression; }

INSTANTIATE_TEST_SUITE_P(All, Assertions,
                         testing::Values(Case{"fps > 30", true}, Case{"fps>31.5", false}, Case{"fps >= 31.5", true}, Case{"fps<31.5", false},
                                         Case{"fps <= 31.5", true}, Case{"nfps == 8", true}, Case{"nfps != 8", false}, Case{"8 == nfps", true},
                                         Case{"fps > nfps", true}, Case{"ok == 1", true}, Case{"blocks.mlp_engine.busy == 0", true},
                                         Case{"-1 < fps", true}, Case{"speedup == 0", false}, Case{"speedup != 0", false}, Case{"speedup < 1e300", false},
                                         Case{"chip != 3", false}));

TEST(Assertion, ShowsTheValuesOfItsKeys) { EXPECT_EQ(evaluate_assertion("fps < speedup", kResult).text, "fps [31.5] < speedup [null]"); }

TEST(Assertion, RejectsWhatIsNoComparison) {
  for (const char* bad : {"", "fps", "fps >", "> 3", "fps = 3", "fps >> 3", "1 < fps < 3", "fsp > 1"}) {
    EXPECT_THROW(static_cast<void>(evaluate_assertion(bad, kResult)), InputError) << bad;
  }
}

}  // namespace
}  // namespace ngpcsim::app
