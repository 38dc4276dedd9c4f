#include "tests/dram_checker/checker.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

#include <fmt/format.h>

namespace ngpcsim::dram_checker {

std::uint64_t Totals::all_lines() const { return std::accumulate(lines.begin(), lines.end(), std::uint64_t{0}); }

double Totals::bandwidth(std::uint64_t clock_khz) const {
  if (end <= first_arrival) return 0.0;
  return static_cast<double>(bytes) * static_cast<double>(clock_khz) * 1e3 / static_cast<double>(end - first_arrival);
}

Checker::Checker(const Device& device, const std::vector<Request>* requests, Report& report)
    : device_(device),
      report_(report),
      rules_(device),
      banks_(device.geometry),
      bus_(device),
      refresh_(device, rules_, banks_),
      last_(device.geometry.channels),
      bank_uses_(device.geometry.channels * device.geometry.ranks_per_channel() * device.geometry.banks_per_rank()) {
  if (requests == nullptr) return;
  requests_.emplace(device, *requests);
  totals_.first_arrival = requests->empty() ? 0 : std::numeric_limits<std::uint64_t>::max();
  for (const Request& request : *requests) {
    totals_.bytes += request.bytes;
    totals_.first_arrival = std::min(totals_.first_arrival, request.cycle);
  }
}

void Checker::take(const Command& command) {
  if (!in_range(command)) return;
  check_order(command);
  if (is_command(command.kind)) {
    refresh_.take(command, report_);
    rules_.check(command, report_);
    banks_.take(command, report_);
    if (is_column(command.kind)) bus_.take(command, report_);
    rules_.remember(command);
  }
  if (requests_) requests_->take(command, report_);
  count(command);
}

bool Checker::in_range(const Command& command) {
  const Geometry& g = device_.geometry;
  const auto out = [&](const char* field, std::uint64_t value, std::uint64_t size) {
    if (value < size) return false;
    report_.add({.rule = "log.range", .what = fmt::format("{} {} of {}", field, value, size), .lines = {command.line}, .required = {}, .actual = {}});
    return true;
  };
  if (out("channel", command.channel, g.channels) || out("pseudo_channel", command.pseudo_channel, g.pseudo_channels) || out("rank", command.rank, g.ranks) ||
      out("bank_group", command.bank_group, g.bank_groups) || out("bank", command.bank, g.banks) || out("row", command.row, g.rows) ||
      out("column", command.column, g.columns)) {
    return false;
  }
  if (command.column % g.burst_length == 0) return true;
  const std::string what = fmt::format("column {} starts no burst of {}", command.column, g.burst_length);
  report_.add({.rule = "log.range", .what = what, .lines = {command.line}, .required = {}, .actual = {}});
  return false;
}

void Checker::check_order(const Command& command) {
  LastLine& last = last_[command.channel];
  if (command.cycle < last.cycle) {
    const std::string what = fmt::format("cycle {} behind cycle {} of the same channel", command.cycle, last.cycle);
    report_.add({.rule = "log.order", .what = what, .lines = {last.line, command.line}, .required = {}, .actual = {}});
  }
  if (command.cycle == last.cycle && last.no_command && is_command(command.kind)) {
    const std::string what = fmt::format("{} behind a FORWARD or MERGE of its cycle", name_of(command.kind));
    report_.add({.rule = "log.order", .what = what, .lines = {last.line, command.line}, .required = {}, .actual = {}});
  }
  last = {.cycle = command.cycle, .line = command.line, .no_command = !is_command(command.kind)};
}

void Checker::close(BankUse& bank, bool for_burst) {
  if (bank.opened && !bank.used) ++totals_.unused;
  bank = {.opened = false, .used = false, .closed_for_burst = for_burst};
}

void Checker::count(const Command& command) {
  ++totals_.lines[index_of(command.kind)];
  std::uint64_t done = command.cycle + 1;
  if (is_read(command.kind)) done = command.cycle + device_.cycles("CL") + device_.cycles("BL");
  if (is_write(command.kind)) done = command.cycle + device_.cycles("CWL") + device_.cycles("BL");
  if (has_column(command.kind)) totals_.end = std::max(totals_.end, done);

  BankUse& bank = bank_uses_[device_.geometry.bank_number(command)];
  if (command.kind == Kind::kPrea) {
    for (std::uint64_t i = 0; i < device_.geometry.banks_per_rank(); ++i) {
      BankUse& one = bank_uses_[device_.geometry.rank_number(command) * device_.geometry.banks_per_rank() + i];
      if (one.opened) close(one, false);
    }
  } else if (command.kind == Kind::kAct) {
    bank.opened = true;
  } else if (command.kind == Kind::kPre) {
    close(bank, command.request.has_value());
  } else if (is_column(command.kind)) {
    if (bank.used) ++totals_.hits;
    else if (bank.closed_for_burst) ++totals_.conflicts;
    else ++totals_.misses;
    bank.used = true;
    if (closes_itself(command.kind)) close(bank, false);
  }
}

Totals Checker::finish(std::optional<std::uint64_t> end) {
  if (end && *end < totals_.end) {
    const std::string what = fmt::format("the run ended at cycle {}, its data at {}", *end, totals_.end);
    report_.add({.rule = "run.end", .what = what, .lines = {}, .required = {}, .actual = {}});
  }
  totals_.end = end.value_or(totals_.end);
  refresh_.finish(totals_.end, report_);
  for (BankUse& bank : bank_uses_) close(bank, false);
  if (requests_) requests_->finish(report_);
  if (!requests_ && !end) return totals_;
  for (const LastLine& last : last_) {
    if (last.line == 0 || last.cycle < totals_.end) continue;
    const std::string what = fmt::format("the run was over at cycle {}", totals_.end);
    report_.add({.rule = "run.after_end", .what = what, .lines = {last.line}, .required = {}, .actual = {}});
  }
  return totals_;
}

}  // namespace ngpcsim::dram_checker
