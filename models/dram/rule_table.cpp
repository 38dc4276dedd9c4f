#include "models/dram/rule_table.h"

#include <algorithm>

namespace ngpcsim::models::dram {
namespace {

/// Whether the table tells the two apart as next commands.
bool alike(const std::vector<Rule>& rules, Command a, Command b) {
  return std::all_of(rules.begin(), rules.end(), [a, b](const Rule& rule) { return rule.next.has(a) == rule.next.has(b); });
}

bool applies(Scope scope, Relation relation) {
  switch (scope) {
    case Scope::kBank: return relation == Relation::kSameBank;
    case Scope::kBankGroup: return relation <= Relation::kSameBankGroup;
    case Scope::kOtherBankGroup: return relation == Relation::kSameRank;
    case Scope::kRank: return relation <= Relation::kSameRank;
    case Scope::kOtherRank: return relation == Relation::kOtherRank;
    case Scope::kPseudoChannel: return relation <= Relation::kOtherRank;
    case Scope::kChannel: return true;
  }
  return false;
}

}  // namespace

RuleTable::RuleTable(const std::vector<Rule>& rules) {
  number_slots(rules);
  for (const Rule& rule : rules) add(rule);
}

void RuleTable::number_slots(const std::vector<Rule>& rules) {
  std::uint8_t slots = 0;
  for (std::size_t c = 0; c < kCommands; ++c) {
    if (c == kBankCommands) bank_slots_ = slots;
    std::size_t same = c;
    for (std::size_t other = c; other-- > 0;)
      if (addresses_rank(static_cast<Command>(c)) == addresses_rank(static_cast<Command>(other)) &&
          alike(rules, static_cast<Command>(c), static_cast<Command>(other)))
        same = other;
    slots_[c] = same == c ? slots++ : slots_[same];
  }
}

void RuleTable::add(const Rule& rule) {
  std::vector<Update> updates;
  for (std::size_t n = 0; n < kCommands; ++n) {
    if (!rule.next.has(static_cast<Command>(n))) continue;
    if (std::none_of(updates.begin(), updates.end(), [&](const Update& u) { return u.slot == slots_[n]; }))
      updates.push_back({slots_[n], static_cast<std::uint32_t>(rule.cycles)});
  }
  if (rule.window > 1) {
    windows_.push_back({rule.previous, rule.scope, rule.window, updates});
    return;
  }
  for (std::size_t p = 0; p < kCommands; ++p) {
    if (!rule.previous.has(static_cast<Command>(p))) continue;
    const auto of_scope = std::find_if(updates_[p].begin(), updates_[p].end(), [&](const ScopeUpdates& u) { return u.scope == rule.scope; });
    std::vector<Update>& known = of_scope != updates_[p].end() ? of_scope->updates : updates_[p].emplace_back(ScopeUpdates{rule.scope, {}}).updates;
    for (const Update& update : updates) {
      const auto same = std::find_if(known.begin(), known.end(), [&](const Update& u) { return u.slot == update.slot; });
      if (same == known.end()) known.push_back(update);
      else same->cycles = std::max(same->cycles, update.cycles);
    }
  }
}

std::uint64_t RuleTable::distance(Command previous, Command next, Relation relation) const {
  std::uint64_t cycles = 0;
  for (const ScopeUpdates& of_scope : updates(previous)) {
    if (!applies(of_scope.scope, relation)) continue;
    for (const Update& update : of_scope.updates)
      if (update.slot == slot(next)) cycles = std::max<std::uint64_t>(cycles, update.cycles);
  }
  return cycles;
}

}  // namespace ngpcsim::models::dram
