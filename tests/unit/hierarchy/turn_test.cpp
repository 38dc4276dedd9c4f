#include "models/hierarchy/turn.h"

#include <gtest/gtest.h>

#include <map>

#include "sim/base/rng.h"

namespace ngpcsim::models::hierarchy {
namespace {

/// docs/memory.md, 2: the first asker after the last one, cyclic, at first from 0 on; or the smallest (edge, asker).
std::uint32_t first_of(Arbitration arbitration, const std::map<std::uint32_t, std::uint64_t>& asking, std::uint32_t last, std::uint32_t askers) {
  std::uint32_t best = asking.begin()->first;
  for (const auto& [asker, since] : asking) {
    const auto behind_last = [&](std::uint32_t number) { return (number + askers - last - 1) % askers; };
    const bool sooner = arbitration == Arbitration::kOldest ? since < asking.at(best) : behind_last(asker) < behind_last(best);
    if (sooner) best = asker;
  }
  return best;
}

void expect_turns(Arbitration arbitration, std::uint32_t askers) {
  constexpr std::uint32_t kResources = 3;
  Rng rng(askers);
  Turns turns(arbitration, kResources, askers);
  std::vector<std::map<std::uint32_t, std::uint64_t>> asking(kResources);
  std::vector<std::uint32_t> last(kResources, askers - 1);
  for (unsigned k = 0; k < 20'000; ++k) {
    const std::uint32_t resource = rng.below(kResources), asker = rng.below(askers);
    auto& here = asking[resource];
    if (rng.below(2) == 0 && !here.contains(asker)) {
      here[asker] = rng.below(50);
      turns.ask(resource, asker, here[asker]);
    } else if (!here.empty()) {
      last[resource] = first_of(arbitration, here, last[resource], askers);
      ASSERT_EQ(turns.grant(resource), last[resource]) << k;
      here.erase(last[resource]);
    }
    ASSERT_EQ(turns.any(resource), !here.empty()) << k;
  }
}

TEST(Turns, RoundRobin) {
  for (const std::uint32_t askers : {1U, 8U, 63U, 64U, 65U, 130U}) expect_turns(Arbitration::kRoundRobin, askers);
}
TEST(Turns, Oldest) {
  for (const std::uint32_t askers : {1U, 8U, 63U, 64U, 65U, 130U}) expect_turns(Arbitration::kOldest, askers);
}

}  // namespace
}  // namespace ngpcsim::models::hierarchy
