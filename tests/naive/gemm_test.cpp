// Hand-worked cases of docs/gemm.md on the naive array, and its elements against a sequencer that breaks its rules.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/naive/gemm_array.h"

namespace ngpcsim::naive {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

GemmJob job(std::uint64_t m, std::uint64_t n, std::uint64_t k) {
  GemmJob j{.type = GemmType::kInt8, .m = m, .n = n, .k = k};
  j.b_address = 10'000, j.c_address = 20'000;
  return j;
}

/// All operands are 1: every result is K.
GemmNumber one(const GemmElement&) { return {0.0F, 1}; }

struct Outcome {
  std::vector<std::uint64_t> entries;
  GemmNaiveAccount account;
  std::uint64_t active = 0, end = 0;
  bool right = true;
};

Outcome run(const GemmArraySetup& setup, const GemmJob& j) {
  GemmNaiveArray array(setup, one);
  array.command(j);
  std::uint64_t edge = 0;
  for (; edge == 0 || array.open(); ++edge) array.tick(edge);
  Outcome r{array.entries(), array.account(), array.active(), edge - 1, array.product().size() == j.m * j.n};
  for (const auto& [place, value] : array.product()) r.right = r.right && value.whole == j.k;
  return r;
}

std::string refusal(GemmArraySetup setup, GemmFault fault, const GemmJob& j) {
  setup.fault = fault;
  try {
    run(setup, j);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "none";
}

/// 2 x 3 elements, K = 4: steps at 0 .. 3, the last result leaves element (1, 2) at 3 + 3; the second fold begins behind it.
TEST(NaiveGemm, OutputStationary) {
  const GemmArraySetup setup{.flow = GemmFlow::kOs, .rows = 2, .cols = 3, .prefetch = false, .unlimited = true};
  const Outcome r = run(setup, job(2, 6, 4));
  EXPECT_TRUE(r.right);
  EXPECT_THAT(r.entries, ElementsAre(0, 1, 2, 3, 7, 8, 9, 10));
  EXPECT_EQ(r.active, 14u);  // 2 folds of 4 + 2 + 3 - 2
  EXPECT_EQ(r.end, 14u);
  EXPECT_EQ(r.account.fill, 6u);    // the first 3 of either fold
  EXPECT_EQ(r.account.stream, 2u);
  EXPECT_EQ(r.account.drain, 6u);   // 3 between them, 3 at the end
}

/// With prefetch the folds touch; with K = 1 a column of 2 results keeps the next fold waiting for one edge.
TEST(NaiveGemm, OutputStationaryColumns) {
  const GemmArraySetup setup{.flow = GemmFlow::kOs, .rows = 2, .cols = 3, .prefetch = true, .unlimited = true};
  EXPECT_THAT(run(setup, job(2, 6, 4)).entries, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  const Outcome r = run(setup, job(2, 6, 1));
  EXPECT_THAT(r.entries, ElementsAre(0, 2));
  EXPECT_EQ(r.account.drain, 1u + 3u);
}

/// 2 x 2 elements, K = 4 in two folds of 3 rows. Loads at 0 and 1, steps at 2, 3, 4. Without prefetch the last element computes at 4 + 2: loads at 7 and 8,
/// steps at 9 on. With it the wave front has swapped the last weight at 2 + 2: loads at 5 and 6, steps from 7 on.
TEST(NaiveGemm, WeightStationary) {
  GemmArraySetup setup{.flow = GemmFlow::kWs, .rows = 2, .cols = 2, .prefetch = false, .unlimited = true};
  const Outcome without = run(setup, job(3, 2, 4));
  EXPECT_TRUE(without.right);
  EXPECT_THAT(without.entries, ElementsAre(2, 3, 4, 9, 10, 11));
  EXPECT_EQ(without.account.weights, 4u);
  EXPECT_EQ(without.account.drain, 2u + 2u);
  EXPECT_EQ(without.active, 2u * (2 + 3 + 2 + 2 - 2));
  setup.prefetch = true;
  EXPECT_THAT(run(setup, job(3, 2, 4)).entries, ElementsAre(2, 3, 4, 7, 8, 9));
}

/// One row of A: the sum that left at the bottom enters at the top 4 edges later; loads of 4 come first in either case here, so only the account tells.
TEST(NaiveGemm, InputStationary) {
  const GemmArraySetup setup{.flow = GemmFlow::kIs, .rows = 4, .cols = 1, .prefetch = true, .unlimited = true};
  const Outcome r = run(setup, job(1, 2, 8));
  EXPECT_TRUE(r.right);
  EXPECT_THAT(r.entries, ElementsAre(4, 5, 12, 13));  // gate at 4 + 3 + 1
  EXPECT_EQ(r.account.weights, 4u + 6u);
}

/// Four weights in loads of 3 and 1; a result 5 edges behind its step, and its sum enters again 6 edges behind it.
TEST(NaiveGemm, Broadcast) {
  const GemmArraySetup setup{.flow = GemmFlow::kBroadcast, .rows = 2, .cols = 2, .latency = 6, .load_width = 3, .prefetch = true, .unlimited = true};
  const Outcome r = run(setup, job(2, 2, 4));
  EXPECT_TRUE(r.right);
  EXPECT_THAT(r.entries, ElementsAre(2, 3, 8, 9));
  EXPECT_EQ(r.account.dependency, 3u);  // 5, 6, 7: the load of the second fold ends at 4
  EXPECT_EQ(r.account.weights, 2u + 1u);
  EXPECT_EQ(r.account.fill, 0u);
}

TEST(NaiveGemm, ElementsFindOverwrittenWeights) {
  for (const bool prefetch : {false, true}) {
    const GemmArraySetup systolic{.flow = GemmFlow::kWs, .rows = 3, .cols = 3, .prefetch = prefetch, .unlimited = true};
    EXPECT_EQ(refusal(systolic, GemmFault::kNone, job(2, 3, 9)), "none");
    EXPECT_THAT(refusal(systolic, GemmFault::kLoadTooEarly, job(2, 3, 9)), HasSubstr("finds what load step"));
  }
}

TEST(NaiveGemm, ElementsFindSumsThatAreNotThere) {
  // Fold behind fold at once: one row of elements needs no time to load.
  const GemmArraySetup broadcast{.flow = GemmFlow::kBroadcast, .rows = 1, .cols = 2, .latency = 5, .load_width = 2, .prefetch = true, .unlimited = true};
  EXPECT_EQ(refusal(broadcast, GemmFault::kNone, job(1, 2, 3)), "none");
  EXPECT_THAT(refusal(broadcast, GemmFault::kSumTooEarly, job(1, 2, 3)), HasSubstr("read before it is there"));
}

TEST(NaiveGemm, ElementsFindColumnsInUse) {
  const GemmArraySetup setup{.flow = GemmFlow::kOs, .rows = 3, .cols = 2, .prefetch = true, .unlimited = true};
  EXPECT_EQ(refusal(setup, GemmFault::kNone, job(3, 4, 1)), "none");
  EXPECT_THAT(refusal(setup, GemmFault::kColumnTooEarly, job(3, 4, 1)), HasSubstr("two results leave column"));
}

}  // namespace
}  // namespace ngpcsim::naive
