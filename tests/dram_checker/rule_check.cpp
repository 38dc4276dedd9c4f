#include "tests/dram_checker/rule_check.h"

#include <algorithm>

#include <fmt/format.h>

namespace ngpcsim::dram_checker {
namespace {

[[nodiscard]] std::uint64_t places(Scope scope, const Geometry& g) {
  const std::uint64_t pseudo_channels = g.channels * g.pseudo_channels;
  switch (scope) {
    case Scope::kBank: return pseudo_channels * g.ranks * g.banks_per_rank();
    case Scope::kBankGroup:
    case Scope::kOtherBankGroup: return pseudo_channels * g.ranks * g.bank_groups;
    case Scope::kRank:
    case Scope::kOtherRank: return pseudo_channels * g.ranks;
    case Scope::kPseudoChannel: return pseudo_channels;
    case Scope::kChannel: return g.channels;
  }
  return 0;
}

}  // namespace

RuleCheck::RuleCheck(const Device& device) : geometry_(device.geometry) {
  for (const Rule& rule : device.rules) {
    History history{.rule = rule, .siblings = 1, .seen = {}, .count = {}};
    if (rule.scope == Scope::kOtherBankGroup) history.siblings = geometry_.bank_groups;
    if (rule.scope == Scope::kOtherRank) history.siblings = geometry_.ranks;
    history.count.resize(places(rule.scope, geometry_));
    history.seen.resize(history.count.size() * rule.window);
    for (std::size_t kind = 0; kind < kCommandKinds; ++kind) {
      if (rule.previous[kind]) by_previous_[kind].push_back(histories_.size());
      if (rule.next[kind]) by_next_[kind].push_back(histories_.size());
    }
    histories_.push_back(std::move(history));
  }
}

std::uint64_t RuleCheck::place(Scope scope, const Command& command) const {
  switch (scope) {
    case Scope::kBank: return geometry_.bank_number(command);
    case Scope::kBankGroup:
    case Scope::kOtherBankGroup: return geometry_.bank_group_number(command);
    case Scope::kRank:
    case Scope::kOtherRank: return geometry_.rank_number(command);
    case Scope::kPseudoChannel: return geometry_.pseudo_channel_number(command);
    case Scope::kChannel: return command.channel;
  }
  return 0;
}

std::optional<RuleCheck::Seen> RuleCheck::nth_among_others(const History& history, std::uint64_t own) {
  const std::uint64_t window = history.rule.window, first = own / history.siblings * history.siblings;
  std::vector<Seen> others;
  for (std::uint64_t place = first; place < first + history.siblings; ++place) {
    if (place == own) continue;
    for (std::uint64_t i = 0; i < std::min(history.count[place], window); ++i) others.push_back(history.seen[place * window + i]);
  }
  if (others.size() < window) return std::nullopt;
  const auto nth = others.begin() + static_cast<std::ptrdiff_t>(window - 1);
  std::nth_element(others.begin(), nth, others.end(), [](const Seen& a, const Seen& b) { return a.line > b.line; });
  return *nth;
}

std::optional<RuleCheck::Seen> RuleCheck::previous(const History& history, const Command& command) const {
  const std::uint64_t own = place(history.rule.scope, command), window = history.rule.window;
  if (history.rule.scope == Scope::kOtherBankGroup || history.rule.scope == Scope::kOtherRank) {
    if (history.siblings == 1) return std::nullopt;
    return nth_among_others(history, own);
  }
  if (history.count[own] < window) return std::nullopt;
  return history.seen[own * window + history.count[own] % window];  // the oldest of the ring, the next to be overwritten
}

void RuleCheck::check(const Command& command, Report& report) const {
  for (const std::size_t index : by_next_[index_of(command.kind)]) {
    const History& history = histories_[index];
    const std::optional<Seen> before = previous(history, command);
    if (!before || command.cycle >= before->cycle + history.rule.cycles) continue;
    const std::uint64_t actual = command.cycle < before->cycle ? 0 : command.cycle - before->cycle;
    report.add({.rule = history.rule.name,
                .what = fmt::format("{} too early behind {} (\"{}\")", name_of(command.kind), name_of(before->kind), history.rule.text),
                .lines = {before->line, command.line},
                .required = history.rule.cycles,
                .actual = actual});
  }
}

void RuleCheck::remember(const Command& command) {
  for (const std::size_t index : by_previous_[index_of(command.kind)]) {
    History& history = histories_[index];
    const std::uint64_t own = place(history.rule.scope, command), window = history.rule.window;
    history.seen[own * window + history.count[own]++ % window] = {.cycle = command.cycle, .line = command.line, .kind = command.kind};
  }
}

std::uint64_t RuleCheck::earliest(const Command& command) const {
  std::uint64_t cycle = 0;
  for (const std::size_t index : by_next_[index_of(command.kind)]) {
    if (const auto before = previous(histories_[index], command)) cycle = std::max(cycle, before->cycle + histories_[index].rule.cycles);
  }
  return cycle;
}

}  // namespace ngpcsim::dram_checker
