/// The controller at the limits of the rules: no command before a rule allows it, and for every rule commands in the very cycle from which it does.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/base/rng.h"
#include "tests/unit/dram/dram_support.h"

namespace ngpcsim::models::dram {
namespace {

using testing_support::dram_device;
using testing_support::dram_devices;
using testing_support::RecordedDram;

struct PlacedCommand {
  Command command;
  std::uint32_t pseudo_channel, rank, group, bank;  ///< each counted within the channel
  std::uint64_t cycle;
};

PlacedCommand issued(const CommandRecord& r, const Geometry& g) {
  const auto command = static_cast<Command>(std::find(kCommandNames.begin(), kCommandNames.end(), r.command) - kCommandNames.begin());
  const std::uint32_t rank = r.pseudo_channel * g.ranks + r.rank, group = rank * g.bank_groups + r.bank_group.value_or(0);
  return {command, r.pseudo_channel, rank, group, group * g.banks + r.bank.value_or(0), r.cycle};
}

bool in_scope(Scope scope, const PlacedCommand& a, const PlacedCommand& b) {
  switch (scope) {
    case Scope::kBank: return a.bank == b.bank;
    case Scope::kBankGroup: return a.group == b.group;
    case Scope::kOtherBankGroup: return a.rank == b.rank && a.group != b.group;
    case Scope::kRank: return a.rank == b.rank;
    case Scope::kOtherRank: return a.pseudo_channel == b.pseudo_channel && a.rank != b.rank;
    case Scope::kPseudoChannel: return a.pseudo_channel == b.pseudo_channel;
    case Scope::kChannel: return true;
  }
  return false;
}

/// The first cycle that `rule` allows for the last of `commands`, as far as that is not long gone: 0 then.
std::uint64_t allowed_from(const Rule& rule, const std::vector<PlacedCommand>& commands) {
  const PlacedCommand& now = commands.back();
  std::uint32_t seen = 0;
  for (auto before = commands.rbegin() + 1; before != commands.rend() && before->cycle + rule.cycles >= now.cycle; ++before)
    if (rule.previous.has(before->command) && in_scope(rule.scope, *before, now) && ++seen == rule.window) return before->cycle + rule.cycles;
  return 0;
}

/// Hits and conflicts, reads and writes, in bursts with pauses, in a few rows of every bank of a channel.
void ask_anything(RecordedDram& run) {
  const Geometry& g = run.device->geometry();
  Rng rng(5);
  std::uint64_t cycle = 0;
  std::uint32_t bank = 0, row = 0;
  bool write = false;
  for (int i = 0; i < 3000; ++i) {
    if (rng.below(3) == 0) bank = rng.below(g.banks_per_channel());
    if (rng.below(4) == 0) row = rng.below(3);
    if (rng.below(6) == 0) write = rng.below(2) == 0;
    if (rng.below(12) == 0) cycle += rng.below(300);
    const std::uint64_t address = run.row(bank, row, rng.below(g.bursts_per_row));
    if (write) run.write(address, cycle, g.burst_bytes);
    else run.read(address, cycle, g.burst_bytes);
  }
}

/// Two rows of a bank, or many reads or writes of one row, nearer and nearer to the refresh of a rank that has nothing else to do.
void ask_before_refreshes(RecordedDram& run) {
  const Geometry& g = run.device->geometry();
  const std::uint64_t interval = run.device->timing(Timing::kREFI);
  std::uint64_t due = interval / g.ranks_per_channel();
  for (std::uint64_t distance = 150; distance > 0; --distance) {
    for (const std::uint32_t row : {1u, 2u}) run.read(run.row(0, row), due + interval - distance, g.burst_bytes);
    for (std::uint32_t column = 0; column < 12; ++column) run.read(run.row(0, 1, column), due + 2 * interval - distance, g.burst_bytes);
    for (std::uint32_t column = 0; column < 12; ++column) run.write(run.row(0, 1, column), due + 3 * interval - distance, g.burst_bytes);
    due += 3 * interval;
  }
}

/// Rules that bind in no controller like this one: another one keeps the commands further apart.
bool hidden(const Rule& rule, const Device& device) {
  if (rule.cycles == 0) return true;                  // of a sum below 0
  if (rule.name == "precharge_all_act") return true;  // behind PREA comes REF, and then RFC
  if (rule.name == "bank_refresh_rank") return true;  // per-bank refreshes of a rank are due further apart
  return rule.name == "faw" && device.timing(Timing::kFAW) < rule.window * device.timing(Timing::kRRD_S);
}

/// How often each rule was met: the command came in the very cycle from which the rule allows it.
using Met = std::map<std::string, std::uint64_t>;

void judge(const RecordedDram& run, Met& met) {
  std::vector<PlacedCommand> commands;
  for (const CommandRecord& record : run.commands) {
    if (record.channel != 0 || record.command == kForward || record.command == kMerge) continue;
    commands.push_back(issued(record, run.device->geometry()));
    for (const Rule& rule : run.device->rules()) {
      if (!rule.next.has(commands.back().command)) continue;
      const std::uint64_t allowed = allowed_from(rule, commands);
      ASSERT_GE(record.cycle, allowed) << record.command << " breaks " << rule.name;
      if (allowed == record.cycle) ++met[rule.name];
    }
  }
}

TEST(RuleLimits, EveryRuleIsKeptAndMetToTheCycle) {
  for (const std::string& name : dram_devices()) {
    SCOPED_TRACE(name);
    const bool per_bank = dram_device(name)->timing(Timing::kRFCpb) > 0;
    Met met;
    for (const std::string mode : {"all_bank", "per_bank"}) {
      if (mode == "per_bank" && !per_bank) continue;
      for (const std::string policy : {"open", "closed"}) {
        for (const auto ask : {ask_anything, ask_before_refreshes}) {
          RecordedDram run(dram_device(name, {"organization.ranks=2", "refresh.mode=" + mode, "controller.row_policy=" + policy}));
          ask(run);
          run.finish();
          judge(run, met);
        }
      }
    }
    const auto device = dram_device(name, {"organization.ranks=2"});
    for (const Rule& rule : device->rules()) EXPECT_TRUE(met[rule.name] > 0 || hidden(rule, *device)) << rule.name << " was never met";
  }
}

}  // namespace
}  // namespace ngpcsim::models::dram
