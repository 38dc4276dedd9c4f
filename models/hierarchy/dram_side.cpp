#include "models/hierarchy/dram_side.h"

#include <algorithm>
#include <optional>

#include "sim/base/error.h"

namespace ngpcsim::models::hierarchy {

std::uint64_t DramSide::ask(bool write, std::uint64_t address, std::uint32_t bytes, std::uint64_t edge) {
  queue_.push_back({{write, address, bytes, asked_}, there_.cross(edge, here_, sync_)});
  ++waiting_;
  if (queue_.size() == 1 && backing_->ready()) next_ = std::min(next_, visible(offer_cycle()));
  return asked_++;
}

void DramSide::offer() {
  cycle_ = offer_cycle();
  backing_->offer(queue_.front().asked, cycle_);
  queue_.pop_front();
  entering_ = true;
  note_acceptance();
}

void DramSide::note_acceptance() {
  if (!entering_ || !backing_->ready()) return;
  entering_ = false;
  accepted_.push_back(visible(backing_->accepted_at()));
}

std::uint64_t DramSide::find_next() {
  std::uint64_t edge = accepted_.empty() ? kNever : accepted_.front();
  if (!answers_.empty()) edge = std::min(edge, answers_.top().first);
  if (may_offer()) edge = std::min(edge, visible(offer_cycle()));
  if (const std::optional<std::uint64_t> event = backing_->next_event()) edge = std::min(edge, visible(*event));
  return edge;
}

/// What happens in a cycle is visible `sync` edges later, and what is asked at an edge arrives behind that cycle: so the memory is run up to the last cycle that shows.
bool DramSide::advance(std::uint64_t edge, std::vector<std::uint64_t>& fills) {
  if (edge < next_) return false;
  const auto shows = [&](std::uint64_t cycle) { return visible(cycle) <= edge; };
  for (;;) {
    const std::optional<std::uint64_t> event = backing_->next_event();
    const bool offers = may_offer() && shows(offer_cycle()) && (!event || offer_cycle() <= *event);
    if (offers) {
      offer();
      continue;
    }
    if (!event || !shows(*event)) break;
    cycle_ = std::max(cycle_, *event);
    backing_->advance(cycle_);
    note_acceptance();
  }
  for (const Served& served : backing_->served())
    if (!served.write) answers_.push({visible(served.cycle), served.id});
  backing_->served().clear();
  const std::size_t first = fills.size();
  for (; !answers_.empty() && answers_.top().first <= edge; answers_.pop()) fills.push_back(answers_.top().second);
  std::sort(fills.begin() + static_cast<std::ptrdiff_t>(first), fills.end());
  bool any = false;
  for (; !accepted_.empty() && accepted_.front() <= edge; any = true) {
    accepted_.pop_front();
    --waiting_;
  }
  next_ = find_next();
  return any;
}

void DramSide::check_sums(std::uint64_t read_bytes, std::uint64_t write_bytes) const {
  for (const Queued& queued : queue_) (queued.asked.write ? write_bytes : read_bytes) -= queued.asked.bytes;
  check(backing_->read_bytes() == read_bytes && backing_->write_bytes() == write_bytes, "l2: {} bytes read and {} written, where the memory counted {} and {}",
        read_bytes, write_bytes, backing_->read_bytes(), backing_->write_bytes());
}

}  // namespace ngpcsim::models::hierarchy
