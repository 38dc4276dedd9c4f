#include "models/dram/address_map.h"

#include <set>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/base/rng.h"
#include "tests/unit/dram/dram_support.h"

namespace ngpcsim::models::dram {
namespace {

using ::testing::HasSubstr;
using testing_support::dram_device;
using testing_support::dram_devices;

const Geometry kSmall{.channels = 2, .pseudo_channels = 1, .ranks = 2, .bank_groups = 2, .banks = 4, .rows = 8, .bursts_per_row = 4, .burst_bytes = 32};

AddressMap make(const std::string& text, bool hash = false, const Geometry& g = kSmall) { return AddressMap(text, hash, g, {"here"}); }

TEST(DramMapping, BitsByHand) {
  const AddressMap map = make("row rank bank:1 column bankgroup bank:1 channel offset");
  // offset 5 bits, channel 1, bank 1, bank group 1, column 2, bank 1, rank 1, row 3
  const Place place = map.place(0b101'1'0'11'1'1'0'00000u);
  EXPECT_EQ(place.row, 0b101u);
  EXPECT_EQ(place.column, 0b11u);
  EXPECT_EQ(place.channel, 0u);
  EXPECT_EQ(place.bank, 1u * 8 + 1 * 4 + 0b01);  // rank, bank group, bank
}

/// All addresses of a small device, and back; every place occurs once.
TEST(DramMapping, IsABijection) {
  for (const char* text : {"row rank bank column bankgroup channel offset", "rorabgbachco", "row:1 channel bank column:1 row rank bankgroup column",
                           "channel row column rank bank bankgroup"})
    for (const bool hash : {false, true})
      for (const std::uint32_t channels : {1u, 2u, 3u, 5u}) {
        Geometry g = kSmall;
        g.channels = channels;
        const AddressMap map = make(text, hash, g);
        std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>> places;
        for (std::uint64_t address = 0; address < g.capacity(); address += g.burst_bytes) {
          const Place p = map.place(address);
          ASSERT_TRUE(p.channel < g.channels && p.bank < g.banks_per_channel() && p.row < g.rows && p.column < g.bursts_per_row) << text << " " << address;
          ASSERT_EQ(map.address(p), address) << text;
          places.insert({p.channel, p.bank, p.row, p.column});
        }
        ASSERT_EQ(places.size(), g.capacity() / g.burst_bytes) << text;
      }
}

TEST(DramMapping, OfEveryDeviceComesBack) {
  for (const std::string& name : dram_devices()) {
    const auto device = dram_device(name);
    Rng rng(5);
    const std::uint64_t bursts = device->geometry().capacity() / device->geometry().burst_bytes;
    for (int i = 0; i < 1000; ++i) {
      const std::uint64_t address = (i < 2 ? (i == 0 ? 0 : bursts - 1) : rng.next() % bursts) * device->geometry().burst_bytes;
      ASSERT_EQ(device->map().address(device->map().place(address)), address) << name;
    }
  }
}

TEST(DramMapping, ShortFormIsTheLongOne) {
  const AddressMap brief = make("rorabgbachco"), wordy = make("row rank bankgroup bank channel column offset");
  for (std::uint64_t address = 0; address < kSmall.capacity(); address += 32) ASSERT_EQ(brief.place(address), wordy.place(address));
}

TEST(DramMapping, HashingSpreadsRowsOverBanks) {
  const AddressMap map = make("row rank bankgroup bank column channel", true);
  std::set<std::uint32_t> banks;
  for (std::uint64_t row = 0; row < 8; ++row) banks.insert(map.place(row * kSmall.capacity() / 8).bank);
  EXPECT_EQ(banks.size(), 8u);
}

TEST(DramMapping, SaysWhatIsWrong) {
  const auto error = [](const std::string& text) {
    try {
      (void)make(text);
    } catch (const InputError& e) { return std::string(e.what()); }
    return std::string("no error");
  };
  EXPECT_THAT(error(""), HasSubstr("no address mapping"));
  EXPECT_THAT(error("row rank bank column channel"), HasSubstr("bankgroup has 0 bits"));
  EXPECT_THAT(error("row:4 rank bank column bankgroup channel"), HasSubstr("row has 4 bits, the device's 8 rows need 3"));
  EXPECT_THAT(error("row:2 rank bank column bankgroup channel"), HasSubstr("row has 2 bits"));
  EXPECT_THAT(error("row rank bank colum bankgroup channel"), HasSubstr("did you mean column?"));
  EXPECT_THAT(error("row row rank bank column bankgroup channel"), HasSubstr("two parts of row without"));
  EXPECT_THAT(error("row rank bank column bankgroup offset channel"), HasSubstr("offset must come last"));
  EXPECT_THAT(error("row rank bank column bankgroup channel offset:6"), HasSubstr("offset:6"));
  EXPECT_THAT(error("row rank bank column bankgroup channel:1 channel:0"), HasSubstr("one part only"));
  EXPECT_THAT(error("row rank bank:x column bankgroup channel"), HasSubstr("no number of bits"));
}

}  // namespace
}  // namespace ngpcsim::models::dram
