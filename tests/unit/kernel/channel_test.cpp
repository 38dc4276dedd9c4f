// Mailboxes take in (edge, source, sequence) order; a slot ring is a queue with registered ready.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "sim/base/rng.h"
#include "sim/channel/mailbox.h"
#include "sim/channel/slot_ring.h"

namespace ngpcsim {
namespace {

TEST(Mailbox, TakesNothingEarly) {
  Mailbox<int> box;
  EXPECT_FALSE(box.next_edge());
  box.post(7, 0, 5, 1);
  EXPECT_EQ(box.next_edge(), std::optional<std::uint64_t>(7));
  EXPECT_FALSE(box.take(6));
  EXPECT_EQ(box.size(), 1u);
  EXPECT_EQ(box.take(7), std::optional<int>(1));
  EXPECT_EQ(box.size(), 0u);
}

/// Tokens of several sources, posted in an order in which only the tokens of one source keep theirs.
TEST(Mailbox, OrderDoesNotDependOnInterleaving) {
  Rng rng(11);
  for (int round = 0; round < 500; ++round) {
    using Token = std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>;  // edge, source, number within the source
    std::vector<std::vector<Token>> by_source(1 + rng.below(5));
    for (std::uint32_t s = 0; s < by_source.size(); ++s)
      for (std::uint32_t n = 0, count = rng.below(20); n < count; ++n) by_source[s].emplace_back(rng.below(6), s, n);
    std::vector<Token> expected;
    for (const auto& tokens : by_source) expected.insert(expected.end(), tokens.begin(), tokens.end());
    std::sort(expected.begin(), expected.end());

    Mailbox<Token> box;
    std::vector<std::size_t> next(by_source.size(), 0);
    for (std::size_t left = expected.size(); left > 0;) {
      const std::uint32_t s = rng.below(static_cast<std::uint32_t>(by_source.size()));
      if (next[s] == by_source[s].size()) continue;
      const Token token = by_source[s][next[s]++];
      box.post(std::get<0>(token), s, 0, token);
      --left;
    }
    std::vector<Token> taken;
    for (std::uint64_t edge = 0; edge < 6; ++edge)
      while (const auto token = box.take(edge)) {
        EXPECT_EQ(std::get<0>(*token), edge);
        taken.push_back(*token);
      }
    EXPECT_EQ(taken, expected);
  }
}

/// A sender that runs ahead posts what it sends later first: sent at 4 and 3, both visible at 9.
TEST(Mailbox, TokensOfOneSourceComeInTheOrderOfSending) {
  Mailbox<int> box;
  box.post(9, 0, 4, 40);
  box.post(9, 0, 3, 30);
  box.post(9, 0, 4, 41);
  EXPECT_EQ(box.take(9), std::optional<int>(30));
  EXPECT_EQ(box.take(9), std::optional<int>(40));
  EXPECT_EQ(box.take(9), std::optional<int>(41));
}

/// Posts and takes in any mixture, against a plain list of which always the first in order is taken.
TEST(Mailbox, EqualsAListWhilePostsAndTakesMix) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Rng rng(seed);
    using Key = std::tuple<std::uint64_t, std::uint32_t, std::uint64_t, int>;  // edge, source, sender's edge, posting
    std::vector<Key> list;
    Mailbox<Key> box;
    std::uint64_t now = 0;
    for (int step = 0; step < 200; ++step) {
      if (rng.below(2) == 0) {
        const Key key{now + rng.below(12), rng.below(4), rng.below(5), step};
        list.push_back(key);
        box.post(std::get<0>(key), std::get<1>(key), std::get<2>(key), key);
      } else {
        now += rng.below(2);
        const auto first = std::min_element(list.begin(), list.end());
        const bool any = first != list.end() && std::get<0>(*first) <= now;
        EXPECT_EQ(box.take(now), any ? std::optional(*first) : std::nullopt) << seed;
        if (any) list.erase(first);
      }
      const auto first = std::min_element(list.begin(), list.end());
      ASSERT_EQ(box.next_edge(), first == list.end() ? std::nullopt : std::optional(std::get<0>(*first))) << seed;
      ASSERT_EQ(box.size(), list.size());
    }
  }
}

struct Traffic {
  std::vector<std::uint64_t> write, read;
  friend bool operator==(const Traffic&, const Traffic&) = default;
};

bool open_at(std::uint64_t seed, std::uint64_t edge, std::uint32_t percent) { return mix64(seed ^ mix64(edge + 1)) % 100 < percent; }

/// Edge by edge: both ends see the occupancy that the edge before left.
Traffic queue_edge_by_edge(std::uint32_t depth, std::size_t items, std::uint64_t seed, std::uint32_t in_percent, std::uint32_t out_percent) {
  Traffic traffic;
  for (std::uint64_t edge = 0; traffic.read.size() < items; ++edge) {
    const std::size_t occupied = traffic.write.size() - traffic.read.size();
    const bool writes = traffic.write.size() < items && occupied < depth && open_at(seed, edge, in_percent);
    const bool reads = occupied > 0 && open_at(~seed, edge, out_percent);
    if (writes) traffic.write.push_back(edge);
    if (reads) traffic.read.push_back(edge);
  }
  return traffic;
}

Traffic queue_by_ring(std::uint32_t depth, std::size_t items, std::uint64_t seed, std::uint32_t in_percent, std::uint32_t out_percent) {
  SlotRing ring(depth);
  Traffic traffic;
  const auto first_open = [](std::uint64_t gate, std::uint64_t edge, std::uint32_t percent) {
    while (!open_at(gate, edge, percent)) ++edge;
    return edge;
  };
  std::uint64_t next_write = 0, next_read = 0;
  for (std::size_t i = 0; i < items; ++i) {
    const std::uint64_t write = first_open(seed, std::max(next_write, ring.writable()), in_percent);
    ring.push();
    const std::uint64_t read = first_open(~seed, std::max(next_read, write + 1), out_percent);
    ring.pop(read);
    traffic.write.push_back(write);
    traffic.read.push_back(read);
    next_write = write + 1;
    next_read = read + 1;
  }
  return traffic;
}

TEST(SlotRing, EqualsAQueueWithRegisteredReady) {
  Rng rng(5);
  for (int n = 0; n < 3000; ++n) {
    const std::uint32_t depth = 1 + rng.below(9), in = 10 + rng.below(91), out = 10 + rng.below(91);
    const std::uint64_t seed = rng.next();
    ASSERT_EQ(queue_by_ring(depth, 60, seed, in, out), queue_edge_by_edge(depth, 60, seed, in, out)) << "depth " << depth << ", seed " << seed;
  }
}

/// docs/timing.md, section 1, rule 2: depth 1 runs at half rate, depth 2 at full rate.
TEST(SlotRing, DepthOneIsHalfRate) {
  EXPECT_EQ(queue_by_ring(1, 4, 0, 100, 100).write, (std::vector<std::uint64_t>{0, 2, 4, 6}));
  EXPECT_EQ(queue_by_ring(2, 4, 0, 100, 100).write, (std::vector<std::uint64_t>{0, 1, 2, 3}));
}

TEST(SlotRing, LooksAhead) {
  SlotRing ring(3);
  for (const std::uint64_t edge : {10u, 20u, 30u}) {
    ring.push();
    ring.pop(edge);
  }
  EXPECT_EQ(ring.depth(), 3u);
  EXPECT_EQ(ring.writable(), 11u);
  EXPECT_EQ(ring.writable(1), 21u);
  EXPECT_EQ(ring.writable(2), 31u);
}

}  // namespace
}  // namespace ngpcsim
