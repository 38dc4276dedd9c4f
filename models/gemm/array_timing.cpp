#include "models/gemm/array_timing.h"

#include <algorithm>

#include "sim/base/error.h"

namespace ngpcsim::models {

void ArrayTiming::start(const GemmPart& part, std::uint64_t edge) {
  check(!open_ && edge >= charged_, "array: a part is started at edge {} while another is open until {}", edge, charged_);
  before_part_ += counters_;
  before_part_.account.idle += edge - charged_;
  counters_ = {};
  charged_ = start_ = edge;
  first_step_ = kNever;
  plan_ = FoldPlan(array_, part);
  for (const Operand operand : kOperands)
    operands_[index(operand)] =
        OperandStream(plan_, operand, !array_.unlimited && (operand == Operand::kA || !part.reduction()), array_.operand_queue, array_.request, edge);
  results_ = ResultStream(plan_, array_.result_queue, array_.request);
  open_ = true;
  all_entered_ = false;
  number_ = 0;
  at_ = load_at_ = {};
  entered_ = before_ = 0;
  begin_fold();
  begin_load(edge);
}

void ArrayTiming::begin_fold() {
  fold_ = plan_.fold(at_);
  step_ = 0;
  sums_before_.clear();
  if (fold_.continues) std::swap(sums_, sums_before_);
  sums_.clear();
  sums_at_ = 0;
}

void ArrayTiming::end_fold() {
  count_fold();
  before_ = entered_;
  ++number_;
  if (plan_.next(at_)) begin_fold();
  else all_entered_ = true;
}

void ArrayTiming::begin_load(std::uint64_t gate) {
  if (!plan_.stationary()) return;
  if (number_ > 0 || step_ > 0) {
    if (!plan_.next(load_at_)) return;
    ++load_.number;
  } else {
    load_.number = 0;
    load_.last = 0;
  }
  load_.fold = plan_.fold(load_at_);
  load_.gate = gate;
  load_.done = 0;
  load_.open = true;
  load_.runs.clear();
}

/// One run of load steps; false where none is settled.
bool ArrayTiming::advance_load() {
  if (!load_.open) return false;
  const Fold& fold = load_.fold;
  const Operand operand = *plan_.stationary();
  OperandStream& stream = operands_[index(operand)];
  std::uint64_t steps = fold.load_steps - load_.done;
  std::uint64_t bytes = 0, data = 0;
  if (load_.done < fold.empty_loads) {
    steps = fold.empty_loads - load_.done;
  } else if (fold.fetched[index(operand)] && !array_.unlimited) {
    const bool last = steps == 1;
    bytes = last ? fold.last_load_bytes : fold.load_bytes;
    if (!last && fold.last_load_bytes != fold.load_bytes) --steps;  // the last one by itself
    steps = std::min(steps, stream.steps(bytes));
    data = stream.data_edge(bytes);
  }
  if (steps == 0) return false;
  const std::uint64_t edge = std::max({load_.done == 0 ? load_.gate : load_.last + 1, data});
  if (bytes > 0) stream.take(edge, bytes, steps);
  first_step_ = std::min(first_step_, edge);
  load_.last = edge + steps - 1;
  load_.done += steps;
  load_.open = load_.done < fold.load_steps;
  if (!load_.runs.empty() && load_.runs.back().edge + load_.runs.back().steps == edge) load_.runs.back().steps += steps;
  else load_.runs.push_back({edge, steps});
  return true;
}

std::uint64_t ArrayTiming::results_of_next() const { return step_ + 1 == fold_.stream_steps ? fold_.step_results + fold_.end_results : fold_.step_results; }

/// Steps from the next one on whose data are there and whose results have room.
std::uint64_t ArrayTiming::steps_settled(bool last_alone) const {
  std::uint64_t steps = fold_.stream_steps - step_;
  if (last_alone && steps > 1) --steps;
  if (array_.unlimited) return steps;
  for (const Operand operand : kOperands) {
    const std::uint64_t bytes = fold_.stream_bytes[index(operand)];
    if (bytes > 0 && fold_.fetched[index(operand)]) steps = std::min(steps, operands_[index(operand)].steps(bytes));
  }
  if (const std::uint64_t bytes = results_of_next(); bytes > 0) steps = std::min(steps, results_.steps(bytes));
  return steps;
}

WaitReasons ArrayTiming::reasons() const {
  WaitReasons until;
  until.room = room_;
  if (step_ == 0 && number_ > 0 && !array_.prefetch) until.left = before_ + plan_.hold() + 1;
  if (fold_.end_results > 0 && step_ + 1 == fold_.stream_steps && number_ > 0) until.left = std::max(until.left, before_ + plan_.column_edges());
  if (step_ == 0 && fold_.load_steps > 0 && load_.number == number_) {
    until.gate = number_ > 0 ? load_.gate : 0;
    until.loads = &load_.runs;
  }
  if (fold_.continues) until.sums = sums_before_[sums_at_].edge + (step_ - sums_before_[sums_at_].step) + plan_.turnaround();
  return until;
}

/// One run of stream steps; false where none is settled.
bool ArrayTiming::advance_stream() {
  if (all_entered_) return false;
  if (step_ == 0 && fold_.load_steps > 0 && (load_.number != number_ || load_.open)) return false;
  std::uint64_t steps = steps_settled(fold_.end_results > 0);
  if (steps == 0) return false;
  const WaitReasons until = reasons();
  std::uint64_t edge = number_ == 0 && step_ == 0 ? start_ : entered_ + 1;
  edge = std::max({edge, until.room, until.left, until.sums});
  if (until.loads != nullptr) edge = std::max(edge, load_.last + 1);
  if (fold_.continues) {
    const EntryRun& run = sums_before_[sums_at_];
    steps = std::min(steps, run.step + run.steps - step_);
  }
  if (!array_.unlimited) {
    for (const Operand operand : kOperands) {
      const std::uint64_t bytes = fold_.stream_bytes[index(operand)];
      if (bytes > 0 && fold_.fetched[index(operand)]) edge = std::max(edge, operands_[index(operand)].data_edge(bytes));
    }
  }
  charge_wait(counters_.account, charged_, edge, until);
  enter(edge, steps);
  return true;
}

void ArrayTiming::enter(std::uint64_t edge, std::uint64_t steps) {
  if (step_ == 0) fills_ = number_ == 0 || edge > before_ + plan_.depth();
  const std::uint64_t filling = fills_ && step_ < plan_.hold() ? std::min(steps, plan_.hold() - step_) : 0;
  counters_.account.fill += filling;
  counters_.account.stream += steps - filling;
  charged_ = edge + steps;
  first_step_ = std::min(first_step_, edge);
  if (watched_ != nullptr) watched_->push_back({edge, steps});
  if (!array_.unlimited) {
    for (const Operand operand : kOperands) {
      const std::uint64_t bytes = fold_.stream_bytes[index(operand)];
      if (bytes > 0 && fold_.fetched[index(operand)]) operands_[index(operand)].take(edge, bytes, steps);
    }
    const bool last = step_ + steps == fold_.stream_steps;
    if (fold_.step_results > 0) results_.give(edge + plan_.depth(), fold_.step_results, steps);
    if (last && fold_.end_results > 0) results_.give(edge + steps - 1 + plan_.depth(), fold_.end_results, 1);
  }
  if (fold_.keeps) {
    if (!sums_.empty() && sums_.back().edge + sums_.back().steps == edge) sums_.back().steps += steps;
    else sums_.push_back({step_, edge, steps});
  }
  if (fold_.continues && step_ + steps == sums_before_[sums_at_].step + sums_before_[sums_at_].steps) ++sums_at_;
  const bool first = step_ == 0;
  entered_ = edge + steps - 1;
  room_ = 0;
  step_ += steps;
  const bool last = step_ == fold_.stream_steps;
  if (first && array_.prefetch) begin_load(edge + plan_.hold() + 1);
  if (last && !array_.prefetch) begin_load(entered_ + plan_.hold() + 1);
  if (last) end_fold();
}

void ArrayTiming::acknowledge(std::uint64_t bytes, std::uint64_t edge) {
  const std::uint64_t needed = all_entered_ ? 0 : results_of_next();
  const bool had_room = needed == 0 || results_.room(needed);
  results_.acknowledge(bytes);
  if (!had_room && results_.room(needed)) room_ = edge + 1;
}

bool ArrayTiming::advance(std::uint64_t most_folds) {
  const std::uint64_t end = number_ + most_folds;
  for (;;) {
    bool any = false;
    while (advance_load()) any = true;
    if (number_ >= end) return all_entered_;
    while (number_ < end && advance_stream()) any = true;
    if (!any) return true;
  }
}

void ArrayTiming::count_fold() {
  GemmCounters& c = counters_;
  const bool product = !plan_.part().reduction();
  if (product || number_ == 0) ++c.folds;
  c.load_steps += fold_.load_steps;
  c.stream_steps += fold_.stream_steps;
  c.macs_useful += plan_.useful_macs(fold_);
  c.macs_clocked += product ? array_.rows * array_.cols * fold_.stream_steps : 0;
  c.reduction_adds += product ? 0 : (fold_.stream_steps - 1) * fold_.cols;
  c.result_bytes += fold_.step_results * fold_.stream_steps + fold_.end_results;
  c.accumulator_reads += fold_.continues ? fold_.cols * fold_.stream_steps : 0;
  c.accumulator_writes += fold_.keeps ? fold_.cols * fold_.stream_steps : 0;
  for (const Operand operand : kOperands) {
    const std::uint64_t bytes = fold_.stream_bytes[index(operand)] * fold_.stream_steps + (plan_.stationary() == operand ? fold_.loaded_bytes() : 0);
    if (!fold_.fetched[index(operand)]) {
      c.store_read_bytes += bytes;
      continue;
    }
    (operand == Operand::kA ? c.operand_a_bytes : c.operand_b_bytes) += bytes;
    if (plan_.held(operand)) c.store_write_bytes += bytes;
  }
}

void ArrayTiming::finish(std::uint64_t edge) {
  check(open_ && all_entered_ && edge > last_result(), "array: a part ends at edge {} before its last result at {}", edge, last_result());
  counters_.account.drain += last_result() + 1 - charged_;
  counters_.account.write_back += edge - (last_result() + 1);
  counters_.active_cycles += last_result() - first_step_ + 1;
  charged_ = edge;
  open_ = false;
}

void ArrayTiming::close(std::uint64_t edge) {
  if (charged_ >= edge) return;
  if (!open_) {
    before_part_.account.idle += edge - charged_;
  } else if (all_entered_) {
    const std::uint64_t drained = std::min(last_result() + 1, edge);
    counters_.account.drain += drained - charged_;
    counters_.account.write_back += edge - drained;
  } else {
    WaitReasons until = reasons();
    if (const std::uint64_t needed = results_of_next(); needed > 0 && !array_.unlimited && !results_.room(needed)) until.room = edge;
    charge_wait(counters_.account, charged_, edge, until);
  }
  charged_ = edge;
}

}  // namespace ngpcsim::models
