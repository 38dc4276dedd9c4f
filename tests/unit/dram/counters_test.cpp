/// Sums that close, and cycles of the data bus by hand.
#include <gtest/gtest.h>

#include "sim/base/rng.h"
#include "tests/unit/dram/dram_support.h"

namespace ngpcsim {
namespace {

using models::dram::Command;
using models::dram::Counters;
using testing_support::dram_device;
using testing_support::RecordedDram;

/// Read data in cycles 35..38 (RD at 18, CL 17), write data BTA = 2 cycles later at 41..44.
TEST(DramCounters, CyclesOfTheBusByHand) {
  RecordedDram run(dram_device("ddr4-2400"));
  run.read(run.row(0, 5, 0));
  run.write(run.row(0, 5, 1));
  run.finish(100);
  const Counters c = run.dram.counters();
  EXPECT_EQ(c.read_cycles, 4u);
  EXPECT_EQ(c.write_cycles, 4u);
  EXPECT_EQ(c.turnaround_cycles, 2u);
  EXPECT_EQ(c.idle_cycles, 100u - 10);
  EXPECT_EQ(c.active_cycles, 99u);  // from the ACT at 1
  EXPECT_EQ(c.precharged_cycles, 1u);
}

TEST(DramCounters, AddUpUnderMixedTraffic) {
  for (const std::string& name : testing_support::dram_devices()) {
    for (const char* policy : {"open", "closed", "timeout"}) {
      RecordedDram run(dram_device(name, {std::string("controller.row_policy=") + policy}));
      Rng rng(1);
      std::uint64_t bursts = 0;
      for (int i = 0; i < 3000; ++i) {
        const std::uint64_t address = std::uint64_t{rng.below(1 << 18)} * 64;
        bursts += std::max(64 / run.device->geometry().burst_bytes, 1u);
        if (rng.below(3) == 0) run.write(address);
        else run.read(address);
      }
      const std::uint64_t end = run.finish();
      const Counters c = run.dram.counters();
      const auto& g = run.device->geometry();
      EXPECT_EQ(c.bus_cycles(), end * g.channels * g.pseudo_channels) << name;
      EXPECT_EQ(c.active_cycles + c.precharged_cycles, end * g.channels * g.ranks_per_channel()) << name;
      EXPECT_EQ(c.hits + c.misses + c.conflicts, c.reads() + c.writes()) << name;
      EXPECT_EQ(c.reads() + c.writes() + c.forwarded + c.merged, bursts) << name;
      EXPECT_EQ(c.count(Command::kAct), c.misses + c.conflicts + c.unused_rows) << name;
      EXPECT_EQ(c.read_cycles, c.reads() * run.device->burst_cycles()) << name;
      Counters summed;
      for (std::uint32_t channel = 0; channel < g.channels; ++channel) summed += run.dram.channel_counters(channel);
      EXPECT_EQ(summed, c) << name;
      for (std::size_t command = 0; command < models::dram::kCommands; ++command)
        EXPECT_EQ(c.commands[command], run.cycles_of(models::dram::kCommandNames[command]).size()) << name << " " << models::dram::kCommandNames[command];
    }
  }
}

}  // namespace
}  // namespace ngpcsim
