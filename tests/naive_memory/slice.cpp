#include "tests/naive_memory/slice.h"

#include <algorithm>

namespace ngpcsim::naive_memory {

void Slice::ask(bool write, const Run& run, Edge edge) {
  dram_.ask(write, run, edge);
  (write ? account_.dram_write_bytes : account_.dram_read_bytes) += run.bytes;
}

Slice::Mshr* Slice::mshr_of(std::uint64_t number) {
  const auto found = std::find_if(mshrs_.begin(), mshrs_.end(), [&](const Mshr& mshr) { return mshr.number == number; });
  return found == mshrs_.end() ? nullptr : &*found;
}

std::vector<bool> Slice::need(const Piece& piece) const {
  std::vector<bool> result = lines_.touched(piece);
  if (piece.access != Access::kWrite) return result;
  const std::vector<bool> covered = lines_.covered(piece);
  for (std::size_t s = 0; s < result.size(); ++s) result[s] = back() && result[s] && !covered[s];
  return result;
}

bool Slice::misses(const Piece& piece) {
  const Way* way = lines_.find(lines_.number(piece.address));
  const std::vector<bool> needed = need(piece);
  for (std::size_t s = 0; s < needed.size(); ++s) {
    if (needed[s] && (way == nullptr || !way->sectors[s].valid)) return true;
  }
  return false;
}

/// In order of `finished`; what an edge finishes in the order in which it is taken: fills as the DRAM accepted them, their targets, the look-up.
void Slice::finish(const Piece& piece, Edge looked_up, Edge edge) {
  const Finished done{piece, edge + setup_.hit_cycles, looked_up};
  const auto behind = std::find_if(output_.begin(), output_.end(), [&](const Finished& other) {
    if (other.finished != done.finished) return other.finished > done.finished;
    return is(Misreading::kOutputInLookUpOrder) && other.looked_up > done.looked_up;
  });
  output_.insert(behind, done);
}

void Slice::fill(Edge edge) {
  for (const Run& run : dram_.fills(edge)) fill_run(run, edge);
}

void Slice::fill_run(const Run& run, Edge edge) {
  const std::uint64_t number = lines_.number(run.address);
  Way& way = *lines_.find(number);
  const std::uint64_t first = run.address % setup_.line_bytes;
  for (std::uint64_t byte = first; byte < first + run.bytes; byte += setup_.sector_bytes) {
    Sector& sector = way.sectors[byte / setup_.sector_bytes];
    sector.valid = true;
    sector.coming = false;
  }
  Mshr& mshr = *mshr_of(number);
  std::vector<Target> left;
  for (const Target& target : mshr.targets) {
    if (misses(target.piece)) {
      left.push_back(target);
      continue;
    }
    finish(target.piece, target.looked_up, edge);
    const bool sent = !is(Misreading::kAtomicsWriteAtFill);
    if (!back() && target.piece.access == Access::kAtomicAdd && !sent) ask(true, {target.piece.address, target.piece.bytes}, edge);
  }
  mshr.targets = left;
  const bool coming = std::any_of(way.sectors.begin(), way.sectors.end(), [](const Sector& sector) { return sector.coming; });
  if (!left.empty() || coming) return;
  way.has_mshr = false;
  std::erase_if(mshrs_, [&](const Mshr& other) { return other.number == number; });
}

bool Slice::has_place(Edge edge) const {
  const bool held = edge < place_back_ && !is(Misreading::kInputPlaceAtOnce);
  return input_.size() + (held ? 1 : 0) < setup_.input_queue;
}

void Slice::look_up(Edge edge) {
  if (edge >= free_again_ && !input_.empty() && input_.front().visible <= edge) {
    const Piece piece = input_.front().piece;
    if (must_wait(piece, edge)) return;
    input_.pop_front();
    place_back_ = edge + 1;
    free_again_ = edge + divide_up(piece.bytes, setup_.slice_bytes);
    happen(piece, edge);
  }
  if (edge < free_again_) ++account_.busy;
}

bool Slice::must_wait(const Piece& piece, Edge edge) {
  const auto counted = [](std::uint64_t& reason) {
    ++reason;
    return true;
  };
  const std::uint64_t number = lines_.number(piece.address);
  const Mshr* mshr = mshr_of(number);
  const bool missing = misses(piece);
  const bool allocates = lines_.find(number) == nullptr && (back() || piece.access != Access::kWrite);
  std::size_t output = output_.size();
  if (is(Misreading::kWaitersHoldOutput)) {
    for (const Mshr& other : mshrs_) output += other.targets.size();
  }
  if (output >= setup_.output_queue) return counted(account_.output_full);
  if (dram_.waiting(edge) >= setup_.dram_queue) return counted(account_.dram_full);
  if (missing && mshr != nullptr && mshr->targets.size() >= setup_.mshr_targets) return counted(account_.mshr_targets);
  if (missing && mshr == nullptr && mshrs_.size() >= setup_.mshrs) return counted(account_.mshr_full);
  if (allocates && !lines_.has_room(number)) return counted(account_.ways_full);
  return false;
}

void Slice::happen(const Piece& piece, Edge edge) {
  ++(piece.access == Access::kRead ? account_.reads : piece.access == Access::kWrite ? account_.writes : account_.atomics);
  if (!back() && piece.access == Access::kWrite) return write_through(piece, edge);

  const std::uint64_t number = lines_.number(piece.address);
  Way* way = lines_.find(number);
  const bool was_present = way != nullptr;
  Mshr* mshr = mshr_of(number);
  const bool joins = mshr != nullptr && misses(piece);
  // Taking a way is its first touch.
  if (!was_present) way = take(number, edge);
  else if (!(joins && is(Misreading::kMergesDoNotTouch))) lines_.touch(number);

  bool allocated_mshr = false;
  if (misses(piece)) {
    ++(joins ? account_.merges : account_.misses);
    if (!joins) {
      mshrs_.push_back({number});
      mshr = &mshrs_.back();
      way->has_mshr = true;
      allocated_mshr = true;
    }
    mshr->targets.push_back({piece, edge});
    std::vector<bool> fetched = need(piece);
    for (std::size_t s = 0; s < fetched.size(); ++s) {
      fetched[s] = fetched[s] && !way->sectors[s].valid && !way->sectors[s].coming;
      if (fetched[s]) way->sectors[s].coming = true;
    }
    for (const Run& run : lines_.runs(number, fetched)) ask(false, run, edge);
    if (!back() && piece.access == Access::kAtomicAdd && !is(Misreading::kAtomicsWriteAtFill)) ask(true, {piece.address, piece.bytes}, edge);
  } else {
    ++(was_present ? account_.hits : account_.allocations);
    finish(piece, edge, edge);
    if (!back() && piece.access == Access::kAtomicAdd) ask(true, {piece.address, piece.bytes}, edge);
  }
  for (const Run& run : late_writes_) ask(true, run, edge);
  late_writes_.clear();

  if (back() && piece.access != Access::kRead) {
    const std::vector<bool> touched = lines_.touched(piece), covered = lines_.covered(piece);
    const bool covers_now = piece.access == Access::kWrite || is(Misreading::kAtomicsCoverAtOnce);
    for (std::size_t s = 0; s < touched.size(); ++s) {
      way->sectors[s].dirty = way->sectors[s].dirty || touched[s];
      way->sectors[s].valid = way->sectors[s].valid || (covered[s] && covers_now);
    }
  }
  const bool prefetches = piece.access == Access::kRead || is(Misreading::kAnyMissPrefetches);
  if (setup_.next_line && prefetches && allocated_mshr) prefetch(number + 1, edge);
}

void Slice::write_through(const Piece& piece, Edge edge) {
  const std::uint64_t number = lines_.number(piece.address);
  if (Way* way = lines_.find(number); way != nullptr) {
    ++account_.hits;
    lines_.touch(number);
    const std::vector<bool> covered = lines_.covered(piece);
    for (std::size_t s = 0; s < covered.size(); ++s) way->sectors[s].valid = way->sectors[s].valid || covered[s];
  } else {
    ++account_.bypasses;
  }
  ask(true, {piece.address, piece.bytes}, edge);
  finish(piece, edge, edge);
}

Way* Slice::take(std::uint64_t number, Edge edge) {
  const Lines::Taken taken = lines_.take(number);
  if (taken.evicted) ++account_.evictions;
  if (!taken.written.empty()) ++account_.dirty_evictions;
  if (is(Misreading::kVictimBehindReads)) late_writes_ = taken.written;
  else
    for (const Run& run : taken.written) ask(true, run, edge);
  return taken.way;
}

void Slice::prefetch(std::uint64_t number, Edge edge) {
  const bool queue_has_room = dram_.waiting(edge) < setup_.dram_queue || is(Misreading::kPrefetchIgnoresQueue);
  if (lines_.find(number) != nullptr || mshrs_.size() >= setup_.mshrs || !lines_.has_room(number) || !queue_has_room) return;
  ++account_.prefetches;
  Way* way = take(number, edge);
  if (is(Misreading::kPrefetchTakesTwo)) lines_.touch(number);
  mshrs_.push_back({number});
  way->has_mshr = true;
  for (Sector& sector : way->sectors) sector.coming = true;
  ask(false, {number * setup_.line_bytes, setup_.line_bytes}, edge);
  for (const Run& run : late_writes_) ask(true, run, edge);
  late_writes_.clear();
}

const Slice::Finished* Slice::head(Edge edge) const {
  if (output_.empty() || output_.front().finished > edge || edge < may_leave_) return nullptr;
  return &output_.front();
}

Piece Slice::leave(Edge edge) {
  const Piece piece = output_.front().piece;
  output_.erase(output_.begin());
  may_leave_ = edge + (piece.carries_data_back() ? divide_up(piece.bytes, setup_.slice_bytes) : 1);
  return piece;
}

}  // namespace ngpcsim::naive_memory
