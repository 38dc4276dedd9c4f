#include "models/gemm/fold_plan.h"

#include <algorithm>
#include <utility>

#include "models/common/ceil_div.h"

namespace ngpcsim::models {
namespace {

/// Rows of a block whose partial sums fit the accumulators.
std::uint64_t accumulator_height(const GemmArray& array, std::uint64_t rows) {
  if (array.unlimited) return rows;
  return std::clamp<std::uint64_t>(array.accumulator / (stream::kSumBytes * array.cols), 1, rows);
}

}  // namespace

FoldPlan::FoldPlan(const GemmArray& array, const GemmPart& part) : array_(array), part_(part) {
  if (part.reduction()) {
    outer_ = ceil_div(part.n, array.cols);
    return;
  }
  const bool input = array.dataflow == Dataflow::kSystolicIs, output = array.dataflow == Dataflow::kSystolicOs;
  first_ = input ? Operand::kB : Operand::kA;
  loads_ = !output;
  long_ = input ? part.n : part.m;
  wide_ = input ? part.m : part.n;
  height_ = output ? std::min(array.rows, long_) : accumulator_height(array, long_);
  depth_step_ = output ? part.k : array.rows;
  outer_ = ceil_div(long_, height_);
  mid_ = ceil_div(wide_, array.cols);
  inner_ = ceil_div(part.k, depth_step_);
  depth_ = array.depth();
  hold_ = array.hold();
  turnaround_ = array.turnaround();
  column_edges_ = output ? array.rows : 0;
  claim_store(array.operand_store);
}

/// docs/gemm.md, section 3: both claims if they fit together, else the one that saves more.
void FoldPlan::claim_store(std::uint64_t store) {
  struct Claim {
    Operand operand;
    std::uint64_t bytes, saves;
  };
  const std::uint64_t column = part_.k * part_.operand_bytes;
  const Claim first{first_, height_ * column, (mid_ - 1) * long_ * column};
  const Claim second{other(first_), wide_ * column, (outer_ - 1) * wide_ * column};
  const bool want_first = first.saves > 0, want_second = second.saves > 0;
  if ((want_first ? first.bytes : 0) + (want_second ? second.bytes : 0) <= store) {
    held_[index(first.operand)] = want_first;
    held_[index(second.operand)] = want_second;
    return;
  }
  const bool may_first = want_first && first.bytes <= store, may_second = want_second && second.bytes <= store;
  if (may_first && (!may_second || first.saves >= second.saves)) held_[index(first.operand)] = true;
  else if (may_second) held_[index(second.operand)] = true;
}

Fold FoldPlan::reduction_fold(const FoldIndex& at) const {
  const std::uint64_t cols = std::min(array_.cols, part_.n - at.outer * array_.cols);
  Fold fold;
  fold.rows = 1;
  fold.cols = cols;
  fold.stream_steps = part_.addends;
  fold.stream_bytes = {stream::kSumBytes * cols, 0};
  fold.fetched = {true, false};
  fold.end_results = cols * part_.result_bytes;
  return fold;
}

Fold FoldPlan::fold(const FoldIndex& at) const {
  if (part_.reduction()) return reduction_fold(at);
  const std::uint64_t b = part_.operand_bytes;
  const std::uint64_t height = std::min(height_, long_ - at.outer * height_);
  const std::uint64_t cols = std::min(array_.cols, wide_ - at.mid * array_.cols);
  const std::uint64_t deep = std::min(depth_step_, part_.k - at.inner * depth_step_);
  Fold fold;
  fold.cols = cols;
  fold.fetched[index(first_)] = !held_[index(first_)] || at.mid == 0;
  fold.fetched[index(other(first_))] = !held_[index(other(first_))] || at.outer == 0;
  if (!loads_) {
    fold.rows = height;
    fold.stream_steps = part_.k;
    fold.stream_bytes = {height * b, cols * b};
    fold.end_results = height * cols * part_.result_bytes;
    return fold;
  }
  fold.rows = deep;
  fold.stream_steps = height;
  fold.stream_bytes[index(first_)] = deep * b;
  fold.continues = at.inner > 0;
  fold.keeps = at.inner + 1 < inner_;
  if (!fold.keeps) fold.step_results = cols * part_.result_bytes;
  if (array_.systolic()) {
    fold.load_steps = array_.rows;
    fold.empty_loads = array_.rows - deep;
    fold.load_bytes = fold.last_load_bytes = cols * b;
  } else {
    const std::uint64_t values = deep * cols, width = std::min(array_.load_width, values);
    fold.load_steps = ceil_div(values, width);
    fold.load_bytes = width * b;
    fold.last_load_bytes = (values - (fold.load_steps - 1) * width) * b;
  }
  return fold;
}

bool FoldPlan::next(FoldIndex& at) const {
  if (++at.inner < inner_) return true;
  at.inner = 0;
  if (++at.mid < mid_) return true;
  at.mid = 0;
  if (++at.outer < outer_) return true;
  at.outer = 0;
  return ++at.batch < part_.batch;
}

bool FoldPlan::next_fetched(Operand operand, FoldIndex& at) const {
  if (part_.reduction()) return false;
  if (++at.inner < inner_) return true;
  at.inner = 0;
  const bool kept = held_[index(operand)];  // over the middle loop (first operand) or the outer one (second)
  if (!(kept && operand == first_) && ++at.mid < mid_) return true;
  at.mid = 0;
  if (!(kept && operand != first_) && ++at.outer < outer_) return true;
  at.outer = 0;
  return ++at.batch < part_.batch;
}

ByteSpan FoldPlan::block(Operand operand, const FoldIndex& at) const {
  const MatrixPlace& place = part_.operands[index(operand)];
  if (part_.reduction()) return {place.address, part_.n * part_.addends * stream::kSumBytes};
  // Tiles lie in the order in which folds use them: all of a row of tiles is behind the rows before it, all of a tile behind the tiles before it in its row.
  const std::uint64_t before = at.inner * depth_step_, deep = std::min(depth_step_, part_.k - before);
  const bool is_first = operand == first_;
  const std::uint64_t lines = is_first ? at.outer * height_ : at.mid * array_.cols;
  const std::uint64_t size = is_first ? std::min(height_, long_ - lines) : std::min(array_.cols, wide_ - lines);
  return {place.address + at.batch * place.pitch + (lines * part_.k + size * before) * part_.operand_bytes, size * deep * part_.operand_bytes};
}

}  // namespace ngpcsim::models
