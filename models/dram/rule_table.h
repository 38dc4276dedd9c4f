#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/dram/rule.h"

namespace ngpcsim::models::dram {

/// Where two commands lie relative to each other.
enum class Relation : std::uint8_t { kSameBank, kSameBankGroup, kSameRank, kOtherRank, kOtherPseudoChannel };

/// The rules compiled for look-up by previous command. Commands that every rule treats alike as `next` share a *slot*, the place where the earliest cycle of
/// that command is kept.
class RuleTable {
 public:
  static constexpr std::size_t kSlots = 16;  ///< room for every command; those of bank commands come first

  struct Update {
    std::uint8_t slot;
    std::uint32_t cycles;
  };
  struct Window {
    CommandSet previous;
    Scope scope;
    std::uint32_t length;
    std::vector<Update> updates;
  };

  /// What the rules of one scope make of a command: the slots that it raises.
  struct ScopeUpdates {
    Scope scope;
    std::vector<Update> updates;
  };

  explicit RuleTable(const std::vector<Rule>& rules);

  [[nodiscard]] std::uint8_t slot(Command command) const { return slots_[index(command)]; }
  /// Slots of commands to a bank are below this number.
  [[nodiscard]] std::uint8_t bank_slots() const { return bank_slots_; }
  /// Scopes without an update are left out.
  [[nodiscard]] const std::vector<ScopeUpdates>& updates(Command previous) const { return updates_[index(previous)]; }
  [[nodiscard]] const std::vector<Window>& windows() const { return windows_; }

  /// Least distance that rules without a window demand from `previous` to `next`.
  [[nodiscard]] std::uint64_t distance(Command previous, Command next, Relation relation) const;

 private:
  void number_slots(const std::vector<Rule>& rules);
  void add(const Rule& rule);

  std::array<std::uint8_t, kCommands> slots_{};
  std::uint8_t bank_slots_ = 0;
  std::array<std::vector<ScopeUpdates>, kCommands> updates_;
  std::vector<Window> windows_;
};

}  // namespace ngpcsim::models::dram
