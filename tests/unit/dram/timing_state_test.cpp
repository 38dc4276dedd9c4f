/// The rule table, compiled, against the table as it stands in the device file.
#include "models/dram/timing_state.h"

#include <algorithm>
#include <optional>

#include <gtest/gtest.h>

#include "sim/base/rng.h"
#include "tests/unit/dram/dram_support.h"

namespace ngpcsim::models::dram {
namespace {

using testing_support::dram_device;
using testing_support::dram_devices;

struct PastCommand {
  Command command;
  std::uint32_t bank;
  std::uint64_t cycle;
};

/// Section 2 of docs/dram.md, word by word.
bool counts(const Rule& rule, const PastCommand& before, std::uint32_t bank, const Geometry& g) {
  const auto group = [&](std::uint32_t b) { return b / g.banks; };
  const auto rank = [&](std::uint32_t b) { return b / g.banks_per_rank(); };
  const auto pseudo_channel = [&](std::uint32_t b) { return b / g.banks_per_pseudo_channel(); };
  if (!rule.previous.has(before.command)) return false;
  switch (rule.scope) {
    case Scope::kBank: return before.bank == bank;
    case Scope::kBankGroup: return group(before.bank) == group(bank);
    case Scope::kOtherBankGroup: return rank(before.bank) == rank(bank) && group(before.bank) != group(bank);
    case Scope::kRank: return rank(before.bank) == rank(bank);
    case Scope::kOtherRank: return pseudo_channel(before.bank) == pseudo_channel(bank) && rank(before.bank) != rank(bank);
    case Scope::kPseudoChannel: return pseudo_channel(before.bank) == pseudo_channel(bank);
    case Scope::kChannel: return true;
  }
  return false;
}

std::uint64_t allowed_from(const Rule& rule, const std::vector<PastCommand>& history, std::uint32_t bank, const Geometry& g) {
  std::uint32_t seen = 0;
  for (auto before = history.rbegin(); before != history.rend(); ++before)
    if (counts(rule, *before, bank, g) && ++seen == rule.window) return before->cycle + rule.cycles;
  return 0;
}

/// Every rule alone, every pair of its commands, every pair of banks: forbidden until its cycle, allowed at it, and silent where it does not apply.
TEST(TimingState, EveryRuleOfEveryDeviceIsTight) {
  for (const std::string& name : dram_devices()) {
    const auto device = dram_device(name, {"organization.ranks=2"});
    const Geometry& g = device->geometry();
    for (const Rule& rule : device->rules()) {
      const RuleTable table({rule});
      for (std::size_t p = 0; p < kCommands; ++p) {
        if (!rule.previous.has(static_cast<Command>(p))) continue;
        TimingState state(table, g);
        std::vector<PastCommand> history;
        const std::uint32_t bank = g.banks_per_channel() > 5 ? 5 : 0;
        for (std::uint32_t n = 0; n < rule.window; ++n) {
          history.push_back({static_cast<Command>(p), bank, 1000 + 10 * n});
          state.issue(static_cast<Command>(p), bank, history.back().cycle);
        }
        for (std::size_t n = 0; n < kCommands; ++n)
          for (std::uint32_t b = 0; b < g.banks_per_channel(); ++b) {
            const bool named = rule.next.has(static_cast<Command>(n));
            const std::uint64_t expected = named ? allowed_from(rule, history, b, g) : 0;
            ASSERT_EQ(state.earliest(static_cast<Command>(n), b), expected)
                << name << " " << rule.name << " " << kCommandNames[p] << " " << kCommandNames[n] << " bank " << b;
          }
      }
    }
  }
}

TEST(TimingState, AgreesWithTheTableAfterRandomCommands) {
  for (const std::string& name : dram_devices()) {
    for (const char* ranks : {"organization.ranks=1", "organization.ranks=2"}) {
      const auto device = dram_device(name, {ranks, "rules.more=ACT RD|WR other_bank_group 13", "rules.wide=RD|WR RD|PREA other_rank 31 window=3",
                                             "rules.wider=ACT|RD ACT|PREA channel 400 window=4"});
      const Geometry& g = device->geometry();
      TimingState state(device->table(), g);
      std::vector<PastCommand> history;
      Rng rng(7);
      std::uint64_t cycle = 0;
      for (int i = 0; i < 200; ++i) {
        const auto command = static_cast<Command>(rng.below(kCommands));
        const std::uint32_t bank = rng.below(g.banks_per_channel());
        cycle += rng.below(30);
        if (command == Command::kRefBank && device->timing(Timing::kRFCpb) == 0) continue;
        state.issue(command, bank, cycle);
        history.push_back({command, bank, cycle});
        const auto next = static_cast<Command>(rng.below(kCommands));
        const std::uint32_t target = rng.below(g.banks_per_channel());
        std::uint64_t expected = 0;
        for (const Rule& rule : device->rules())
          if (rule.next.has(next)) expected = std::max(expected, allowed_from(rule, history, target, g));
        ASSERT_EQ(state.earliest(next, target), expected) << name << " step " << i << " " << kCommandNames[index(next)];
        const auto shared = state.shared(target / g.banks_per_rank(), 0);
        if (!addresses_rank(next)) {
          const std::uint8_t slot = device->table().slot(next);
          ASSERT_EQ(state.earliest(target, slot, state.own(target, slot), shared), expected);
        }
      }
    }
  }
}

}  // namespace
}  // namespace ngpcsim::models::dram
