#include "tests/dram_checker/request_check.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "tests/dram_checker/bad_input.h"

namespace ngpcsim::dram_checker {

RequestCheck::RequestCheck(const Device& device, const std::vector<Request>& requests)
    : geometry_(device.geometry),
      map_(device.geometry, device.mapping, device.bank_hash),
      burst_bytes_(device.geometry.burst_bytes()),
      read_queue_(device.read_queue),
      write_queue_(device.write_queue),
      requests_(requests),
      queues_(device.geometry.channels * device.geometry.pseudo_channels * 2) {
  index_bursts();
}

void RequestCheck::index_bursts() {
  std::uint64_t bursts = 0;
  for (std::size_t r = 0; r < requests_.size(); ++r) {
    const Request& request = requests_[r];
    const std::uint64_t end = request.address + request.bytes;
    if (request.bytes == 0) throw BadInput(fmt::format("request {} has no bytes", r));
    if (end > geometry_.capacity() || end < request.address) {
      throw BadInput(fmt::format("request {} ends beyond the capacity of {} bytes", r, geometry_.capacity()));
    }
    first_.push_back(static_cast<Burst>(bursts));
    bursts += (end - 1) / burst_bytes_ - request.address / burst_bytes_ + 1;
    if (bursts >= std::numeric_limits<Burst>::max()) throw BadInput("more than 2^32 bursts");
  }
  first_.push_back(static_cast<Burst>(bursts));

  served_.resize(bursts);
  settled_.resize(bursts);
  ordinal_.resize(bursts);
  std::vector<std::pair<std::uint64_t, Burst>> by_block(bursts);
  for (std::size_t r = 0; r < requests_.size(); ++r) {
    for (Burst burst = first_[r]; burst < first_[r + 1]; ++burst) {
      const std::uint64_t block = first_block(r) + burst - first_[r];
      by_block[burst] = {block, burst};
      ordinal_[burst] = queue_of(map_.location(block * burst_bytes_), requests_[r].write).bursts++;
    }
  }
  std::sort(by_block.begin(), by_block.end());
  previous_.resize(bursts);
  for (std::size_t i = 1; i < by_block.size(); ++i) {
    if (by_block[i].first == by_block[i - 1].first) previous_[by_block[i].second] = by_block[i - 1].second;
  }
}

std::uint64_t RequestCheck::request_of(Burst burst) const {
  return static_cast<std::uint64_t>(std::upper_bound(first_.begin(), first_.end(), burst) - first_.begin()) - 1;
}

RequestCheck::Bytes RequestCheck::bytes_of(Burst burst) const {
  const std::uint64_t r = request_of(burst), begin = (first_block(r) + burst - first_[r]) * burst_bytes_;
  const Request& request = requests_[r];
  return {.begin = std::max(begin, request.address) - begin, .end = std::min(begin + burst_bytes_, request.address + request.bytes) - begin};
}

void RequestCheck::take(const Command& command, Report& report) {
  if (!command.request) return;
  if (*command.request >= requests_.size()) return add(report, "request.unknown", fmt::format("there are {} requests", requests_.size()), command);
  const Request& request = requests_[*command.request];
  const std::uint64_t seen = request.cycle + (is_command(command.kind) ? 1 : 0);
  if (command.cycle < seen) add(report, "request.early", fmt::format("the request arrived at cycle {}", request.cycle), command);
  if (!has_column(command.kind)) return take_row(command, report);

  const bool write = is_write(command.kind) || command.kind == Kind::kMerge;
  if (write != request.write) return add(report, "request.kind", fmt::format("the request is a {}", request.write ? "write" : "read"), command);
  const std::uint64_t block = map_.address(command) / burst_bytes_, first = first_block(*command.request);
  const std::uint64_t bursts = first_[*command.request + 1] - first_[*command.request];
  if (block < first || block >= first + bursts) {
    const std::string what = fmt::format("the burst at {:#x} is not one of the {} from {:#x} on", block * burst_bytes_, bursts, first * burst_bytes_);
    return add(report, "request.address", what, command);
  }
  take_burst(command, first_[*command.request] + static_cast<Burst>(block - first), report);
}

/// ACT and PRE name the request for which they were issued: one of its bursts must still need that row, or that bank.
void RequestCheck::take_row(const Command& command, Report& report) const {
  const std::uint64_t r = *command.request;
  for (Burst burst = first_[r]; burst < first_[r + 1]; ++burst) {
    if (served_[burst]) continue;
    const Command place = map_.location((first_block(r) + burst - first_[r]) * burst_bytes_);
    if (geometry_.bank_number(place) == geometry_.bank_number(command) && (command.kind == Kind::kPre || place.row == command.row)) return;
  }
  add(report, "request.address", fmt::format("no burst of the request waits for this {}", command.kind == Kind::kPre ? "bank" : "row"), command);
}

void RequestCheck::take_burst(const Command& command, Burst burst, Report& report) {
  if (served_[burst]) return add(report, "request.twice", fmt::format("burst {} of the request was served before", burst - first_[*command.request]), command);
  check_data(command, burst, report);
  served_[burst] = true;
  check_queue(command, burst, report);
}

/// Bursts are accepted in order, so all older ones of the queue came before this one. Those that are not served yet shared the queue with it.
void RequestCheck::check_queue(const Command& command, Burst burst, Report& report) {
  const bool write = requests_[*command.request].write;
  Queue& queue = queue_of(command, write);
  queue.reached = std::max(queue.reached, ordinal_[burst] + 1);
  ++queue.served;
  const std::uint64_t places = write ? write_queue_ : read_queue_, needed = queue.reached - queue.served + (is_command(command.kind) ? 1 : 0);
  if (places == 0 || needed <= places || queue.reached != ordinal_[burst] + 1) return;
  add(report, write ? "queue.write" : "queue.read", fmt::format("{} bursts would have been in a queue of {}", needed, places), command);
}

std::vector<RequestCheck::Burst> RequestCheck::older_waiting(Burst burst) {
  std::vector<Burst> unsettled;
  for (auto older = previous_[burst]; older && !settled_[*older]; older = previous_[*older]) unsettled.push_back(*older);
  std::reverse(unsettled.begin(), unsettled.end());
  for (const Burst older : unsettled) {
    if (!served_[older]) break;
    settled_[older] = true;
  }
  std::erase_if(unsettled, [&](Burst older) { return served_[older]; });
  return unsettled;
}

std::vector<bool> RequestCheck::waiting_bytes(Burst write, Burst before) const {
  std::vector<bool> bytes(burst_bytes_);
  const auto fill = [&](Burst burst) {
    const Bytes b = bytes_of(burst);
    std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(b.begin), bytes.begin() + static_cast<std::ptrdiff_t>(b.end), true);
  };
  fill(write);
  if (const auto joined = joined_.find(write); joined != joined_.end()) {
    for (const Burst burst : joined->second) {
      if (burst < before) fill(burst);
    }
  }
  return bytes;
}

