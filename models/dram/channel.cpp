#include "models/dram/channel.h"

#include <algorithm>
#include <bit>

namespace ngpcsim::models::dram {

Channel::Channel(const Device& device, std::uint32_t number, const CommandObserver& observer)
    : device_(device),
      observer_(observer),
      number_(number),
      rank_shift_(static_cast<std::uint32_t>(std::countr_zero(device.geometry().banks_per_rank()))),
      pseudo_channel_shift_(static_cast<std::uint32_t>(std::countr_zero(device.geometry().banks_per_pseudo_channel()))),
      in_pseudo_channel_(device.geometry().banks_per_pseudo_channel() - 1),
      rank_mask_(~std::uint64_t{0} >> (64 - device.geometry().banks_per_rank())),
      cap_(device.params().controller.scheduler == Scheduler::kFcfs ? 0 : device.params().controller.starvation_cap),
      policy_(device.params().controller.row_policy),
      fcfs_(device.params().controller.scheduler == Scheduler::kFcfs),
      timing_(device.table(), device.geometry()),
      pool_((device.params().controller.read_queue + device.params().controller.write_queue) * device.geometry().pseudo_channels),
      banks_(device.geometry().banks_per_channel()),
      candidates_(device.geometry().banks_per_channel()),
      pseudo_channels_(device.geometry().pseudo_channels) {
  for (std::uint32_t rank = 0; rank < device.geometry().ranks_per_channel(); ++rank) {
    const std::uint32_t first_bank = rank << rank_shift_;
    ranks_.push_back({RefreshTimer(device, rank), first_bank, first_bank & in_pseudo_channel_});
  }
  find_next_due();
}

/// The rules of section 3, in their order. No place is needed for a burst that joins another or is answered by one.
Channel::Acceptance Channel::accept(const NewBurst& burst, std::uint64_t cycle) {
  const Bank& bank = banks_[burst.place.bank];
  if (burst.write && !bank.reads.empty() && pool_.find_burst(bank.reads, burst.place.row, burst.place.column) != BurstPool::kNone) return Acceptance::kMustWait;
  if (!bank.writes.empty())
    if (const auto joined = join(burst, cycle)) return *joined;

  PseudoChannel& pseudo_channel = pseudo_channel_of(burst.place.bank);
  Queue& queue = burst.write ? pseudo_channel.writes : pseudo_channel.reads;
  const std::uint32_t depth = burst.write ? device_.params().controller.write_queue : device_.params().controller.read_queue;
  if (queue.bursts >= depth) return Acceptance::kMustWait;
  if (queue.freed_cycle == cycle && queue.bursts + queue.freed >= depth) return Acceptance::kFullInThisCycle;
  enqueue(burst, queue, cycle);
  return Acceptance::kQueued;
}

/// The queued write that has all bytes of a read. Queued writes of one burst of the DRAM hold different bytes, so there is one at most.
std::uint16_t Channel::answering(const NewBurst& read) const {
  return pool_.find(banks_[read.place.bank].writes, [&read](const Burst& queued) {
    return queued.row == read.place.row && queued.column == read.place.column && queued.first_byte <= read.first_byte && read.end_byte <= queued.end_byte;
  });
}

/// The queued write that a write joins: the one that it overlaps, else the oldest that it touches, else none. No value where it overlaps several: whichever it
/// joined, another would hold older values of its bytes and might be written later.
std::optional<std::uint16_t> Channel::joining(const NewBurst& write) const {
  std::uint16_t overlapped = BurstPool::kNone, touched = BurstPool::kNone;
  for (std::uint16_t i = banks_[write.place.bank].writes.head; i != BurstPool::kNone; i = pool_[i].next) {
    const Burst& queued = pool_[i];
    if (queued.row != write.place.row || queued.column != write.place.column) continue;
    if (write.first_byte > queued.end_byte || queued.first_byte > write.end_byte) continue;
    std::uint16_t& met = write.first_byte < queued.end_byte && queued.first_byte < write.end_byte ? overlapped : touched;
    if (&met == &overlapped && met != BurstPool::kNone) return std::nullopt;
    if (met == BurstPool::kNone) met = i;
  }
  return overlapped != BurstPool::kNone ? overlapped : touched;
}

/// With a queued write of the same burst of the DRAM.
std::optional<Channel::Acceptance> Channel::join(const NewBurst& burst, std::uint64_t cycle) {
  const std::optional<std::uint16_t> met = burst.write ? joining(burst) : answering(burst);
  if (!met) return Acceptance::kMustWait;
  if (*met == BurstPool::kNone) return std::nullopt;
  Burst& queued = pool_[*met];
  Counters& counters = pseudo_channel_of(burst.place.bank).counters;
  if (observer_) {
    Burst logged = queued;
    logged.id = burst.id;
    log(burst.write ? kMerge : kForward, cycle, burst.place.bank, &logged, true, true);
  }
  if (!burst.write) {
    ++counters.forwarded;
    return Acceptance::kForwarded;
  }
  queued.first_byte = std::min(queued.first_byte, burst.first_byte);
  queued.end_byte = std::max(queued.end_byte, burst.end_byte);
  ++counters.merged;
  return Acceptance::kMerged;
}

void Channel::enqueue(const NewBurst& burst, Queue& queue, std::uint64_t cycle) {
  const std::uint32_t b = burst.place.bank;
  Burst& queued = pool_.append(burst.write ? banks_[b].writes : banks_[b].reads);
  queued.sequence = sequence_++;
  queued.request = burst.request;
  queued.id = burst.id;
  queued.row = burst.place.row;
  queued.column = burst.place.column;
  queued.first_byte = burst.first_byte;
  queued.end_byte = burst.end_byte;
  ++queue.bursts;
  ++ranks_[rank_of(b)].waiting;
  ++waiting_;
  now_ = std::max(now_, cycle + 1);
  if (turn(pseudo_channel_of(b))) {
    update_all(b >> pseudo_channel_shift_);
    chosen_ = false;
  } else if (matters(b, burst)) {
    const Candidate before = candidates_[b];
    update(b);
    reconsider(b, before);
  }
}

/// Whether a burst that came to the end of its list can change what its bank does next.
bool Channel::matters(std::uint32_t b, const NewBurst& burst) const {
  const PseudoChannel& p = pseudo_channels_[b >> pseudo_channel_shift_];
  if (policy_ != RowPolicy::kOpen) return true;
  if (burst.write != p.writing) return false;
  return (p.candidates & bit_of(b)) == 0 || (candidates_[b].command == Command::kPre && banks_[b].row == burst.place.row);
}

bool Channel::turn(PseudoChannel& p) const {
  const ControllerParams& c = device_.params().controller;
  const bool writing = p.writing ? p.writes.bursts > 0 && (p.writes.bursts > c.write_low || p.reads.bursts == 0)
                                 : p.writes.bursts >= c.write_high || (p.reads.bursts == 0 && p.writes.bursts > 0);
  const bool turned = writing != p.writing;
  p.writing = writing;
  return turned;
}

std::uint64_t Channel::data_end() const {
  std::uint64_t end = 0;
  for (const PseudoChannel& p : pseudo_channels_) end = std::max(end, p.bus.end());
  return end;
}

void Channel::finish(std::uint64_t end) {
  for (std::uint32_t p = 0; p < pseudo_channels_.size(); ++p) {
    PseudoChannel& pseudo_channel = pseudo_channels_[p];
    Counters& c = pseudo_channel.counters;
    pseudo_channel.bus.finish(end, c);
    std::uint64_t open_unused = 0;
    for (std::uint32_t b = p << pseudo_channel_shift_; b < (p + 1) << pseudo_channel_shift_; ++b) open_unused += banks_[b].open && !banks_[b].used ? 1u : 0u;
    c.unused_rows += open_unused;
    for (std::uint32_t r = p * device_.geometry().ranks; r < (p + 1) * device_.geometry().ranks; ++r)
      if (ranks_[r].open_banks > 0) c.active_cycles += end - ranks_[r].active_since;
    c.precharged_cycles = end * device_.geometry().ranks - c.active_cycles;
    check(c.bus_cycles() == end, "dram: the bus of channel {} has {} cycles in a run of {}", number_, c.bus_cycles(), end);
    check(c.hits + c.misses + c.conflicts == c.reads() + c.writes(), "dram: {} hits, {} misses and {} conflicts are not {} column commands", c.hits, c.misses,
          c.conflicts, c.reads() + c.writes());
    check(c.count(Command::kAct) == c.misses + c.conflicts + c.unused_rows, "dram: {} ACTs, but {} misses, {} conflicts, {} rows without a column command",
          c.count(Command::kAct), c.misses, c.conflicts, c.unused_rows);
  }
}

void Channel::log(std::string_view command, std::uint64_t cycle, std::uint32_t bank, const Burst* burst, bool with_row, bool with_column) const {
  const Geometry& g = device_.geometry();
  const std::uint32_t in_rank = bank % g.banks_per_rank(), rank = rank_of(bank);
  CommandRecord record{.cycle = cycle,
                       .channel = number_,
                       .pseudo_channel = rank / g.ranks,
                       .rank = rank % g.ranks,
                       .bank_group = in_rank / g.banks,
                       .bank = in_rank % g.banks,
                       .command = command,
                       .row = {},
                       .column = {},
                       .request = {}};
  if (burst != nullptr) {
    record.request = burst->id;
    if (with_row) record.row = burst->row;
    if (with_column) record.column = burst->column * g.burst_length;
  }
  observer_(record);
}

void Channel::log_rank(Command command, std::uint64_t cycle, std::uint32_t bank) const {
  const std::uint32_t rank = rank_of(bank);
  observer_({.cycle = cycle,
             .channel = number_,
             .pseudo_channel = rank / device_.geometry().ranks,
             .rank = rank % device_.geometry().ranks,
             .bank_group = {},
             .bank = {},
             .command = name(command),
             .row = {},
             .column = {},
             .request = {}});
}

}  // namespace ngpcsim::models::dram
