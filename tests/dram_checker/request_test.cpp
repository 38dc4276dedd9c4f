#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/dram_checker/address_map.h"
#include "tests/dram_checker/bad_input.h"
#include "tests/dram_checker/test_support.h"

/// The account of requests, the mapping, and whole traces.
namespace ngpcsim::dram_checker {
namespace {

using enum Kind;

std::vector<Request> some_requests(const Device& device, std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Request> requests;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t bytes = 1 + random() % (3 * device.geometry.burst_bytes());
    requests.push_back({.cycle = 3 * i, .address = random() % (device.geometry.capacity() - bytes), .bytes = bytes, .write = random() % 3 == 0});
    if (i > 4 && random() % 3 == 0) requests.back().address = requests[i - 3].address;
  }
  return requests;
}

TEST(WholeTraces, ALegalOneIsAcceptedOnEveryDevice) {
  for (const auto& file : device_files()) {
    SCOPED_TRACE(file.filename().string());
    const Device device = load_device(file.stem().string(), {"refresh.mode=none", "controller.read_queue=1", "controller.write_queue=1"});
    const std::vector<Request> requests = some_requests(device, 300, 1);
    const std::vector<Command> commands = serve_in_turn(device, requests);
    Totals totals;
    EXPECT_EQ(broken(check_commands(device, commands, &requests, &totals)), "");
    EXPECT_EQ(totals.hits + totals.misses + totals.conflicts, totals.count(kRd) + totals.count(kWr));
    EXPECT_EQ(totals.misses + totals.conflicts + totals.unused, totals.count(kAct));
  }
}

/// Every command of that trace comes as early as it may. One cycle sooner breaks something, for each of them.
TEST(WholeTraces, NoCommandCanComeOneCycleSooner) {
  for (const auto& file : device_files()) {
    const Device device = load_device(file.stem().string(), {"refresh.mode=none"});
    const std::vector<Request> requests = some_requests(device, 30, 2);
    const std::vector<Command> commands = serve_in_turn(device, requests);
    for (std::size_t i = 0; i < commands.size(); ++i) {
      std::vector<Command> sooner = commands;
      // The server takes its commands strictly in turn: where only that held one back, it may come sooner.
      if (i > 0 && commands[i].cycle == commands[i - 1].cycle) continue;
      --sooner[i].cycle;
      const bool in_turn_only = i > 0 && commands[i].cycle == commands[i - 1].cycle + 1 && commands[i].channel != commands[i - 1].channel;
      EXPECT_TRUE(in_turn_only || !check_commands(device, sooner, &requests).clean()) << file << " command " << i;
    }
  }
}

class Account : public testing::Test {
 protected:
  [[nodiscard]] std::string broken_by(const std::vector<Command>& commands) const { return broken(check_commands(device_, commands, &requests_)); }

