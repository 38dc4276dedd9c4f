#include "sim/stats/text_writer.h"

#include <gtest/gtest.h>

#include "tests/unit/stats/sample_tree.h"

namespace ngpcsim::stats {
namespace {

TEST(StatsTextWriter, OneFigureALineIndentedLikeTheTree) {
  StatGroup root("chip");
  StatGroup engine = sample::engine("engine0", 60, 40);
  engine.add(sample::level("level_0", 40));
  engine.add(Counter("plain", "", "a number without a unit"));
  root.add(engine);
  // service: 20 queries of 1 cycle, 40 of 3 cycles (the first value beyond three bins): sum 20 + 120
  EXPECT_EQ(to_text(root), R"(chip
  engine0 (encoding_engine)
    cycles 100: busy 60, output_full 0, conflict 40, line_fill 0, page_fill 0, weights 0, dependency 0, table_miss 0, page_load 0, page_sweep 0, input_empty 0
    look_ups 480 corners: corners looked up
    plain 0: a number without a unit
    service 60 values [cycles]: cycles per query; sum 140, max 3; 1: 20; from 3: 40
    level_0
      conflicts 40 cycles: cycles lost to bank conflicts
)");
}

}  // namespace
}  // namespace ngpcsim::stats
