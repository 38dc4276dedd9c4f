#include "tests/naive_memory/dram_side.h"

#include <algorithm>

namespace ngpcsim::naive_memory {

void DramSide::ask(bool write, const Run& run, Edge edge) {
  const std::uint64_t arrival = divide_up(edge * setup_.dram.khz, setup_.clock_khz) + setup_.sync_cycles;
  const std::uint64_t accepted = dram_.accept(arrival);
  Asked asked{write, run, seen(accepted), seen(accepted + dram_.latency(run.address))};
  if (setup_.misread(Misreading::kDramPlaceWithoutSync)) asked.waits_until -= setup_.sync_cycles;
  asked_.push_back(asked);
}

std::size_t DramSide::waiting(Edge edge) const {
  std::size_t count = 0;
  for (const Asked& asked : asked_) count += edge < asked.waits_until ? 1 : 0;
  return count;
}

std::vector<Run> DramSide::fills(Edge edge) {
  std::vector<Run> result;
  for (const Asked& asked : asked_) {
    if (!asked.write && asked.answered == edge) result.push_back(asked.run);
  }
  std::erase_if(asked_, [&](const Asked& asked) { return asked.answered <= edge && asked.waits_until <= edge; });
  return result;
}

}  // namespace ngpcsim::naive_memory