  const Device device_ = load_device("ddr4-2400", {"refresh.mode=none"});
  const std::vector<Request> requests_{{0, 0, 128, false}, {5, 1 << 20, 64, true}, {6, 64, 64, false}};
  const std::vector<Command> commands_ = serve_in_turn(device_, requests_);  // ACT RD ACT RD, PRE ACT WR, RD
};

TEST_F(Account, EachRequestIsServedOnce) {
  EXPECT_EQ(broken_by(commands_), "");
  std::vector<Command> lost = commands_;
  lost.pop_back();
  EXPECT_EQ(broken_by(lost), "request.lost 1");
  std::vector<Command> twice = commands_;
  twice.push_back(twice.back());
  twice.back().cycle += 100;
  EXPECT_EQ(broken_by(twice), "request.twice 1");
}

TEST_F(Account, AtItsAddress) {
  std::vector<Command> column = commands_;
  column.back().column += 8;
  EXPECT_EQ(broken_by(column), "request.address 1, request.lost 1");
  std::vector<Command> other = commands_;
  other.back().request = 0;
  EXPECT_EQ(broken_by(other), "request.lost 1, request.twice 1") << "both read this burst";
  std::vector<Command> unknown = commands_;
  unknown.back().request = 3;
  EXPECT_EQ(broken_by(unknown), "request.lost 1, request.unknown 1");
  std::vector<Command> row = commands_;
  row.front().row += 1;
  row[1].row += 1;
  EXPECT_EQ(broken_by(row), "request.address 2, request.lost 1") << "a row opened for nobody";
}

TEST_F(Account, AsWhatItIsAndInItsTime) {
  std::vector<Command> read = commands_;
  for (Command& command : read) command.kind = command.kind == kWr ? kRd : command.kind;
  EXPECT_EQ(broken_by(read), "request.kind 1, request.lost 1");
  std::vector<Request> later = requests_;
  later[0].cycle = commands_[0].cycle;
  EXPECT_EQ(broken(check_commands(device_, commands_, &later)), "request.early 1") << "seen a cycle after its arrival";
  later[0].cycle -= 1;
  EXPECT_EQ(broken(check_commands(device_, commands_, &later)), "");
}

TEST_F(Account, RowsAreOpenedForBurstsThatWait) {
  Command late = commands_.front();
  late.cycle = commands_[1].cycle + 1;
  std::vector<Command> again = commands_;
  again.insert(again.begin() + 2, late);
  EXPECT_THAT(broken_by(again), testing::HasSubstr("request.address 1")) << "its only burst of this row was read before";
}

TEST_F(Account, NothingComesBehindTheEnd) {
  std::vector<Command> commands = commands_;
  commands.push_back(commands_.back());
  commands.back().kind = kPre;
  commands.back().request.reset();
  commands.back().cycle += 17 + 4 - 1;
  EXPECT_EQ(broken_by(commands), "");
  ++commands.back().cycle;
  EXPECT_EQ(broken_by(commands), "run.after_end 1");
}

TEST_F(Account, TotalsAreThoseOfTheContract) {
  Totals totals;
  EXPECT_TRUE(check_commands(device_, commands_, &requests_, &totals).clean());
  EXPECT_EQ(totals.bytes, 256u);
  EXPECT_EQ(totals.first_arrival, 0u);
  EXPECT_EQ(totals.end, commands_.back().cycle + 17 + 4);
  EXPECT_DOUBLE_EQ(totals.bandwidth(1200000), 256 * 1.2e9 / static_cast<double>(totals.end));
  EXPECT_EQ(totals.misses, 2u);
  EXPECT_EQ(totals.hits, 1u);
  EXPECT_EQ(totals.conflicts, 1u);
}

TEST_F(Account, PlacesAndCyclesAreChecked) {
  std::vector<Command> commands = commands_;
  commands.back().row = 32768;
  EXPECT_EQ(broken_by(commands), "log.range 1, request.lost 1");
  commands = commands_;
  commands.back().column = 1;
  EXPECT_EQ(broken_by(commands), "log.range 1, request.lost 1");
  commands = commands_;
  std::swap(commands[0], commands[2]);
  EXPECT_THAT(broken_by(commands), testing::HasSubstr("log.order"));
  const std::vector<Request> beyond{{0, device_.geometry.capacity() - 1, 2, false}};
  EXPECT_THROW(static_cast<void>(check_commands(device_, {}, &beyond)), BadInput);
}

/// Reads and writes of one burst, 64 bytes at address 0.
class OneBurst : public testing::Test {
 protected:
  [[nodiscard]] std::string broken_by(const std::vector<Request>& requests, const std::vector<std::pair<Kind, std::uint64_t>>& served) const {
    std::vector<Command> commands(served.size() + 1);
    commands[0].kind = kAct;
    commands[0].cycle = 20;
    commands[0].request = served.front().second;
    for (std::size_t i = 0; i < served.size(); ++i) {
      commands[i + 1].kind = served[i].first;
      commands[i + 1].cycle = 40 * (i + 2);
      commands[i + 1].request = served[i].second;
    }
    return broken(check_commands(device_, commands, &requests));
  }

