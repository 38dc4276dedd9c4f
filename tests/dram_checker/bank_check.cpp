#include "tests/dram_checker/bank_check.h"

#include <string>

#include <fmt/format.h>

namespace ngpcsim::dram_checker {
namespace {

void add(Report& report, const char* rule, std::string what, std::uint64_t earlier, const Command& command) {
  Violation violation{.rule = rule, .what = std::move(what), .lines = {}, .required = {}, .actual = {}};
  if (earlier > 0) violation.lines.push_back(earlier);
  violation.lines.push_back(command.line);
  report.add(std::move(violation));
}

}  // namespace

BankCheck::BankCheck(const Geometry& geometry) : geometry_(geometry) {
  const std::uint64_t ranks = geometry.channels * geometry.ranks_per_channel();
  banks_.resize(ranks * geometry.banks_per_rank());
  open_banks_.resize(ranks);
}

void BankCheck::take(const Command& command, Report& report) {
  if (addresses_rank(command.kind)) return take_rank(command, report);
  Bank& bank = banks_[geometry_.bank_number(command)];
  if (command.kind == Kind::kAct) {
    if (bank.row) add(report, "bank.open", fmt::format("ACT of a bank whose row {} is open", *bank.row), bank.line, command);
    set_row(bank, command, command.row);
  } else if (command.kind == Kind::kRefpb) {
    if (bank.row) add(report, "bank.open", fmt::format("REFPB of a bank whose row {} is open", *bank.row), bank.line, command);
  } else if (!bank.row) {
    add(report, "bank.closed", fmt::format("{} to a closed bank", name_of(command.kind)), bank.line, command);
  } else if (is_column(command.kind) && *bank.row != command.row) {
    add(report, "bank.row", fmt::format("{} to row {} while row {} is open", name_of(command.kind), command.row, *bank.row), bank.line, command);
  }
  if (command.kind == Kind::kPre || closes_itself(command.kind)) set_row(bank, command, std::nullopt);
}

void BankCheck::take_rank(const Command& command, Report& report) {
  const std::uint64_t rank = geometry_.rank_number(command), banks = geometry_.banks_per_rank();
  for (std::uint64_t i = rank * banks; i < (rank + 1) * banks && open_banks_[rank] > 0; ++i) {
    if (!banks_[i].row) continue;
    if (command.kind == Kind::kPrea) {
      set_row(banks_[i], command, std::nullopt);
    } else {
      add(report, "bank.open", fmt::format("REF of a rank in which bank {} has row {} open", i - rank * banks, *banks_[i].row), banks_[i].line, command);
      return;
    }
  }
}

void BankCheck::set_row(Bank& bank, const Command& command, std::optional<std::uint64_t> row) {
  std::uint64_t& open = open_banks_[geometry_.rank_number(command)];
  if (bank.row) --open;
  if (row) ++open;
  bank = {.row = row, .line = command.line};
}

}  // namespace ngpcsim::dram_checker
