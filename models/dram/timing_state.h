#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "models/dram/geometry.h"
#include "models/dram/rule_table.h"

namespace ngpcsim::models::dram {

/// What the rules make of the commands that one channel has issued: the earliest cycle of every command, kept per bank, bank group, rank, pseudo-channel and
/// for the channel, so that a command costs a few updates and a question a few maxima.
class TimingState {
 public:
  /// By value, unlike std::max: a conditional move instead of a branch that nobody can predict.
  [[nodiscard]] static constexpr std::uint64_t later(std::uint64_t a, std::uint64_t b) { return a < b ? b : a; }

  /// `table` outlives it.
  TimingState(const RuleTable& table, const Geometry& geometry);

  /// Earliest cycles by slot; those of commands to banks come first.
  using Slots = std::array<std::uint64_t, RuleTable::kSlots>;
  using BankSlots = std::array<std::uint64_t, 8>;

  /// `command` goes to `bank` at `cycle`, no earlier than any command before it; one that addresses a rank goes to any bank of it.
  void issue(Command command, std::uint32_t bank, std::uint64_t cycle);

  /// The part of the earliest cycles that all banks of a rank (counted in the channel) share; none is before `now`.
  [[nodiscard]] BankSlots shared(std::uint32_t rank, std::uint64_t now) const;
  /// The part that is a bank's own: it changes with commands to this bank and those that address its rank only.
  [[nodiscard]] std::uint64_t own(std::uint32_t bank, std::uint8_t slot) const { return banks_[bank][slot]; }
  /// The earliest cycle of a command to `bank`, given these parts.
  [[nodiscard]] std::uint64_t earliest(std::uint32_t bank, std::uint8_t slot, std::uint64_t own_part, const BankSlots& shared_part) const {
    return later(own_part, later(shared_part[slot], groups_[bank >> group_shift_][slot]));
  }
  [[nodiscard]] std::uint64_t earliest(Command command, std::uint32_t bank) const;

 private:
  /// Slots of one node whose earliest cycle becomes, if it is not later anyway, that of a command plus `cycles`.
  using Updates = std::vector<RuleTable::Update>;
  /// What a command changes: in the nodes that it goes through, and in the others of its rank or pseudo-channel.
  struct Effect {
    Updates bank, group, rank, pseudo_channel, channel, other_groups, other_ranks;
    bool elsewhere = false;  ///< beyond the nodes that it goes through, or in a window
  };
  /// The last cycles of a windowed rule's previous commands at every node of its scope.
  struct WindowState {
    const RuleTable::Window* window;
    Scope scope;
    std::vector<std::uint64_t> cycles;  ///< `length` per node, a ring
    std::vector<std::uint64_t> counts;
  };

  [[nodiscard]] Scope folded(Scope scope) const;
  [[nodiscard]] static Updates& updates_of(Effect& effect, Scope scope);
  void collect_effect(Command command);
  void issue_elsewhere(Command command, std::uint32_t bank, std::uint64_t cycle);
  template <class Node>
  static void apply(const Updates& updates, Node& node, std::uint64_t cycle) {
    for (const RuleTable::Update& update : updates) node[update.slot] = later(node[update.slot], cycle + update.cycles);
  }
  template <class Visit>
  void for_nodes(Scope scope, std::uint32_t bank, const Visit& visit);
  void issue_in_window(WindowState& state, std::uint32_t bank, std::uint64_t cycle);

  const RuleTable& table_;
  Geometry geometry_;
  std::uint32_t group_shift_, rank_shift_, pseudo_channel_shift_;
  bool one_rank_;  ///< of a channel with one pseudo-channel: then everything shared is in the rank
  std::array<Effect, kCommands> effects_;
  std::vector<BankSlots> banks_, groups_;
  std::vector<Slots> ranks_, pseudo_channels_;
  Slots channel_{};
  std::vector<WindowState> windows_;
};

}  // namespace ngpcsim::models::dram
