#include "models/dram/timing_state.h"

#include <algorithm>
#include <bit>

namespace ngpcsim::models::dram {
namespace {

static_assert(kBankCommands <= 8, "bank slots fit a cache line");

std::size_t nodes_of(Scope scope, const Geometry& g) {
  switch (scope) {
    case Scope::kBank: return g.banks_per_channel();
    case Scope::kBankGroup:
    case Scope::kOtherBankGroup: return g.ranks_per_channel() * g.bank_groups;
    case Scope::kRank:
    case Scope::kOtherRank: return g.ranks_per_channel();
    case Scope::kPseudoChannel: return g.pseudo_channels;
    case Scope::kChannel: return 1;
  }
  return 0;
}

}  // namespace

TimingState::TimingState(const RuleTable& table, const Geometry& geometry)
    : table_(table),
      geometry_(geometry),
      group_shift_(static_cast<std::uint32_t>(std::countr_zero(geometry.banks))),
      rank_shift_(static_cast<std::uint32_t>(std::countr_zero(geometry.banks_per_rank()))),
      pseudo_channel_shift_(static_cast<std::uint32_t>(std::countr_zero(geometry.banks_per_pseudo_channel()))),
      one_rank_(geometry.ranks_per_channel() == 1) {
  for (std::size_t c = 0; c < kCommands; ++c) collect_effect(static_cast<Command>(c));
  banks_.resize(nodes_of(Scope::kBank, geometry));
  groups_.resize(nodes_of(Scope::kBankGroup, geometry));
  ranks_.resize(nodes_of(Scope::kRank, geometry));
  pseudo_channels_.resize(nodes_of(Scope::kPseudoChannel, geometry));
  for (const RuleTable::Window& window : table.windows()) {
    const Scope scope = folded(window.scope);
    const std::size_t nodes = nodes_of(scope, geometry);
    windows_.push_back({&window, scope, std::vector<std::uint64_t>(nodes * window.length), std::vector<std::uint64_t>(nodes)});
  }
}

/// Calls `visit(node number, slots of the node)` for every node that hears of a command to `bank` in rules of this scope.
template <class Visit>
void TimingState::for_nodes(Scope scope, std::uint32_t bank, const Visit& visit) {
  const std::uint32_t group = bank >> group_shift_, rank = bank >> rank_shift_, pseudo_channel = bank >> pseudo_channel_shift_;
  switch (scope) {
    case Scope::kBank: visit(bank, banks_[bank]); break;
    case Scope::kBankGroup: visit(group, groups_[group]); break;
    case Scope::kOtherBankGroup:
      for (std::uint32_t g = rank * geometry_.bank_groups; g < (rank + 1) * geometry_.bank_groups; ++g)
        if (g != group) visit(g, groups_[g]);
      break;
    case Scope::kRank: visit(rank, ranks_[rank]); break;
    case Scope::kOtherRank:
      for (std::uint32_t r = pseudo_channel * geometry_.ranks; r < (pseudo_channel + 1) * geometry_.ranks; ++r)
        if (r != rank) visit(r, ranks_[r]);
      break;
    case Scope::kPseudoChannel: visit(pseudo_channel, pseudo_channels_[pseudo_channel]); break;
    case Scope::kChannel: visit(0u, channel_); break;
  }
}

/// A scope that holds nothing more than a narrower one is as good as that: with one rank, `shared` looks at its node only.
Scope TimingState::folded(Scope scope) const {
  if (scope == Scope::kChannel && geometry_.pseudo_channels == 1) scope = Scope::kPseudoChannel;
  return scope == Scope::kPseudoChannel && geometry_.ranks == 1 ? Scope::kRank : scope;
}

TimingState::Updates& TimingState::updates_of(Effect& effect, Scope scope) {
  switch (scope) {
    case Scope::kBank: return effect.bank;
    case Scope::kBankGroup: return effect.group;
    case Scope::kOtherBankGroup: return effect.other_groups;
    case Scope::kRank: return effect.rank;
    case Scope::kOtherRank: return effect.other_ranks;
    case Scope::kPseudoChannel: return effect.pseudo_channel;
    case Scope::kChannel: break;
  }
  return effect.channel;
}

void TimingState::collect_effect(Command command) {
  Effect& effect = effects_[index(command)];
  for (const RuleTable::ScopeUpdates& of_scope : table_.updates(command)) {
    Updates& known = updates_of(effect, folded(of_scope.scope));
    for (const RuleTable::Update& update : of_scope.updates) {
      const auto same = std::find_if(known.begin(), known.end(), [&](const RuleTable::Update& u) { return u.slot == update.slot; });
      if (same == known.end()) known.push_back(update);
      else same->cycles = std::max(same->cycles, update.cycles);
    }
  }
  if (geometry_.bank_groups == 1) effect.other_groups.clear();
  if (geometry_.ranks == 1) effect.other_ranks.clear();
  effect.elsewhere = !effect.other_groups.empty() || !effect.other_ranks.empty();
  for (const RuleTable::Window& window : table_.windows()) effect.elsewhere |= window.previous.has(command);
}

void TimingState::issue(Command command, std::uint32_t bank, std::uint64_t cycle) {
  const Effect& effect = effects_[index(command)];
  apply(effect.bank, banks_[bank], cycle);
  apply(effect.group, groups_[bank >> group_shift_], cycle);
  apply(effect.rank, ranks_[bank >> rank_shift_], cycle);
  apply(effect.pseudo_channel, pseudo_channels_[bank >> pseudo_channel_shift_], cycle);
  apply(effect.channel, channel_, cycle);
  if (effect.elsewhere) issue_elsewhere(command, bank, cycle);
}

void TimingState::issue_elsewhere(Command command, std::uint32_t bank, std::uint64_t cycle) {
  const Effect& effect = effects_[index(command)];
  for_nodes(Scope::kOtherBankGroup, bank, [&](std::uint32_t, auto& node) { apply(effect.other_groups, node, cycle); });
  for_nodes(Scope::kOtherRank, bank, [&](std::uint32_t, auto& node) { apply(effect.other_ranks, node, cycle); });
  for (WindowState& state : windows_)
    if (state.window->previous.has(command)) issue_in_window(state, bank, cycle);
}

void TimingState::issue_in_window(WindowState& state, std::uint32_t bank, std::uint64_t cycle) {
  const std::uint32_t length = state.window->length;
  for_nodes(state.scope, bank, [&](std::uint32_t number, auto& node) {
    const std::uint64_t count = ++state.counts[number];
    state.cycles[std::size_t{number} * length + (count - 1) % length] = cycle;
    if (count < length) return;
    const std::uint64_t oldest = state.cycles[std::size_t{number} * length + count % length];
    for (const RuleTable::Update& update : state.window->updates) node[update.slot] = later(node[update.slot], oldest + update.cycles);
  });
}

TimingState::BankSlots TimingState::shared(std::uint32_t rank, std::uint64_t now) const {
  const Slots& own = ranks_[rank];
  const Slots& pseudo_channel = pseudo_channels_[rank / geometry_.ranks];
  BankSlots result;
  if (one_rank_) {
    for (std::size_t s = 0; s < result.size(); ++s) result[s] = later(own[s], now);
    return result;
  }
  for (std::size_t s = 0; s < result.size(); ++s) result[s] = later(later(own[s], now), later(pseudo_channel[s], channel_[s]));
  return result;
}

std::uint64_t TimingState::earliest(Command command, std::uint32_t bank) const {
  const std::uint8_t slot = table_.slot(command);
  const std::uint32_t rank = bank >> rank_shift_;
  const std::uint64_t part = std::max({ranks_[rank][slot], pseudo_channels_[rank / geometry_.ranks][slot], channel_[slot]});
  return addresses_rank(command) ? part : std::max({part, groups_[bank >> group_shift_][slot], banks_[bank][slot]});
}

}  // namespace ngpcsim::models::dram