  const Device device_ = load_device("ddr4-2400", {"refresh.mode=none", "controller.read_queue=2", "controller.write_queue=2"});
  const Request read_{0, 0, 64, false}, write_{0, 0, 64, true}, low_{0, 0, 8, true}, next_{0, 8, 8, true}, far_{0, 32, 8, true}, read_low_{0, 0, 16, false};
};

TEST_F(OneBurst, AReadDoesNotSeeALaterWrite) {
  EXPECT_EQ(broken_by({read_, write_}, {{kRd, 0}, {kWr, 1}}), "");
  EXPECT_EQ(broken_by({read_, write_}, {{kWr, 1}, {kRd, 0}}), "data.order 1");
  EXPECT_EQ(broken_by({write_, read_, write_}, {{kMerge, 2}, {kForward, 1}, {kWr, 0}}), "data.order 1");
  EXPECT_EQ(broken_by({low_, read_, write_}, {{kMerge, 2}, {kRd, 1}, {kWr, 0}}), "data.order 1") << "the read is merged with bytes of the later write";
}

TEST_F(OneBurst, AReadSeesTheWritesBefore) {
  EXPECT_EQ(broken_by({write_, read_}, {{kWr, 0}, {kRd, 1}}), "");
  EXPECT_EQ(broken_by({write_, read_}, {{kForward, 1}, {kWr, 0}}), "");
  EXPECT_EQ(broken_by({write_, read_}, {{kRd, 1}, {kWr, 0}}), "data.stale 1");
  EXPECT_EQ(broken_by({write_, read_}, {{kWr, 0}, {kForward, 1}}), "data.forward 1");
  EXPECT_EQ(broken_by({low_, read_}, {{kRd, 1}, {kWr, 0}}), "") << "the controller merges the bytes";
  EXPECT_EQ(broken_by({low_, read_}, {{kForward, 1}, {kWr, 0}}), "data.forward 1");
  EXPECT_EQ(broken_by({low_, next_, read_low_}, {{kMerge, 1}, {kForward, 2}, {kWr, 0}}), "") << "both together hold all bytes";
}

TEST_F(OneBurst, AWriteJoinsAWaitingOne) {
  EXPECT_EQ(broken_by({low_, next_}, {{kMerge, 1}, {kWr, 0}}), "");
  EXPECT_EQ(broken_by({low_, next_}, {{kWr, 0}, {kMerge, 1}}), "data.merge 1");
  EXPECT_EQ(broken_by({low_, far_}, {{kMerge, 1}, {kWr, 0}}), "data.merge 1") << "nothing touches";
  EXPECT_EQ(broken_by({low_, far_}, {{kWr, 1}, {kWr, 0}}), "") << "the order is free";
  EXPECT_EQ(broken_by({low_, write_}, {{kWr, 1}, {kWr, 0}}), "data.order 1");
}

/// Of a burst there wait bytes 0..7 and 32..39; what joins one of them must leave them apart.
TEST_F(OneBurst, AWriteJoinsTheOneThatItOverlaps) {
  const Request between{0, 8, 24, true}, both{0, 4, 32, true}, read_far{0, 32, 8, false}, read_all{0, 0, 40, false};
  const std::vector<Request> requests{low_, far_, between, read_far, {0, 32, 8, true}, read_all};
  // `between` joins the older; then the younger is written again, though the older is touched too: no place has all of 0..39.
  EXPECT_EQ(broken_by({requests.begin(), requests.end() - 1}, {{kMerge, 2}, {kForward, 3}, {kMerge, 4}, {kWr, 0}, {kWr, 1}}), "");
  EXPECT_EQ(broken_by(requests, {{kMerge, 2}, {kForward, 3}, {kMerge, 4}, {kForward, 5}, {kWr, 0}, {kWr, 1}}), "data.forward 1");
  EXPECT_EQ(broken_by({low_, far_, both}, {{kMerge, 2}, {kWr, 0}, {kWr, 1}}), "data.order 1") << "it overlaps both";
  EXPECT_EQ(broken_by({low_, far_, both}, {{kWr, 0}, {kMerge, 2}, {kWr, 1}}), "");
}

TEST_F(OneBurst, WhatIsNoCommandComesBehindTheCommandsOfItsCycle) {
  std::vector<Command> commands(3);
  const auto set = [&](std::size_t i, Kind kind, std::uint64_t cycle, std::uint64_t request) {
    commands[i].kind = kind;
    commands[i].cycle = cycle;
    commands[i].request = request;
  };
  set(0, kAct, 20, 0);
  set(1, kForward, 60, 1);
  set(2, kWr, 60, 0);
  EXPECT_EQ(broken(check_commands(device_, commands)), "log.order 1");
  commands[2].cycle = 61;
  EXPECT_EQ(broken(check_commands(device_, commands)), "");
}

TEST_F(OneBurst, QueuesHaveTheirPlaces) {
  EXPECT_EQ(broken_by({read_, read_, read_}, {{kRd, 1}, {kRd, 0}, {kRd, 2}}), "");
  EXPECT_EQ(broken_by({read_, read_, read_}, {{kRd, 2}, {kRd, 0}, {kRd, 1}}), "queue.read 1") << "the third would have been in a queue of two";
  EXPECT_EQ(broken_by({low_, far_, {0, 48, 8, true}}, {{kWr, 2}, {kWr, 0}, {kWr, 1}}), "queue.write 1");
}

TEST(AddressMap, FieldsAreTakenFromTheLowestBitUp) {
  // 64-byte bursts, 2 channels, 4 bank groups of 4 banks, 128 bursts a row.
  const Device device = load_device("ddr4-2400", {"organization.channels=2"});
  const AddressMap map(device.geometry, "row rank bank column:4 bankgroup column channel offset", false);
  // offset 6, channel 1, column 3, bankgroup 2, column 4, bank 2, row 15
  const std::uint64_t address = 0x2a | 1u << 6 | 5u << 7 | 2u << 10 | 9u << 12 | 3u << 16 | 1234u << 18;
  const Command place = map.location(address);
  EXPECT_EQ(place.channel, 1u);
  EXPECT_EQ(place.bank_group, 2u);
  EXPECT_EQ(place.bank, 3u);
  EXPECT_EQ(place.row, 1234u);
  EXPECT_EQ(place.column, (9u << 3 | 5u) * 8);
  EXPECT_EQ(map.address(place), address & ~std::uint64_t{63});

  const Command short_form = AddressMap(device.geometry, "rorabgbachco", false).location(7u << 6 | 1u << 13 | 2u << 14 | 3u << 16 | 99u << 18);
  EXPECT_EQ(short_form.column, 7u * 8);
  EXPECT_EQ(short_form.channel, 1u);
  EXPECT_EQ(short_form.bank, 2u);
  EXPECT_EQ(short_form.bank_group, 3u);
  EXPECT_EQ(short_form.row, 99u);

  const AddressMap hash(device.geometry, "row rank bank bankgroup column channel offset", true);
  const Command hashed = hash.location(std::uint64_t{0b1101} << 18 | 0b10u << 16 | 0b01u << 14);
  EXPECT_EQ(hashed.bank_group, 0b01u ^ 0b11u) << "the number is bank group x banks + bank";
  EXPECT_EQ(hashed.bank, 0b10u ^ 0b01u);
}

TEST(AddressMap, AnyNumberOfChannels) {
  const Device device = load_device("mixed");  // 3 channels, 16-byte bursts; below the channel: offset 4, column 2, pseudo-channel 1
  const AddressMap map(device.geometry, device.mapping, false);
  const std::uint64_t unit = 128;
  for (const std::uint64_t block : {0u, 1u, 2u, 3u, 4u, 1000u}) EXPECT_EQ(map.location(block * unit).channel, block % 3);
  EXPECT_EQ(map.location(3 * unit).bank_group, 1u) << "the lowest field above the channel";
  EXPECT_EQ(map.location(6 * unit).row, 1u);
}

TEST(AddressMap, ThereAndBackOnEveryDevice) {
  for (const auto& file : device_files()) {
    const Device device = load_device(file.stem().string());
    for (const bool hash : {false, true}) {
      const AddressMap map(device.geometry, device.mapping, hash);
      std::mt19937_64 random(3);
      for (int i = 0; i < 2000; ++i) {
        const std::uint64_t address = random() % device.geometry.capacity() / device.geometry.burst_bytes() * device.geometry.burst_bytes();
        EXPECT_EQ(map.address(map.location(address)), address) << file;
      }
    }
  }
}

TEST(AddressMap, WhatDoesNotFitIsRefused) {
  const Geometry geometry = load_device("ddr4-2400", {"organization.channels=2"}).geometry;
  for (const char* wrong : {"row rank bank column bankgroup offset", "row rank bank column:8 bankgroup channel", "row rank bank column:3 bankgroup channel",
                            "row bank column:x bankgroup channel", "row row bank column bankgroup channel", "row bank column bankgroup channel channel",
                            "row bank columns bankgroup channel", "rorabgbacoxx"}) {
    EXPECT_THROW(AddressMap(geometry, wrong, false), BadInput) << wrong;
  }
}

}  // namespace
}  // namespace ngpcsim::dram_checker
