#include "sim/app/bars.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ngpcsim::app {
namespace {

Json block() {
  return {{"busy", 50}, {"stalls", {{"output_full", 10}, {"conflict", 15}, {"line_fill", 0}, {"page_fill", 0}, {"weights", 0}, {"dependency", 0}, {"table_miss", 0}, {"page_load", 0}, {"page_sweep", 0}, {"input_empty", 25}}}, {"total", 100}};
}

TEST(Bars, FortyCharactersInOrderOfPriority) {
  // 50 % of 40 are 20, 10 % 4, 15 % 6, 25 % 10.
  EXPECT_EQ(stall_bars({{"x", block()}}), "  x                 |" + std::string(20, '#') + "oooo" + "cccccc" + std::string(10, '.') +
                                              "| busy 50 %, output full 10 %, bank conflict 15 %, no input 25 %\n");
}

TEST(Bars, BlocksThatDoNotApplyAreLeftOut) { EXPECT_EQ(stall_bars({{"direction_encoder", nullptr}}), ""); }

TEST(Bars, TenSymbolsACycle) {
  const Json engine{{"levels", {{{"level", 3}, {"cycles_per_query", 1.3}}, {{"level", 4}, {"cycles_per_query", nullptr}}}}};
  EXPECT_EQ(level_bars(engine), "  level 3    1.30 cycles/query |=============\n");
}

}  // namespace
}  // namespace ngpcsim::app
