#include "tests/dram_checker/refresh_check.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace ngpcsim::dram_checker {
namespace {

std::string waited(const Command& step, std::uint64_t from) {
  return fmt::format("{} of channel {} pseudo-channel {} rank {} was forced and possible from cycle {}", name_of(step.kind), step.channel, step.pseudo_channel,
                     step.rank, from);
}

}  // namespace

RefreshCheck::RefreshCheck(const Device& device, const RuleCheck& rules, const BankCheck& banks)
    : geometry_(device.geometry),
      mode_(device.refresh),
      interval_(device.cycles("REFI")),
      postpone_(device.postpone),
      rules_(rules),
      banks_(banks),
      ranks_(device.geometry.channels * device.geometry.ranks_per_channel()) {}

std::uint64_t RefreshCheck::due(std::uint64_t rank, std::uint64_t n) const {
  const std::uint64_t ranks = geometry_.ranks_per_channel(), j = rank % ranks;
  if (mode_ == RefreshMode::kAllBank) return interval_ * (j + 1) / ranks + n * interval_;
  const std::uint64_t banks = geometry_.banks_per_rank();
  return interval_ * (j + 1) / (ranks * banks) + n * interval_ / banks;
}

Command RefreshCheck::next_step(std::uint64_t rank) const {
  Command step;
  step.channel = static_cast<std::uint32_t>(rank / geometry_.ranks_per_channel());
  step.pseudo_channel = static_cast<std::uint32_t>(rank / geometry_.ranks % geometry_.pseudo_channels);
  step.rank = static_cast<std::uint32_t>(rank % geometry_.ranks);
  if (mode_ == RefreshMode::kAllBank) {
    step.kind = banks_.open_banks(step) > 0 ? Kind::kPrea : Kind::kRef;
    return step;
  }
  const std::uint64_t bank = ranks_[rank].issued % geometry_.banks_per_rank();
  step.bank_group = static_cast<std::uint32_t>(bank / geometry_.banks);
  step.bank = static_cast<std::uint32_t>(bank % geometry_.banks);
  step.kind = banks_.is_open(step) ? Kind::kPre : Kind::kRefpb;
  return step;
}

std::uint64_t RefreshCheck::step_from(std::uint64_t rank, const Command& step) const {
  // Behind its PREA a refresh follows at once, forced or not.
  const std::uint64_t wanted = ranks_[rank].precharge_all ? 0 : forced_from(rank);
  return std::max(wanted, rules_.earliest(step));
}

void RefreshCheck::take(const Command& command, Report& report) {
  if (mode_ == RefreshMode::kNone) {
    if (is_refresh(command.kind)) add(report, "refresh.kind", "a refresh of a device that has none", command);
    return;
  }
  check_waiting(command, report);
  if (is_refresh(command.kind)) return take_refresh(command, report);
  if (command.kind == Kind::kAct || is_column(command.kind)) check_blocked(command, report);
  if (command.kind == Kind::kPrea) {
    const std::uint64_t rank = geometry_.rank_number(command);
    if (mode_ == RefreshMode::kPerBank) add(report, "refresh.kind", "PREA of a device that refreshes banks", command);
    else if (command.cycle < due(rank, ranks_[rank].issued)) add(report, "refresh.early", "PREA before a refresh was owed", command);
    ranks_[rank].precharge_all = command.line;
  }
}

/// Refreshes and what they need come before all else: whatever is issued behind the cycle in which a forced step was possible, or in that cycle
/// but for a burst, shows that it was passed over; so does the step itself when it comes later.
void RefreshCheck::check_waiting(const Command& command, Report& report) const {
  const std::uint64_t ranks = geometry_.ranks_per_channel(), first = command.channel * ranks;
  for (std::uint64_t rank = first; rank < first + ranks; ++rank) {
    if (forced_from(rank) > command.cycle && !ranks_[rank].precharge_all) continue;
    const Command step = next_step(rank);
    const std::uint64_t from = step_from(rank, step);
    if (from > command.cycle) continue;
    const bool same_place = geometry_.rank_number(command) == rank && command.bank_group == step.bank_group && command.bank == step.bank;
    const bool is_step = same_place && command.kind == step.kind;
    const bool for_refresh = is_refresh(command.kind) || command.kind == Kind::kPrea || (command.kind == Kind::kPre && !command.request);
    if (from == command.cycle && (is_step || for_refresh)) continue;
    add(report, "refresh.late", waited(step, from), command);
  }
}

void RefreshCheck::check_blocked(const Command& command, Report& report) const {
  const std::uint64_t rank = geometry_.rank_number(command);
  const bool forced = forced_from(rank) <= command.cycle;
  if (!forced && !ranks_[rank].precharge_all) return;
  if (mode_ == RefreshMode::kPerBank) {
    const Command step = next_step(rank);
    if (step.bank_group != command.bank_group || step.bank != command.bank) return;
  }
  add(report, "refresh.blocked", fmt::format("{} where a refresh is forced since cycle {}", name_of(command.kind), forced_from(rank)), command);
}

void RefreshCheck::take_refresh(const Command& command, Report& report) {
  const std::uint64_t rank = geometry_.rank_number(command);
  const bool all_bank = command.kind == Kind::kRef;
  if (all_bank != (mode_ == RefreshMode::kAllBank)) {
    return add(report, "refresh.kind", fmt::format("{} is not this device's refresh", name_of(command.kind)), command);
  }
  if (const std::uint64_t owed = due(rank, ranks_[rank].issued); command.cycle < owed) {
    add(report, "refresh.early", fmt::format("refresh {} of the rank, owed from cycle {} on", ranks_[rank].issued, owed), command);
  }
  const Command step = next_step(rank);
  if (!all_bank && (step.bank_group != command.bank_group || step.bank != command.bank)) {
    add(report, "refresh.bank", fmt::format("it is the turn of bank group {} bank {}", step.bank_group, step.bank), command);
  }
  ++ranks_[rank].issued;
  ranks_[rank].line = command.line;
  ranks_[rank].precharge_all.reset();
}

void RefreshCheck::finish(std::uint64_t end, Report& report) const {
  if (mode_ == RefreshMode::kNone) return;
  for (std::uint64_t rank = 0; rank < ranks_.size(); ++rank) {
    Command step = next_step(rank);
    const std::uint64_t from = step_from(rank, step);
    if (from >= end) continue;
    step.line = ranks_[rank].line;
    add(report, "refresh.missing", waited(step, from), step);
  }
}

void RefreshCheck::add(Report& report, const char* rule, std::string what, const Command& command) const {
  Violation violation{.rule = rule, .what = std::move(what), .lines = {}, .required = {}, .actual = {}};
  const std::uint64_t before = ranks_[geometry_.rank_number(command)].line;
  if (before > 0 && before != command.line) violation.lines.push_back(before);
  if (command.line > 0) violation.lines.push_back(command.line);
  report.add(std::move(violation));
}

}  // namespace ngpcsim::dram_checker