void RequestCheck::check_data(const Command& command, Burst burst, Report& report) {
  const std::vector<Burst> older = older_waiting(burst);
  if (requests_[*command.request].write) check_write(command, burst, older, report);
  else check_read(command, burst, older, report);
}

void RequestCheck::check_read(const Command& command, Burst burst, const std::vector<Burst>& older, Report& report) const {
  const Bytes bytes = bytes_of(burst);
  for (const Burst write : older) {
    if (!requests_[request_of(write)].write) continue;
    const std::vector<bool> waiting = waiting_bytes(write, burst);
    bool covered = true;
    for (std::uint64_t b = bytes.begin; b < bytes.end; ++b) covered = covered && waiting[b];
    if (!covered) continue;
    if (command.kind == Kind::kForward) return;
    add(report, "data.stale", fmt::format("request {} waits in the write queue with all of these bytes", request_of(write)), command);
    return;
  }
  if (command.kind == Kind::kForward) add(report, "data.forward", "no waiting write has all of these bytes", command);
}

void RequestCheck::check_write(const Command& command, Burst burst, const std::vector<Burst>& older, Report& report) {
  const Bytes bytes = bytes_of(burst);
  std::optional<Burst> overlapped, touched;
  for (const Burst waiting : older) {
    if (!requests_[request_of(waiting)].write) {
      add(report, "data.order", fmt::format("request {}, an older read of the burst, still waits", request_of(waiting)), command);
      continue;
    }
    const std::vector<bool> queued = waiting_bytes(waiting, burst);
    bool overlap = false, touch = false;
    for (std::uint64_t b = 0; b < burst_bytes_; ++b) {
      overlap = overlap || (queued[b] && b >= bytes.begin && b < bytes.end);
      touch = touch || (queued[b] && b + 1 >= bytes.begin && b <= bytes.end);
    }
    if (overlap && (overlapped || is_command(command.kind))) {
      add(report, "data.order", fmt::format("request {}, an older write of some of these bytes, still waits", request_of(waiting)), command);
    }
    if (overlap && !overlapped) overlapped = waiting;
    if (touch && !overlap && !touched) touched = waiting;
  }
  const std::optional<Burst> place = overlapped ? overlapped : touched;
  if (is_command(command.kind)) {
    joined_.erase(burst);
  } else if (place) {
    joined_[*place].push_back(burst);
  } else {
    add(report, "data.merge", "no waiting write of the burst has bytes beside these", command);
  }
}

void RequestCheck::finish(Report& report) const {
  for (std::size_t r = 0; r < requests_.size(); ++r) {
    for (Burst burst = first_[r]; burst < first_[r + 1]; ++burst) {
      if (served_[burst]) continue;
      const Request& request = requests_[r];
      const char* const kind = request.write ? "write" : "read";
      const std::string what = fmt::format("burst {} of request {}, {} of {} bytes at {:#x}", burst - first_[r], r, kind, request.bytes, request.address);
      report.add({.rule = "request.lost", .what = what, .lines = {}, .required = {}, .actual = {}});
    }
  }
}

void RequestCheck::add(Report& report, const char* rule, std::string what, const Command& command) {
  report.add({.rule = rule, .what = fmt::format("request {}: {}", *command.request, what), .lines = {command.line}, .required = {}, .actual = {}});
}

}  // namespace ngpcsim::dram_checker
