/// A run of a DRAM cannot end in front of what has happened in it: its background energy, and cycles of the bus, would be those of a shorter run.
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "models/dram/device_file.h"
#include "models/dram/dram.h"
#include "models/dram/energy.h"
#include "sim/base/error.h"

namespace ngpcsim {
namespace {

using models::dram::Device;
using models::dram::Dram;

Device ddr4() {
  const std::string file = std::string(NGPCSIM_SOURCE_DIR) + "/configs/dram/ddr4-2400.xml";
  return {models::dram::load_device(file, {}, {}).params, [](std::string_view path) { return InputLocation{std::string(path)}; }};
}

/// ACT at 1, RD at 1 + 17, data in [18 + 17, 18 + 17 + 4).
constexpr std::uint64_t kDataEnd = 39;

TEST(DramEnd, LiesBehindTheData) {
  const Device device = ddr4();
  Dram early(device), right(device);
  for (Dram* const dram : {&early, &right}) {
    (void)dram->enter({.write = false, .address = 0, .bytes = 64, .id = 0}, 0);
    EXPECT_EQ(dram->drain(), kDataEnd);
  }
  EXPECT_THROW(early.finish(kDataEnd - 1), InvariantError);
  EXPECT_NO_THROW(right.finish(kDataEnd));
}

/// Nothing is asked of it, and yet time has gone on: the cycle that was advanced to is over, so it is part of the run.
TEST(DramEnd, LiesBehindTheLastCycleThatWasAdvancedTo) {
  const Device device = ddr4();
  for (const std::uint64_t advanced : {std::uint64_t{0}, std::uint64_t{100}, std::uint64_t{50000}}) {  // 50000: five refreshes
    Dram early(device), right(device), none(device);
    early.advance(advanced);
    right.advance(advanced);
    EXPECT_THROW(early.finish(advanced), InvariantError) << advanced;
    EXPECT_NO_THROW(right.finish(advanced + 1)) << advanced;
    EXPECT_NO_THROW(none.finish(advanced)) << "what was not advanced may end anywhere";
    const models::dram::Counters c = right.counters();
    EXPECT_EQ(c.active_cycles + c.precharged_cycles, advanced + 1);
    EXPECT_EQ(c.count(models::dram::Command::kRef), advanced / 9360);
  }
}

TEST(DramEnd, LiesBehindTheLastCycleThatWasAdvancedToWhateverWasServed) {
  const Device device = ddr4();
  Dram dram(device);
  dram.offer({.write = false, .address = 0, .bytes = 64, .id = 0}, 0);
  dram.advance(200);
  EXPECT_EQ(dram.drain(), kDataEnd);
  EXPECT_THROW(dram.finish(kDataEnd), InvariantError);
  EXPECT_THROW(dram.finish(200), InvariantError);
}

/// Not advanced backwards by an older cycle.
TEST(DramEnd, RemembersTheLatestOfAll) {
  const Device device = ddr4();
  Dram dram(device);
  dram.advance(300);
  dram.advance(10);
  EXPECT_THROW(dram.finish(300), InvariantError);
}

/// A write that is joined by another one in the cycle of its data, and read from the queue: those lines of the trace are part of the run, too.
TEST(DramEnd, LiesBehindAForwardedBurst) {
  const Device device = ddr4();
  Dram dram(device);
  (void)dram.enter({.write = true, .address = 0, .bytes = 64, .id = 0}, 0);
  (void)dram.enter({.write = false, .address = 0, .bytes = 64, .id = 1}, 5);
  const std::uint64_t end = dram.drain();
  EXPECT_EQ(dram.counters().forwarded, 1u);
  EXPECT_THROW(dram.finish(end - 1), InvariantError);
}

}  // namespace
}  // namespace ngpcsim
