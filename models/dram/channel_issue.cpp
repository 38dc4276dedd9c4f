#include "models/dram/channel.h"

/// What a command does to the banks, the queues and the counters.
namespace ngpcsim::models::dram {

void Channel::step() {
  const std::uint64_t cycle = next_cycle();
  check(cycle != kNever, "dram: channel {} has nothing to do", number_);
  const Choice choice = choice_;
  now_ = cycle;
  chosen_ = false;
  if (choice.due) {
    Rank& rank = ranks_[rank_of(choice.bank)];
    rank.timer.due();
    find_next_due();
    start_refresh(rank_of(choice.bank));
  } else {
    issue(choice);
  }
}

void Channel::issue(const Choice& c) {
  timing_.issue(c.command, c.bank, c.cycle);
  ++pseudo_channel_of(c.bank).counters.commands[index(c.command)];
  const Burst* const burst = c.burst == BurstPool::kNone ? nullptr : &pool_[c.burst];
  if (observer_) {
    if (addresses_rank(c.command)) log_rank(c.command, c.cycle, c.bank);
    else log(name(c.command), c.cycle, c.bank, burst, c.command != Command::kPre, is_column(c.command));
  }
  switch (c.command) {
    case Command::kAct:
      open(c.bank, burst->row, c.cycle);
      update(c.bank);
      break;
    case Command::kPre:
      close(c.bank, burst != nullptr, c.cycle);
      update(c.bank);
      break;
    case Command::kPreAll:
      for (std::uint32_t b = c.bank; b < c.bank + device_.geometry().banks_per_rank(); ++b)
        if (banks_[b].open) close(b, false, c.cycle);
      break;
    case Command::kRd:
    case Command::kRdA:
    case Command::kWr:
    case Command::kWrA: transfer(c); break;
    case Command::kRef:
    case Command::kRefBank: refreshed(rank_of(c.bank)); break;
  }
}

void Channel::open(std::uint32_t b, std::uint32_t row, std::uint64_t cycle) {
  Bank& bank = banks_[b];
  bank.open = true;
  bank.row = row;
  bank.used = false;
  bank.overtaken = 0;
  bank.last_use = cycle;
  Rank& rank = ranks_[rank_of(b)];
  if (rank.open_banks++ == 0) rank.active_since = cycle;
}

void Channel::close(std::uint32_t b, bool for_burst, std::uint64_t cycle) {
  Bank& bank = banks_[b];
  bank.open = false;
  bank.closed_for_burst = for_burst;
  Counters& counters = pseudo_channel_of(b).counters;
  if (!bank.used) ++counters.unused_rows;
  Rank& rank = ranks_[rank_of(b)];
  if (--rank.open_banks == 0) counters.active_cycles += cycle - rank.active_since;
}

void Channel::transfer(const Choice& c) {
  Bank& bank = banks_[c.bank];
  PseudoChannel& p = pseudo_channel_of(c.bank);
  const bool write = is_write(c.command);
  const std::uint32_t r = rank_of(c.bank);
  p.bus.burst(device_, write, r, c.cycle + device_.data_latency(write), p.counters);
  ++(bank.used ? p.counters.hits : bank.closed_for_burst ? p.counters.conflicts : p.counters.misses);
  bank.used = true;
  bank.last_use = c.cycle;

  BurstPool::List& list = write ? bank.writes : bank.reads;
  if (list.head != c.burst) ++bank.overtaken;
  if (!write) served_.push_back({pool_[c.burst].request, p.bus.end()});
  pool_.remove(list, c.burst);
  Queue& queue = write ? p.writes : p.reads;
  queue.freed = queue.freed_cycle == c.cycle ? queue.freed + 1 : 1;
  queue.freed_cycle = c.cycle;
  --queue.bursts;
  --ranks_[r].waiting;
  --waiting_;
  if (c.command == Command::kRdA || c.command == Command::kWrA) close(c.bank, false, c.cycle);
  if (turn(p)) update_all(c.bank >> pseudo_channel_shift_);
  else update(c.bank);
  if (ranks_[r].waiting == 0) start_refresh(r);
}

void Channel::find_next_due() {
  next_due_ = kNever;
  for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
    if (ranks_[rank].timer.next_due() >= next_due_) continue;
    next_due_ = ranks_[rank].timer.next_due();
    due_rank_ = rank;
  }
}

/// A rank that must refresh, or may because nothing waits for it, turns to that until it is done.
void Channel::start_refresh(std::uint32_t r) {
  Rank& rank = ranks_[r];
  if (rank.refreshing || !rank.timer.owes() || !(rank.timer.forced() || rank.waiting == 0)) return;
  rank.refreshing = true;
  refreshing_ |= std::uint64_t{1} << r;
  if (rank.timer.per_bank()) update(rank.first_bank + rank.timer.bank());
  else
    for (std::uint32_t b = rank.first_bank; b < rank.first_bank + device_.geometry().banks_per_rank(); ++b) update(b);
}

void Channel::refreshed(std::uint32_t r) {
  Rank& rank = ranks_[r];
  rank.refreshing = false;
  refreshing_ &= ~(std::uint64_t{1} << r);
  const std::uint32_t first = rank.first_bank + (rank.timer.per_bank() ? rank.timer.bank() : 0);
  const std::uint32_t count = rank.timer.per_bank() ? 1 : device_.geometry().banks_per_rank();
  rank.timer.done();
  for (std::uint32_t b = first; b < first + count; ++b) update(b);
  start_refresh(r);
}

}  // namespace ngpcsim::models::dram
