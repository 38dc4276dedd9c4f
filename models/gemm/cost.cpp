#include "models/gemm/cost.h"

#include "models/common/ceil_div.h"

namespace ngpcsim::models {
namespace {

/// Load steps of all tiles of the stationary operand, once.
Wide load_steps(const FoldPlan& plan) {
  const std::uint64_t js = plan.mid(), ls = plan.inner();
  const auto steps = [&plan](std::uint64_t j, std::uint64_t l) { return Wide{plan.fold({.batch = 0, .outer = 0, .mid = j, .inner = l}).load_steps}; };
  // All tiles but those of the last row and the last column are alike.
  return steps(0, 0) * (js - 1) * (ls - 1) + steps(js - 1, 0) * (ls - 1) + steps(0, ls - 1) * (js - 1) + steps(js - 1, ls - 1);
}

}  // namespace

PartCost part_cost(const GemmArray& array, const GemmPart& part) {
  const FoldPlan plan(array, part);
  PartCost cost;
  cost.result_bytes = plan.result_bytes();
  if (part.reduction()) {
    cost.folds = 1;
    cost.edges = Wide{plan.outer()} * part.addends;
    cost.operand_a_bytes = Wide{part.n} * part.addends * stream::kSumBytes;
    return cost;
  }
  const bool input = array.dataflow == Dataflow::kSystolicIs;
  const Operand first = input ? Operand::kB : Operand::kA;
  const Wide folds = Wide{plan.outer()} * plan.mid() * plan.inner();
  const Wide stream = plan.stationary() ? Wide{input ? part.n : part.m} * plan.mid() * plan.inner() : folds * part.k;
  cost.folds = folds * part.batch;
  cost.edges = (load_steps(plan) * plan.outer() + stream + folds * plan.hold()) * part.batch + plan.depth() - plan.hold();
  const Wide a = Wide{part.m} * part.k * part.operand_bytes * part.batch, b = Wide{part.k} * part.n * part.operand_bytes * part.batch;
  const std::uint64_t first_times = plan.held(first) ? 1 : plan.mid(), second_times = plan.held(other(first)) ? 1 : plan.outer();
  cost.operand_a_bytes = a * (input ? second_times : first_times);
  cost.operand_b_bytes = b * (input ? first_times : second_times);
  return cost;
}

}  // namespace ngpcsim::models
