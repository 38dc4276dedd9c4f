#include "models/dram/dram.h"

#include <algorithm>
#include <bit>

namespace ngpcsim::models::dram {

Dram::Dram(const Device& device, CommandObserver observer)
    : device_(device),
      observer_(std::move(observer)),
      burst_shift_(static_cast<std::uint32_t>(std::countr_zero(device.geometry().burst_bytes))),
      capacity_(device.geometry().capacity()) {
  channels_.reserve(device.geometry().channels);
  for (std::uint32_t c = 0; c < device.geometry().channels; ++c) channels_.emplace_back(device_, c, observer_);
}

void Dram::offer(const Request& request, std::uint64_t cycle) {
  check(ready(), "dram: request {} is offered while another one enters", request.id);
  check(request.bytes > 0, "dram: request {} asks for nothing", request.id);
  check(request.bytes <= capacity_ && request.address <= capacity_ - request.bytes,
        "dram: request {} of {} bytes at {:#x} lies beyond the capacity of {} bytes", request.id, request.bytes, request.address, capacity_);
  if (free_slots_.empty()) {
    free_slots_.push_back(slots_.size());
    slots_.emplace_back();
  }
  const std::uint64_t slot = free_slots_.back();
  free_slots_.pop_back();
  const std::uint64_t end = request.address + request.bytes;
  Slot& s = slots_[slot];
  s.answer.id = request.id;
  s.answer.write = request.write;
  s.answer.arrived = cycle;
  s.remaining = static_cast<std::uint32_t>(((end - 1) >> burst_shift_) - (request.address >> burst_shift_) + 1);
  s.end = 0;
  entering_.request = request;
  entering_.slot = slot;
  entering_.next = request.address;
  entering_.end = end;
  entering_.cycle = std::max({cycle, last_entered_, advanced_.value_or(0)});
  entering_.any = false;
  is_entering_ = true;
  ++accepted_;
}

/// One burst, at the first cycle up to `limit` at which its channel takes it.
bool Dram::push_burst(std::uint64_t limit) {
  Entering& e = entering_;
  const std::uint64_t burst_bytes = device_.geometry().burst_bytes;
  const std::uint64_t base = e.next & ~(burst_bytes - 1), behind = std::min(base + burst_bytes, e.end);
  Channel::NewBurst burst{.write = e.request.write, .place = device_.map().place(e.next), .request = e.slot, .id = e.request.id};
  burst.first_byte = static_cast<std::uint16_t>(e.next - base);
  burst.end_byte = static_cast<std::uint16_t>(behind - base);
  Channel& channel = channels_[burst.place.channel];
  while (e.cycle <= limit) {
    channel.advance(e.cycle);
    collect(channel);
    const Channel::Acceptance acceptance = channel.accept(burst, e.cycle);
    if (acceptance == Channel::Acceptance::kFullInThisCycle) {
      ++e.cycle;
      continue;
    }
    if (acceptance == Channel::Acceptance::kMustWait) {
      e.cycle = channel.next_cycle();
      continue;
    }
    if (!e.any) slots_[e.slot].answer.accepted = e.cycle;
    e.any = true;
    last_entered_ = e.cycle;
    e.next = behind;
    if (e.request.write) ++write_bursts_;
    if (acceptance != Channel::Acceptance::kQueued) last_joined_ = std::max(last_joined_, e.cycle + 1);
    if (e.request.write) --slots_[e.slot].remaining;
    else if (acceptance == Channel::Acceptance::kForwarded) burst_done(e.slot, e.cycle + 1);
    return true;
  }
  return false;
}

void Dram::push(std::uint64_t limit) {
  while (is_entering_ && push_burst(limit)) {
    if (entering_.next < entering_.end) continue;
    if (entering_.request.write) answer(entering_.slot, entering_.cycle + 1);
    is_entering_ = false;
  }
}

void Dram::burst_done(std::uint64_t slot, std::uint64_t end) {
  Slot& s = slots_[slot];
  check(s.remaining > 0, "dram: request {} was served more than once", s.answer.id);
  s.end = std::max(s.end, end);
  if (--s.remaining == 0) answer(slot, s.end);
}

void Dram::answer(std::uint64_t slot, std::uint64_t cycle) {
  Slot& s = slots_[slot];
  s.answer.cycle = cycle + device_.params().controller.pipeline_cycles;
  answers_.push_back(s.answer);
  free_slots_.push_back(slot);
  ++answered_;
}

void Dram::collect(Channel& channel) {
  if (channel.served().empty()) return;
  for (const Channel::Served& served : channel.served()) burst_done(served.request, served.end);
  channel.served().clear();
}

void Dram::advance(std::uint64_t cycle) {
  advanced_ = std::max(advanced_.value_or(0), cycle);
  push(cycle);
  for (Channel& channel : channels_) {
    channel.advance(cycle);
    collect(channel);
  }
}

std::optional<std::uint64_t> Dram::next_event() {
  std::uint64_t next = is_entering_ ? entering_.cycle : Channel::kNever;
  for (Channel& channel : channels_)
    if (channel.waiting() > 0) next = std::min(next, channel.next_cycle());
  return next == Channel::kNever ? std::nullopt : std::optional(next);
}

std::uint64_t Dram::enter(const Request& request, std::uint64_t cycle) {
  offer(request, cycle);
  push(Channel::kNever - 1);
  check(ready(), "dram: request {} finds no place", request.id);
  return last_entered_;
}

std::uint64_t Dram::drain() {
  std::uint64_t end = last_joined_;
  push(Channel::kNever - 1);
  for (Channel& channel : channels_) {
    while (channel.waiting() > 0) channel.step();
    collect(channel);
    end = std::max(end, channel.data_end());
  }
  return end;
}

std::uint64_t Dram::waiting_bursts() const {
  std::uint64_t waiting = 0;
  for (const Channel& channel : channels_) waiting += channel.waiting();
  return waiting;
}

/// Behind the last data, the last burst that joined another or was answered by one, and the last cycle in which commands may have been issued.
std::uint64_t Dram::first_possible_end() const {
  std::uint64_t end = std::max(last_joined_, advanced_ ? *advanced_ + 1 : 0);
  for (const Channel& channel : channels_) end = std::max(end, channel.data_end());
  return end;
}

void Dram::finish(std::uint64_t end) {
  check(end >= first_possible_end(), "dram: the run is to end at cycle {}, where time has gone on up to {}", end, first_possible_end());
  check(ready() && waiting_bursts() == 0, "dram: the run ends with {} bursts waiting", waiting_bursts());
  check(accepted_ == answered_, "dram: {} requests, {} answers", accepted_, answered_);
  for (Channel& channel : channels_) {
    if (end > 0) channel.advance(end - 1);
    channel.finish(end);
  }
  const Counters all = counters();
  check(all.writes() + all.merged == write_bursts_, "dram: {} write bursts, {} written and {} merged", write_bursts_, all.writes(), all.merged);
}

Counters Dram::channel_counters(std::uint32_t channel) const {
  Counters sum;
  for (std::uint32_t p = 0; p < device_.geometry().pseudo_channels; ++p) sum += counters(channel, p);
  return sum;
}

Counters Dram::counters() const {
  Counters sum;
  for (std::uint32_t c = 0; c < channels_.size(); ++c) sum += channel_counters(c);
  return sum;
}

}  // namespace ngpcsim::models::dram
