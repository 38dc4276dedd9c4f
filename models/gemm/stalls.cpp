#include "models/gemm/stalls.h"

#include <algorithm>

namespace ngpcsim::models {
namespace {

/// Edges of `from .. to - 1` before the gate or with a load step.
std::uint64_t weight_edges(std::uint64_t from, std::uint64_t to, const WaitReasons& until) {
  if (until.loads == nullptr) return 0;
  std::uint64_t edges = std::min(until.gate, to) - std::min(until.gate, from);
  from = std::max(from, until.gate);
  for (const StepRun& run : *until.loads) {
    const std::uint64_t first = std::max(run.edge, from), end = std::min(run.edge + run.steps, to);
    if (first < end) edges += end - first;
  }
  return edges;
}

}  // namespace

void charge_wait(GemmAccount& account, std::uint64_t from, std::uint64_t to, const WaitReasons& until) {
  if (from >= to) return;
  const std::uint64_t room = std::clamp(until.room, from, to);
  const std::uint64_t left = std::clamp(until.left, room, to);
  const std::uint64_t sums = std::clamp(until.sums, left, to);
  const std::uint64_t weights_before = weight_edges(left, sums, until), weights_behind = weight_edges(sums, to, until);
  account.output_full += room - from;
  account.drain += left - room;
  account.weights += weights_before + weights_behind;
  account.dependency += sums - left - weights_before;
  account.memory += to - sums - weights_behind;
}

}  // namespace ngpcsim::models
