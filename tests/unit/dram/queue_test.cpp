/// Queues: places, forwarding, merging, order of reads and writes of one burst, turning between reads and writes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/base/rng.h"
#include "tests/unit/dram/dram_support.h"

namespace ngpcsim {
namespace {

using ::testing::ElementsAre;
using testing_support::dram_device;
using testing_support::RecordedDram;

TEST(DramQueue, APlaceIsFreeTheCycleAfterItsColumnCommand) {
  RecordedDram run(dram_device("ddr4-2400", {"controller.read_queue=2"}));
  for (std::uint32_t i = 0; i < 4; ++i) run.read(run.row(0, 5, i));
  run.finish();
  EXPECT_THAT(run.cycles_of("RD"), ElementsAre(18, 24, 30, 36));
  EXPECT_EQ(run.answers[1].accepted, 0u);
  EXPECT_EQ(run.answers[2].accepted, 19u);
  EXPECT_EQ(run.answers[3].accepted, 25u);
}

TEST(DramQueue, AFullChannelHoldsBackWhatIsForAnother) {
  RecordedDram run(dram_device("gddr6", {"controller.read_queue=2"}));
  run.read(run.row(0, 5, 0));
  run.read(run.row(0, 5, 2));
  run.read(run.row(0, 5, 0, 1));
  run.finish();
  EXPECT_GT(run.answers[1].accepted, 0u);
  EXPECT_EQ(run.answers[2].accepted, run.answers[1].accepted + 4);  // behind the second burst of the one before
}

TEST(DramQueue, AReadIsAnsweredByAWaitingWrite) {
  RecordedDram run(dram_device("ddr4-2400"));
  run.write(run.row(0, 5));
  run.read(run.row(0, 5));
  run.finish();
  EXPECT_THAT(run.lines(), ElementsAre("0 FORWARD 1", "1 ACT 0", "18 WR 0"));
  EXPECT_EQ(run.answers[1].cycle, 1u);
  EXPECT_EQ(run.dram.counters().forwarded, 1u);
}

TEST(DramQueue, AReadOfMoreThanIsWrittenGoesToTheDram) {
  RecordedDram run(dram_device("ddr4-2400"));
  run.write(run.row(0, 5) + 8, 0, 16);
  run.read(run.row(0, 5) + 8, 0, 16);
  run.read(run.row(0, 5) + 8, 0, 17);
  run.finish();
  EXPECT_EQ(run.dram.counters().forwarded, 1u);
  EXPECT_EQ(run.cycles_of("RD").size(), 1u);
}

TEST(DramQueue, WritesThatTouchBecomeOne) {
  RecordedDram run(dram_device("ddr4-2400", {"controller.write_high=40"}));
  run.read(run.row(4, 5));  // keeps the writes waiting
  run.write(run.row(0, 5), 0, 16);
  run.write(run.row(0, 5) + 16, 0, 16);
  run.write(run.row(0, 5) + 48, 0, 16);
  run.read(run.row(0, 5), 0, 32);
  run.finish();
  EXPECT_EQ(run.dram.counters().merged, 1u);
  EXPECT_EQ(run.dram.counters().forwarded, 1u);
  EXPECT_EQ(run.cycles_of("WR").size(), 2u);
}

TEST(DramQueue, AWriteWaitsForAReadOfItsBurst) {
  RecordedDram run(dram_device("ddr4-2400"));
  run.read(run.row(0, 5));
  run.write(run.row(0, 5));
  run.finish();
  EXPECT_EQ(run.answers[1].accepted, 18u);  // the cycle of the RD
  EXPECT_EQ(run.answers[1].cycle, 19u);
  EXPECT_EQ(run.cycles_of("WR").size(), 1u);
}

TEST(DramQueue, AWriteWaitsForAReadOfItsBurstEvenWhereItCouldJoinAnother) {
  RecordedDram run(dram_device("ddr4-2400", {"controller.write_high=40"}));
  run.read(run.row(4, 5));
  run.write(run.row(0, 5), 0, 16);
  run.read(run.row(0, 5));
  run.write(run.row(0, 5) + 16, 0, 16);
  run.finish();
  EXPECT_EQ(run.answers[3].accepted, run.cycles_of("RD")[1]);
  EXPECT_EQ(run.dram.counters().merged, 1u);
}

/// Bytes 0..7 and 16..23 wait; 8..15 touch both and join the older; 16..23 then overlap the younger, though they touch the older too.
TEST(DramQueue, AWriteJoinsTheOneThatItOverlapsRatherThanOneThatItTouches) {
  RecordedDram run(dram_device("ddr4-2400", {"controller.write_high=40"}));
  run.read(run.row(4, 5));  // keeps the writes waiting
  for (const std::uint64_t byte : {0u, 16u, 8u, 16u}) run.write(run.row(0, 5) + byte, 0, 8);
  run.read(run.row(0, 5), 0, 16);
  run.read(run.row(0, 5) + 16, 0, 8);
  run.read(run.row(0, 5) + 8, 0, 16);  // half from each
  run.finish();
  EXPECT_EQ(run.dram.counters().merged, 2u);
  EXPECT_EQ(run.dram.counters().forwarded, 2u);
  EXPECT_EQ(run.cycles_of("RD").size(), 2u);
  EXPECT_EQ(run.cycles_of("WR").size(), 2u);
}

/// Whichever it joined, the other would hold older values of some of its bytes, and might be written later.
TEST(DramQueue, AWriteThatOverlapsTwoWaitsUntilOneIsWritten) {
  RecordedDram run(dram_device("ddr4-2400", {"controller.write_high=40"}));
  run.read(run.row(4, 5));
  run.write(run.row(0, 5), 0, 8);
  run.write(run.row(0, 5) + 16, 0, 8);
  run.write(run.row(0, 5) + 4, 0, 16);
  run.finish();
  ASSERT_EQ(run.cycles_of("WR").size(), 2u);
  EXPECT_EQ(run.answers[3].accepted, run.cycles_of("WR")[0]);
  EXPECT_EQ(run.dram.counters().merged, 1u);
}

/// docs/dram.md, section 7: behind the commands of its cycle.
TEST(DramQueue, WhatIsForwardedOrMergedComesBehindTheCommandsOfItsCycle) {
  RecordedDram run(dram_device("ddr4-2400", {"controller.write_high=40"}));
  run.read(run.row(4, 5));
  run.write(run.row(0, 5), 0, 16);
  run.read(run.row(0, 5), 18, 16);
  run.write(run.row(0, 5) + 16, 18, 16);
  run.finish();
  const std::vector<std::string> lines = run.lines();
  ASSERT_GE(lines.size(), 4u);
  EXPECT_EQ(lines[1], "18 RD 0");
  EXPECT_EQ(lines[2], "18 FORWARD 2");
  EXPECT_EQ(lines[3], "18 MERGE 3");
}

TEST(DramQueue, WhatIsOfferedLateEntersLate) {
  const auto device = dram_device("ddr4-2400");
  models::dram::Dram dram(*device);
  dram.advance(100);
  dram.offer({.write = false, .address = 0, .bytes = 64, .id = 0}, 7);
  const std::uint64_t end = dram.drain();
  EXPECT_EQ(dram.answers()[0].accepted, 100u);
  EXPECT_EQ(dram.answers()[0].arrived, 7u);
  dram.finish(end);
}

TEST(DramQueue, WritesWaitForTheHighMarkAndGoDownToTheLowOne) {
  RecordedDram run(dram_device(
      "ddr4-2400", {"controller.read_queue=8", "controller.write_queue=8", "controller.write_high=6", "controller.write_low=2", "refresh.mode=none"}));
  for (std::uint32_t i = 0; i < 6; ++i) run.write(run.row(0, 5, i));
  for (std::uint32_t i = 0; i < 4; ++i) run.read(run.row(4, 5, i));
  run.finish();
  std::string order;
  for (const auto& c : run.commands)
    if (c.command == "RD" || c.command == "WR") order += c.command[0];
  EXPECT_EQ(order, "WWWWRRRRWW");
}

TEST(DramQueue, NothingTurnsBelowTheHighMarkWhileReadsWait) {
  RecordedDram run(dram_device("ddr4-2400", {"controller.write_high=7", "controller.write_low=2", "refresh.mode=none"}));
  run.read(run.row(4, 5, 0));
  for (std::uint32_t i = 0; i < 6; ++i) run.write(run.row(0, 5, i));
  for (std::uint32_t i = 1; i < 4; ++i) run.read(run.row(4, 5, i));
  run.finish();
  std::string order;
  for (const auto& c : run.commands)
    if (c.command == "RD" || c.command == "WR") order += c.command[0];
  EXPECT_EQ(order, "RRRRWWWWWW");
}

/// Random reads and writes of any size through tiny queues: every request answered once, every byte counted, and two runs are the same.
TEST(DramQueue, NothingIsLostUnderBackPressure) {
  for (const std::string& name : testing_support::dram_devices()) {
    std::vector<std::string> first;
    for (int round = 0; round < 2; ++round) {
      RecordedDram run(dram_device(
          name, {"controller.read_queue=3", "controller.write_queue=4", "controller.write_high=3", "controller.write_low=1", "controller.row_policy=closed"}));
      Rng rng(11);
      std::uint64_t cycle = 0;
      constexpr std::uint64_t kRequests = 400;
      for (std::uint64_t i = 0; i < kRequests; ++i) {
        const std::uint32_t bytes = 1 + rng.below(300);
        const std::uint64_t address = rng.below(1 << 12) + (rng.below(4) << 20);
        cycle += rng.below(40) == 0 ? rng.below(2000) : 0;
        if (rng.below(2) == 0) run.read(address, cycle, bytes);
        else run.write(address, cycle, bytes);
      }
      run.finish();
      ASSERT_EQ(run.answers.size(), kRequests) << name;
      for (std::uint64_t i = 0; i < kRequests; ++i) {
        ASSERT_EQ(run.answers[i].id, i) << name;
        ASSERT_GT(run.answers[i].cycle, run.answers[i].accepted) << name;
        ASSERT_GE(run.answers[i].accepted, run.answers[i].arrived) << name;
      }
      if (round == 0) first = run.lines();
      else EXPECT_EQ(run.lines(), first) << name;
    }
  }
}

enum class Time {
  kTraced,   ///< each request is entered as a whole
  kEdges,    ///< a cycle is advanced to, then requests are offered in it, as a block does at its edges
  kBetween,  ///< requests are offered before their cycle is advanced to
};

std::vector<models::dram::Answer> answers_in(Time time) {
  const auto device = dram_device("gddr6");
  models::dram::Dram dram(*device);
  Rng rng(3);
  std::uint64_t cycle = 0, now = 0;
  for (std::uint64_t i = 0; i < 500; ++i) {
    cycle += rng.below(12);
    const models::dram::Request request{.write = rng.below(3) == 0, .address = std::uint64_t{rng.below(1 << 14)} * 64, .bytes = 64, .id = i};
    if (time == Time::kTraced) {
      dram.enter(request, cycle);
    } else if (time == Time::kEdges) {
      while (now < cycle || !dram.ready()) dram.advance(++now);
      dram.offer(request, cycle);
      dram.advance(now);
    } else {
      while (now < cycle || !dram.ready()) {
        dram.advance(now);
        if (now < cycle || !dram.ready()) ++now;  // otherwise another request may enter in this cycle
      }
      dram.offer(request, cycle);
    }
  }
  while (time != Time::kTraced && dram.next_event()) dram.advance(++now);
  dram.finish(dram.drain());
  std::vector<models::dram::Answer> answers = dram.answers();
  std::sort(answers.begin(), answers.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  return answers;
}

TEST(DramQueue, SteppedTimeIsTheSameAsTracedTime) {
  const auto traced = answers_in(Time::kTraced);
  for (const Time time : {Time::kEdges, Time::kBetween}) {
    const auto stepped = answers_in(time);
    ASSERT_EQ(stepped.size(), traced.size());
    for (std::size_t i = 0; i < traced.size(); ++i) {
      ASSERT_EQ(stepped[i].cycle, traced[i].cycle) << i;
      ASSERT_EQ(stepped[i].accepted, traced[i].accepted) << i;
    }
  }
}

TEST(DramQueue, RefusesWhatNobodyMayAsk) {
  const auto device = dram_device("ddr4-2400");
  models::dram::Dram dram(*device);
  EXPECT_THROW(dram.offer({.write = false, .address = 0, .bytes = 0, .id = 0}, 0), InvariantError);
  EXPECT_THROW(dram.offer({.write = false, .address = device->geometry().capacity(), .bytes = 1, .id = 0}, 0), InvariantError);
  EXPECT_THROW(dram.offer({.write = false, .address = device->geometry().capacity() - 32, .bytes = 64, .id = 0}, 0), InvariantError);
}

}  // namespace
}  // namespace ngpcsim
