#include <algorithm>
#include <bit>

#include "models/dram/channel.h"

/// Which command comes next, and when (docs/dram.md, section 4).
namespace ngpcsim::models::dram {
namespace {

/// Classes of commands in one cycle, in the upper bits of `order`; below them the age.
constexpr std::uint64_t kRefreshFirst = 0, kColumnNext = std::uint64_t{1} << 61, kRowNext = std::uint64_t{2} << 61, kTimeoutLast = std::uint64_t{3} << 61;
constexpr std::uint32_t kNoBank = ~std::uint32_t{0};

}  // namespace

void Channel::consider(std::uint64_t cycle, std::uint64_t order, std::uint32_t bank, Command command, std::uint16_t burst) {
  cycle = std::max(cycle, now_);
  if (cycle > choice_.cycle || (cycle == choice_.cycle && order >= choice_.order)) return;
  choice_ = {.cycle = cycle, .order = order, .bank = bank, .command = command, .burst = burst};
}

void Channel::choose() {
  choice_ = {};
  choose_refreshes();
  for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
    const Rank& r = ranks_[rank];
    const PseudoChannel& p = pseudo_channel_of(r.first_bank);
    const std::uint64_t own = (fcfs_ ? oldest_only(p) : p.candidates) >> r.first_bit & rank_mask_, idle = p.idle_rows >> r.first_bit & rank_mask_;
    if ((own | idle) != 0) choose_in_rank(rank, own, idle);
  }
  chosen_ = true;
}

void Channel::choose_refreshes() {
  for (std::uint64_t ranks = refreshing_; ranks != 0; ranks &= ranks - 1) {
    const auto rank = static_cast<std::uint32_t>(std::countr_zero(ranks));
    const Rank& r = ranks_[rank];
    std::uint32_t bank = r.first_bank;
    Command command = r.open_banks > 0 ? Command::kPreAll : Command::kRef;
    if (r.timer.per_bank()) {
      bank += r.timer.bank();
      command = banks_[bank].open ? Command::kPre : Command::kRefBank;
    }
    consider(timing_.earliest(command, bank), kRefreshFirst + 1 + rank, bank, command, BurstPool::kNone);
  }
  if (next_due_ == kNever || next_due_ > choice_.cycle) return;
  choice_ = {.cycle = std::max(next_due_, now_), .order = kRefreshFirst, .bank = ranks_[due_rank_].first_bank, .due = true};
}

/// This loop is most of what random reads cost: selects into locals are a tenth faster than a branch around a choice.
void Channel::choose_in_rank(std::uint32_t rank, std::uint64_t candidates, std::uint64_t idle_rows) {
  const TimingState::BankSlots shared = timing_.shared(rank, now_);
  const std::uint32_t first = ranks_[rank].first_bank;
  std::uint64_t best_cycle = choice_.cycle, best_order = choice_.order;
  std::uint32_t best = kNoBank;
  for (; candidates != 0; candidates &= candidates - 1) {
    const std::uint32_t b = first + static_cast<std::uint32_t>(std::countr_zero(candidates));
    const Candidate& c = candidates_[b];
    const std::uint64_t cycle = timing_.earliest(b, c.slot, c.own, shared);
    const bool first_of_all = static_cast<int>(cycle < best_cycle) | (static_cast<int>(cycle == best_cycle) & static_cast<int>(c.order < best_order));
    best = first_of_all ? b : best;
    best_order = first_of_all ? c.order : best_order;
    best_cycle = first_of_all ? cycle : best_cycle;
  }
  if (best != kNoBank)
    choice_ = {.cycle = best_cycle, .order = best_order, .bank = best, .command = candidates_[best].command, .burst = candidates_[best].burst};
  if (idle_rows == 0) return;
  const std::uint8_t precharge = device_.table().slot(Command::kPre);
  for (; idle_rows != 0; idle_rows &= idle_rows - 1) {
    const std::uint32_t b = first + static_cast<std::uint32_t>(std::countr_zero(idle_rows));
    const std::uint64_t cycle = timing_.earliest(b, precharge, timing_.own(b, precharge), shared);
    consider(std::max(cycle, banks_[b].last_use + device_.params().controller.timeout_cycles), kTimeoutLast + b, b, Command::kPre, BurstPool::kNone);
  }
}

