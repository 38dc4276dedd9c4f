#include "models/dram/energy.h"

#include <gtest/gtest.h>

#include "tests/unit/dram/dram_support.h"

namespace ngpcsim::models::dram {
namespace {

using testing_support::dram_device;
using testing_support::RecordedDram;

/// DDR4-3200 x8, eight devices, 0.625 ns, 1.2 V: docs/dram.md, section 8, by hand.
TEST(DramEnergy, FromCurrentsByHand) {
  const auto device = dram_device("ddr4-3200");
  Counters c;
  c.commands[index(Command::kAct)] = 3;
  c.commands[index(Command::kRd)] = 5;
  c.commands[index(Command::kRdA)] = 2;
  c.commands[index(Command::kWr)] = 4;
  c.commands[index(Command::kRef)] = 1;
  c.active_cycles = 1000;
  c.precharged_cycles = 2000;
  const EnergyReport e = energy_of(*device, c);
  constexpr double kNj = 8 * 1.2 * 0.625 * 1e-3;  // devices x volt x ns: nJ per mA and cycle
  EXPECT_NEAR(e.background_nj, kNj * (52.0 * 1000 + 37.0 * 2000), 1e-9);
  EXPECT_NEAR(e.activate_nj, kNj * 3 * (57.0 * 74 - 52.0 * 52 - 37.0 * 22), 1e-9);
  EXPECT_NEAR(e.read_nj, kNj * 7 * 4 * (168.0 - 52), 1e-9);
  EXPECT_NEAR(e.write_nj, kNj * 4 * 4 * (150.0 - 52), 1e-9);
  EXPECT_NEAR(e.refresh_nj, kNj * (250.0 - 37) * 560, 1e-9);
  EXPECT_NEAR(e.total_nj(), e.background_nj + e.activate_nj + e.read_nj + e.write_nj + e.refresh_nj, 1e-9);
  // The core of a read beside the published 5.48 pJ/bit: reads without a gap, standby included.
  const double bits = 8.0 * 64;
  EXPECT_NEAR(kNj * 4 * 168.0 * 1e3 / bits, 5.48, 2.5);
}

TEST(DramEnergy, PerBankRefreshIsAShareOfAllBanksWhereNoCurrentIsGiven) {
  const auto device = dram_device("lpddr4");
  Counters one, all;
  one.commands[index(Command::kRefBank)] = 8;
  all.commands[index(Command::kRef)] = 1;
  EXPECT_NEAR(energy_of(*device, one).total_nj(), energy_of(*device, all).total_nj(), 1e-9);
}

/// By construction reads that stream cost the published figure: the shares are of that.
TEST(DramEnergy, PerBitIsWhatStreamsCost) {
  for (const auto& [name, pj] : {std::pair{"gddr6x", 7.25}, std::pair{"hbm3", 4.05}, std::pair{"lpddr5", 5.0}}) {
    const auto device = dram_device(name);
    const Geometry& g = device->geometry();
    Counters c;  // a row after the other at pin bandwidth, for as long as a refresh of every bank lasts
    const std::uint64_t bursts = device->timing(Timing::kREFI) / device->burst_cycles();
    c.commands[index(Command::kRd)] = bursts;
    c.read_cycles = bursts * device->burst_cycles();
    c.commands[index(Command::kAct)] = bursts / g.bursts_per_row;
    c.commands[index(Command::kRef)] = 1;
    const double bits = 8.0 * static_cast<double>(bursts) * g.burst_bytes;
    EXPECT_NEAR(energy_of(*device, c).total_nj() * 1e3 / bits, pj, pj * 0.01) << name;
  }
}

TEST(DramEnergy, IdleTimeCostsBackgroundAndRefreshOnly) {
  for (const char* name : {"ddr4-2400", "gddr6x", "hbm3"}) {
    RecordedDram run(dram_device(name));
    run.finish(100000);
    const EnergyReport e = energy_of(*run.device, run.dram.counters());
    EXPECT_GT(e.background_nj, 0) << name;
    EXPECT_GT(e.refresh_nj, 0) << name;
    EXPECT_EQ(e.activate_nj + e.read_nj + e.write_nj, 0) << name;
  }
}

}  // namespace
}  // namespace ngpcsim::models::dram
