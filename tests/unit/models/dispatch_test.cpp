// Which NFP gets the next batch.
#include "models/scheduler/dispatch.h"

#include <cstdint>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "sim/base/rng.h"

namespace ngpcsim::models {
namespace {

std::optional<std::uint32_t> taken(DispatchChoice& choice) {
  const auto nfp = choice.take();
  return nfp ? std::optional(nfp->value()) : std::nullopt;
}

TEST(DispatchChoice, RoundRobinWaitsForTheNextInTurn) {
  DispatchChoice choice({.policy = DispatchPolicy::kRoundRobin, .queue_batches = 1}, 3);
  EXPECT_EQ(taken(choice), 0u);
  EXPECT_EQ(taken(choice), 1u);
  EXPECT_EQ(taken(choice), 2u);
  EXPECT_EQ(taken(choice), std::nullopt);
  choice.give_back(NfpId(1));
  EXPECT_EQ(taken(choice), std::nullopt) << "it is NFP 0's turn";
  choice.give_back(NfpId(0));
  EXPECT_EQ(taken(choice), 0u);
  EXPECT_EQ(taken(choice), 1u);
}

TEST(DispatchChoice, LeastLoadedTakesTheLowestOfTheMostFree) {
  DispatchChoice choice({.policy = DispatchPolicy::kLeastLoaded, .queue_batches = 2}, 3);
  for (const std::uint32_t nfp : {0u, 1u, 2u, 0u, 1u, 2u}) EXPECT_EQ(taken(choice), nfp);
  EXPECT_EQ(taken(choice), std::nullopt);
  choice.give_back(NfpId(2));
  choice.give_back(NfpId(1));
  choice.give_back(NfpId(2));
  EXPECT_EQ(taken(choice), 2u);
  EXPECT_EQ(taken(choice), 1u);
  EXPECT_EQ(taken(choice), 2u);
}

/// Batches per NFP never exceed the queue, and least_loaded gives nothing only when all queues are full.
TEST(DispatchChoice, NeverOverfills) {
  Rng rng(9);
  for (const auto policy : {DispatchPolicy::kRoundRobin, DispatchPolicy::kLeastLoaded}) {
    for (int n = 0; n < 200; ++n) {
      const std::uint32_t nfps = 1 + rng.below(9), depth = 1 + rng.below(4);
      DispatchChoice choice({.policy = policy, .queue_batches = depth}, nfps);
      std::vector<std::uint32_t> held(nfps, 0);
      std::uint32_t turn = 0;
      for (int step = 0; step < 300; ++step) {
        const std::uint32_t who = rng.below(nfps);
        if (rng.below(2) == 0 && held[who] > 0) {
          choice.give_back(NfpId(who));
          --held[who];
          continue;
        }
        std::optional<std::uint32_t> want;
        if (policy == DispatchPolicy::kRoundRobin) {
          if (held[turn] < depth) want = turn;
        } else {
          for (std::uint32_t nfp = nfps; nfp-- > 0;)
            if (held[nfp] < depth && (!want || held[nfp] <= held[*want])) want = nfp;
        }
        ASSERT_EQ(taken(choice), want);
        if (!want) continue;
        ++held[*want];
        turn = (turn + 1) % nfps;
      }
    }
  }
}

}  // namespace
}  // namespace ngpcsim::models