/// A burst came to a bank whose candidate was `before`. The choice stands, or the bank's new candidate takes its place, unless what was chosen is no candidate
/// any more.
void Channel::reconsider(std::uint32_t bank, const Candidate& before) {
  if (!chosen_) return;
  const Candidate& now = candidates_[bank];
  const bool has = (pseudo_channel_of(bank).candidates & bit_of(bank)) != 0;
  if (fcfs_ || policy_ == RowPolicy::kTimeout || (choice_.bank == bank && !choice_.due && !(has && now == before))) {
    chosen_ = false;
  } else if (has) {
    consider(timing_.earliest(now.command, bank), now.order, bank, now.command, now.burst);
  }
}

/// FCFS: the bank of the oldest burst alone.
std::uint64_t Channel::oldest_only(const PseudoChannel& p) const {
  std::uint64_t oldest = kNever, mask = 0;
  const auto first = static_cast<std::uint32_t>(&p - pseudo_channels_.data()) << pseudo_channel_shift_;
  for (std::uint32_t i = 0; i < device_.geometry().banks_per_pseudo_channel(); ++i) {
    const Bank& bank = banks_[first + i];
    const BurstPool::List& list = p.writing ? bank.writes : bank.reads;
    if (list.empty() || pool_[list.head].sequence >= oldest) continue;
    oldest = pool_[list.head].sequence;
    mask = std::uint64_t{1} << i;
  }
  return p.candidates & mask;
}

bool Channel::held_for_refresh(std::uint32_t bank) const {
  const Rank& rank = ranks_[rank_of(bank)];
  return refreshing_ != 0 && rank.refreshing && (!rank.timer.per_bank() || bank == rank.first_bank + rank.timer.bank());
}

/// Some queued burst, of either kind, is for the open row.
bool Channel::row_needed(const Bank& bank) const {
  return pool_.find_row(bank.reads, bank.row) != BurstPool::kNone || pool_.find_row(bank.writes, bank.row) != BurstPool::kNone;
}

Command Channel::column_command(const Bank& bank, bool write) const {
  if (policy_ == RowPolicy::kClosed) {
    std::uint32_t needs = 0;
    for (const BurstPool::List* list : {&bank.reads, &bank.writes})
      (void)pool_.find(*list, [&](const Burst& burst) { return burst.row == bank.row && ++needs > 1; });
    if (needs == 1) return write ? Command::kWrA : Command::kRdA;
  }
  return write ? Command::kWr : Command::kRd;
}

Channel::Candidate Channel::pick(const Bank& bank, const BurstPool::List& list) const {
  const auto make = [&](Command command, std::uint16_t burst) {
    return Candidate{(is_column(command) ? kColumnNext : kRowNext) + pool_[burst].sequence, 0, command, device_.table().slot(command), burst};
  };
  if (!bank.open) return make(Command::kAct, list.head);
  std::uint16_t hit = list.head;
  if (pool_[hit].row != bank.row) hit = bank.overtaken < cap_ ? pool_.find_row(list, bank.row) : BurstPool::kNone;
  return hit == BurstPool::kNone ? make(Command::kPre, list.head) : make(column_command(bank, &list == &bank.writes), hit);
}

/// To be called whenever anything about a bank has changed.
void Channel::update(std::uint32_t b) {
  Bank& bank = banks_[b];
  PseudoChannel& p = pseudo_channel_of(b);
  const std::uint64_t bit = bit_of(b);
  p.candidates &= ~bit;
  p.idle_rows &= ~bit;
  if (held_for_refresh(b)) return;
  const BurstPool::List& list = p.writing ? bank.writes : bank.reads;
  if (!list.empty()) {
    candidates_[b] = pick(bank, list);
    candidates_[b].own = timing_.own(b, candidates_[b].slot);
    p.candidates |= bit;
  }
  if (policy_ == RowPolicy::kTimeout && bank.open && !row_needed(bank)) p.idle_rows |= bit;
}

void Channel::update_all(std::uint32_t pseudo_channel) {
  for (std::uint32_t b = pseudo_channel << pseudo_channel_shift_; b < (pseudo_channel + 1) << pseudo_channel_shift_; ++b) update(b);
}

}  // namespace ngpcsim::models::dram
