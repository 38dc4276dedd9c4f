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

std::uint64_t DramSide::last_cycle_shown(std::uint64_t edge) const {
  if (edge < sync_) return 0;
  const std::uint64_t cycle = there_.first_edge_from(edge - sync_, here_);
  return visible(cycle) <= edge ? cycle : cycle - 1;
}

std::uint64_t DramSide::first_visible() const {
  const std::uint64_t acceptance = accepted_.empty() ? kNever : accepted_.front();
  return answers_.empty() ? acceptance : std::min(acceptance, answers_.top().first);
}

std::uint64_t DramSide::find_next() {
  std::uint64_t edge = first_visible();
  if (may_offer()) edge = std::min(edge, visible(offer_cycle()));
  if (const std::optional<std::uint64_t> event = backing_->next_event()) edge = std::min(edge, visible(std::max(*event, cycle_)));
  return edge;
}

bool DramSide::step(std::uint64_t last) {
  const std::optional<std::uint64_t> event = backing_->next_event();
  if (may_offer() && offer_cycle() <= last && (!event || offer_cycle() <= *event)) {
    offer();
    return true;
  }
  if (!event || *event > last) return false;
  cycle_ = std::max(cycle_, *event);
  backing_->advance(cycle_);
  note_acceptance();
  for (const Served& served : backing_->served())
    if (!served.write) answers_.push({visible(served.cycle), served.id});
  backing_->served().clear();
  return true;
}

/// What happens in a cycle is visible `sync` edges later, and what is asked at an edge arrives behind that cycle: so the memory is run up to the last cycle that shows.
bool DramSide::advance(std::uint64_t edge, std::vector<std::uint64_t>& fills) {
  if (edge < next_) return false;
  while (step(last_cycle_shown(edge))) {}
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

void DramSide::run_ahead(std::uint64_t edge, bool until_visible) {
  if (next_ == kNever) return;
  for (;;) {
    const std::uint64_t asked = until_visible ? std::min(edge, first_visible()) : edge;
    const std::uint64_t arrival = asked == kNever ? kNever : there_.cross(asked, here_, sync_);
    if (!step(arrival - 1)) break;
  }
  next_ = find_next();
}

void DramSide::check_sums(std::uint64_t read_bytes, std::uint64_t write_bytes) const {
  for (const Queued& queued : queue_) (queued.asked.write ? write_bytes : read_bytes) -= queued.asked.bytes;
  check(backing_->read_bytes() == read_bytes && backing_->write_bytes() == write_bytes, "l2: {} bytes read and {} written, where the memory counted {} and {}",
        read_bytes, write_bytes, backing_->read_bytes(), backing_->write_bytes());
}

}  // namespace ngpcsim::models::hierarchy
