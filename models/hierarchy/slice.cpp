#include "models/hierarchy/slice.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "sim/base/error.h"

namespace ngpcsim::models::hierarchy {
namespace {

std::uint32_t sets_of(const L2Params& p) {
  return static_cast<std::uint32_t>(p.size_kib * 1024 / (std::uint64_t{p.slices} * p.ways * p.line_bytes));
}

}  // namespace

SliceShape::SliceShape(const HierarchyParams& p)
    : params(p.l2),
      sets(sets_of(p.l2)),
      line_shift(static_cast<std::uint32_t>(std::countr_zero(p.l2.line_bytes))),
      crossbar_cycles(p.crossbar.latency_cycles),
      sectors(p.l2),
      width(p.l2.slice_bytes) {}

Slice::Slice(const SliceShape& shape, DramSide dram)
    : shape_(shape), array_(shape.sets, shape.params.ways, shape.params.replacement), dram_(std::move(dram)), mshrs_(shape.params.mshrs) {
  for (std::uint32_t n = shape_.params.mshrs; n > 0; --n) free_mshrs_.push_back(n - 1);
}

std::uint64_t Slice::look_up_edge() const {
  if (input_.empty()) return kNever;
  if (waiting_) return retry_ ? retry_edge_ : kNever;
  return std::max(input_.front().visible, free_at_);
}

void Slice::fill(std::uint64_t edge) {
  fills_.clear();
  bool changed = dram_.advance(edge, fills_);
  for (const std::uint64_t number : fills_) {
    const Read read = std::exchange(reads_[static_cast<std::uint32_t>(number - first_read_)], Read{});
    Mshr& mshr = mshrs_[read.mshr];
    mshr.on_the_way &= ~read.sectors;
    array_.line(mshr.way).valid |= read.sectors;
    finish_targets(mshr, edge);
    if (mshr.on_the_way == 0 && mshr.targets.empty()) {
      array_.line(mshr.way).mshr = Line::kNoMshr;
      free_mshrs_.push_back(read.mshr);
    }
    changed = true;
  }
  for (; !reads_.empty() && reads_.front().sectors == 0; ++first_read_) reads_.pop_front();
  if (changed && waiting_) retry_ = true, retry_edge_ = edge;
}

void Slice::finish_targets(Mshr& mshr, std::uint64_t edge) {
  const std::uint32_t valid = array_.line(mshr.way).valid;
  const auto left = std::stable_partition(mshr.targets.begin(), mshr.targets.end(), [valid](const Target& t) { return (t.need & ~valid) == 0; });
  for (auto target = mshr.targets.begin(); target != left; ++target) finish_piece(target->piece, edge);
  mshr.targets.erase(mshr.targets.begin(), left);
}

bool Slice::look_up(std::uint64_t edge) {
  if (look_up_edge() > edge) return false;
  if (waiting_) end_wait(edge);
  const Piece piece = input_.front();
  const Plan plan = plan_of(piece);
  if (const std::optional<Wait> reason = waits_for(plan)) {
    wait(*reason, edge);
    return false;
  }
  input_.pop_front();
  count_ahead(edge);
  const std::uint64_t service = shape_.width.edges(piece.bytes);
  free_at_ = edge + service;
  count(piece.access, edge, service);
  do_look_up(piece, plan, edge);
  return true;
}

/// A hit that has nobody in front of it is looked up when it is granted. Its edge is known then, and nothing happens in the slice until that edge that could
/// make it wait or change its line: other look-ups come behind it, nothing is visible from DRAM before `next_edge`, and queues that are not full do not fill up
/// without a look-up or a fill.
bool Slice::looked_up_ahead(const Piece& piece) {
  if (!input_.empty() || writes_through(piece.access)) return false;
  const std::uint64_t edge = std::max(piece.visible, free_at_);
  if (dram_.next_edge() <= edge || dram_.waiting() >= shape_.params.dram_queue || output_.size() >= shape_.params.output_queue) return false;
  const Plan plan = plan_of(piece);
  if (!plan.way || plan.missing != 0) return false;
  array_.touch(*plan.way);
  write_line(piece, plan, array_.line(*plan.way));
  finish_piece(piece, edge);
  const std::uint64_t service = shape_.width.edges(piece.bytes);
  free_at_ = edge + service;
  ahead_.push_back({edge, static_cast<std::uint32_t>(service), piece.access});
  return true;
}

void Slice::count_ahead(std::uint64_t edge) {
  for (; !ahead_.empty() && ahead_.front().edge < edge; ahead_.pop_front()) {
    const Ahead& hit = ahead_.front();
    count(hit.access, hit.edge, hit.service);
    ++counters_.hits;
  }
}

void Slice::count(MemoryAccess access, std::uint64_t edge, std::uint64_t service) {
  busy_until_ = edge + service;
  counters_.busy += service;
  switch (access) {
    case MemoryAccess::kRead: ++counters_.reads; break;
    case MemoryAccess::kWrite: ++counters_.writes; break;
    case MemoryAccess::kAtomicAdd: ++counters_.atomics; break;
  }
}

void Slice::run_ahead(std::uint64_t edge) {
  const std::uint64_t next = edge + 1;
  if (waiting_ == Wait::kOutputFull) return;
  if (waiting_) dram_.run_ahead(kNever, true);  // it is tried again when something comes from there
  else if (!input_.empty()) dram_.run_ahead(std::max({next, input_.front().visible, free_at_}), false);
  else dram_.run_ahead(std::max(next + shape_.crossbar_cycles, free_at_), false);
}

Slice::Plan Slice::plan_of(const Piece& piece) const {
  const bool through = shape_.params.write_policy == WritePolicy::kWriteThrough;
  Plan plan;
  plan.line = piece.address >> shape_.line_shift;
  plan.touched = shape_.sectors.touched(piece.address, piece.bytes);
  plan.covered = shape_.sectors.covered(piece.address, piece.bytes);
  if (piece.access != MemoryAccess::kWrite) plan.need = plan.touched;
  else if (!through) plan.need = plan.touched & ~plan.covered;
  plan.way = array_.find(plan.line);
  plan.missing = plan.need & ~(plan.way ? array_.line(*plan.way).valid : 0);
  plan.allocates = !plan.way && !(through && piece.access == MemoryAccess::kWrite);
  return plan;
}

/// The reasons in the order of docs/memory.md, 3.
std::optional<Wait> Slice::waits_for(const Plan& plan) const {
  if (output_.size() >= shape_.params.output_queue) return Wait::kOutputFull;
  if (dram_.waiting() >= shape_.params.dram_queue) return Wait::kDramFull;
  const std::uint32_t mshr = plan.way ? array_.line(*plan.way).mshr : Line::kNoMshr;
  if (plan.missing != 0 && mshr != Line::kNoMshr && mshrs_[mshr].targets.size() >= shape_.params.mshr_targets) return Wait::kMshrTargets;
  if (plan.missing != 0 && mshr == Line::kNoMshr && free_mshrs_.empty()) return Wait::kMshrFull;
  if (plan.allocates && !array_.can_take(plan.line)) return Wait::kWaysFull;
  return std::nullopt;
}

void Slice::wait(Wait reason, std::uint64_t edge) {
  waiting_ = reason;
  waiting_since_ = edge;
  retry_ = false;
}

void Slice::end_wait(std::uint64_t edge) {
  counters_.waits[static_cast<std::size_t>(*waiting_)] += edge - waiting_since_;
  waiting_.reset();
  retry_ = false;
}

void Slice::do_look_up(const Piece& piece, const Plan& plan, std::uint64_t edge) {
  if (writes_through(piece.access) && piece.access == MemoryAccess::kWrite) return write_through(piece, plan, edge);
  if (plan.way) array_.touch(*plan.way);
  const CacheArray::Way way = plan.way ? *plan.way : take_line(plan.line, edge);
  bool new_mshr = false;
  if (plan.missing != 0) {
    new_mshr = array_.line(way).mshr == Line::kNoMshr;
    ++(new_mshr ? counters_.misses : counters_.merges);
    Mshr& mshr = mshr_of(way);
    mshr.targets.push_back({piece, plan.need});
    read_sectors(mshr, plan.missing & ~mshr.on_the_way, edge);
  } else {
    ++(plan.way ? counters_.hits : counters_.allocations);
    finish_piece(piece, edge);
  }
  if (writes_through(piece.access)) ask(true, piece.address, piece.bytes, edge);
  else write_line(piece, plan, array_.line(way));
  if (new_mshr && piece.access == MemoryAccess::kRead && shape_.params.prefetch == Prefetch::kNextLine) prefetch(plan.line + 1, edge);
}

void Slice::write_line(const Piece& piece, const Plan& plan, Line& line) {
  if (piece.access == MemoryAccess::kRead) return;
  line.dirty |= plan.touched;
  if (piece.access == MemoryAccess::kWrite) line.valid |= plan.covered;
}

void Slice::write_through(const Piece& piece, const Plan& plan, std::uint64_t edge) {
  if (plan.way) {
    array_.touch(*plan.way);
    array_.line(*plan.way).valid |= plan.covered;
  }
  ++(plan.way ? counters_.hits : counters_.bypasses);
  ask(true, piece.address, piece.bytes, edge);
  finish_piece(piece, edge);
}

CacheArray::Way Slice::take_line(std::uint64_t line, std::uint64_t edge) {
  const CacheArray::Way way = array_.choose(line);
  if (array_.line(way).present) evict(array_.line(way), edge);
  array_.take(way, line);
  return way;
}

void Slice::evict(const Line& line, std::uint64_t edge) {
  ++counters_.evictions;
  if (line.dirty == 0) return;
  ++counters_.dirty_evictions;
  write_runs(line.number, line.dirty, edge);
}

void Slice::write_runs(std::uint64_t line, std::uint32_t sectors, std::uint64_t edge) {
  SectorMath::for_each_run(sectors, [&](std::uint32_t first, std::uint32_t count) {
    ask(true, line * shape_.params.line_bytes + first * shape_.params.sector_bytes, count * shape_.params.sector_bytes, edge);
  });
}

Slice::Mshr& Slice::mshr_of(CacheArray::Way way) {
  std::uint32_t& number = array_.line(way).mshr;
  if (number == Line::kNoMshr) {
    number = free_mshrs_.back();
    free_mshrs_.pop_back();
    mshrs_[number].way = way;
  }
  return mshrs_[number];
}

void Slice::read_sectors(Mshr& mshr, std::uint32_t sectors, std::uint64_t edge) {
  mshr.on_the_way |= sectors;
  const std::uint64_t line = array_.line(mshr.way).number;
  const auto number = static_cast<std::uint32_t>(&mshr - mshrs_.data());
  SectorMath::for_each_run(sectors, [&](std::uint32_t first, std::uint32_t count) {
    ask(false, line * shape_.params.line_bytes + first * shape_.params.sector_bytes, count * shape_.params.sector_bytes, edge);
    reads_.back() = Read{number, static_cast<std::uint32_t>(((std::uint64_t{1} << count) - 1) << first)};
  });
}

void Slice::prefetch(std::uint64_t line, std::uint64_t edge) {
  if (array_.find(line) || free_mshrs_.empty() || !array_.can_take(line) || dram_.waiting() >= shape_.params.dram_queue) return;
  ++counters_.prefetches;
  read_sectors(mshr_of(take_line(line, edge)), shape_.sectors.all(), edge);
}

void Slice::ask(bool write, std::uint64_t address, std::uint32_t bytes, std::uint64_t edge) {
  (write ? counters_.dram_write_bytes : counters_.dram_read_bytes) += bytes;
  const std::uint64_t number = dram_.ask(write, address, bytes, edge);
  check(number == first_read_ + reads_.size(), "l2: request {} to DRAM is not the next one", number);
  reads_.push_back({});
}

bool Slice::leave(std::uint64_t edge) {
  const Answer& answer = output_.front().answer;
  output_free_ = edge + (answer.carries_data ? shape_.width.edges(answer.bytes) : 1);
  output_.pop_front();
  if (waiting_ != Wait::kOutputFull) return false;
  retry_ = true, retry_edge_ = edge + 1;
  return true;
}

void Slice::finish(std::uint64_t end) {
  if (waiting_) end_wait(end + 1);
  count_ahead(end + 1);
  counters_.busy -= busy_until_ > end + 1 ? busy_until_ - (end + 1) : 0;
  const std::uint64_t ways = counters_.hits + counters_.merges + counters_.misses + counters_.allocations + counters_.bypasses;
  check(ways == counters_.pieces(), "l2: {} pieces, of which {} have a kind", counters_.pieces(), ways);
  dram_.check_sums(counters_.dram_read_bytes, counters_.dram_write_bytes);
}

}  // namespace ngpcsim::models::hierarchy
