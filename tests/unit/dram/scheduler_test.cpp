/// In which order bursts are served.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/dram/dram_support.h"

namespace ngpcsim {
namespace {

using ::testing::ElementsAre;
using testing_support::dram_device;
using testing_support::RecordedDram;

std::vector<std::uint64_t> service_order(const RecordedDram& run) {
  std::vector<std::uint64_t> order;
  for (const auto& c : run.commands)
    if (c.command == "RD" || c.command == "WR" || c.command == "RDA" || c.command == "WRA") order.push_back(*c.request);
  return order;
}

TEST(DramScheduler, RowHitsGoAheadOfOlderBursts) {
  RecordedDram run(dram_device("ddr4-2400"));
  run.read(run.row(0, 5, 0));
  run.read(run.row(0, 6, 0));
  run.read(run.row(0, 5, 1));
  run.read(run.row(0, 5, 2));
  run.finish();
  EXPECT_THAT(service_order(run), ElementsAre(0, 2, 3, 1));
}

TEST(DramScheduler, OnlyAsManyAsTheCapAllows) {
  for (const std::uint32_t cap : {1u, 2u, 3u}) {
    RecordedDram run(dram_device("ddr4-2400", {"controller.starvation_cap=" + std::to_string(cap)}));
    run.read(run.row(0, 5, 0));
    run.read(run.row(0, 6, 0));
    for (std::uint32_t i = 1; i <= 4; ++i) run.read(run.row(0, 5, i));
    run.finish();
    const auto order = service_order(run);
    EXPECT_EQ(static_cast<std::uint32_t>(std::find(order.begin(), order.end(), 1u) - order.begin()), 1 + cap) << "cap " << cap;
  }
}

TEST(DramScheduler, FcfsServesOneAfterTheOther) {
  RecordedDram run(dram_device("ddr4-2400", {"controller.scheduler=fcfs"}));
  run.read(run.row(0, 5, 0));
  run.read(run.row(0, 6, 0));
  run.read(run.row(0, 5, 1));
  run.read(run.row(4, 5, 0));
  run.finish();
  EXPECT_THAT(service_order(run), ElementsAre(0, 1, 2, 3));
  // The ACT of the last waits for the column command before it, though its bank is idle from the beginning.
  EXPECT_GT(run.cycles_of("ACT").back(), run.cycles_of("RD")[2]);
}

TEST(DramScheduler, ColumnCommandsGoAheadOfActsInTheSameCycle) {
  // Bank 4 could be opened at 18, when the first read may go.
  RecordedDram run(dram_device("ddr4-2400"));
  run.read(run.row(0, 5));
  run.read(run.row(4, 5), 17);
  run.finish();
  EXPECT_THAT(run.lines(), ElementsAre("1 ACT 0", "18 RD 0", "19 ACT 1", "36 RD 1"));
}

TEST(DramScheduler, TwoCommandBusesWorkInTheSameCycle) {
  RecordedDram run(dram_device("hbm2"));
  run.read(run.row(0, 5));
  run.read(run.row(4, 5), 14);
  run.finish();
  EXPECT_THAT(run.lines(), ElementsAre("1 ACT 0", "15 RD 0", "15 ACT 1", "29 RD 1"));
}

}  // namespace
}  // namespace ngpcsim
