#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>

#include "models/hierarchy/hierarchy.h"
#include "models/hierarchy/pieces.h"
#include "sim/base/rng.h"
#include "tests/naive_memory/stub_backing.h"

// Edges settled many at once against steps, one by one.
namespace ngpcsim::models::hierarchy {
namespace {

constexpr std::uint32_t kSources = 3;

HierarchyParams random_params(Rng& rng) {
  HierarchyParams p;
  p.clock_khz = 1695;
  const Arbitration arbitration = rng.below(2) == 0 ? Arbitration::kRoundRobin : Arbitration::kOldest;
  p.crossbar = {.port_bytes = 32U << rng.below(2), .latency_cycles = 1 + rng.below(20), .arbitration = arbitration};
  p.l2.slices = 4;
  p.l2.size_kib = 16;
  p.l2.ways = 4;
  p.l2.hit_cycles = 1 + rng.below(300);
  p.l2.input_queue = 1 + rng.below(8);
  p.l2.output_queue = 1 + rng.below(16);
  if (rng.below(2) == 0) p.background = {.period_cycles_x1000 = 5000 + rng.below(40000), .ports = 2, .footprint_kib = 32};
  return p;
}

struct Offer {
  MemoryRequest request;
  std::uint64_t visible = 0;
};

/// Sequential ones, as a DMA sends them, and now and then one of anywhere.
std::vector<Offer> random_offers(Rng& rng) {
  std::vector<Offer> offers;
  std::uint64_t edge = 0, next = 0;
  for (std::uint64_t k = 0; k < 60; ++k) {
    edge += rng.below(rng.below(4) == 0 ? 400 : 10);
    const std::uint32_t bytes = 1 + rng.below(1024);
    const auto access = static_cast<MemoryAccess>(rng.below(3));
    const std::uint64_t address = rng.below(4) == 0 ? rng.below(1U << 16) : next % 8192;
    offers.push_back({{.access = access, .address = address, .bytes = bytes, .source = SourceId(rng.below(kSources)), .id = k}, edge});
    next += bytes;
  }
  return offers;
}

class Memory {
 public:
  explicit Memory(const HierarchyParams& params) : params_(params), hierarchy_(params, kSources, stubs(params), ClockDomain(2437)) {}

  void step_to(std::uint64_t edge) {
    for (auto next = hierarchy_.next_edge(); next && *next <= edge; next = hierarchy_.next_edge()) hierarchy_.step(*next);
    collect(0);
  }
  /// As the block does it: what was named as the next answer's edge is kept to.
  void settle(std::uint64_t edge) {
    hierarchy_.settle(edge);
    collect(next_answer_);
    next_answer_ = hierarchy_.next_answer().value_or(kNever);
  }
  void offer(const Offer& o) {
    hierarchy_.offer(o.request, o.visible);
    next_answer_ = std::min(next_answer_, o.visible + 2 * params_.crossbar.latency_cycles + params_.l2.hit_cycles);
  }
  [[nodiscard]] std::uint64_t next_answer() const { return next_answer_; }

  using Answers = std::vector<std::tuple<std::uint64_t, std::uint32_t, std::uint64_t>>;  // edge, source, id
  [[nodiscard]] Answers answers() const {
    Answers sorted = answers_;
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  }
  [[nodiscard]] SliceCounters finish(std::uint64_t end) {
    hierarchy_.finish(end);
    SliceCounters sum;
    for (std::uint32_t s = 0; s < params_.l2.slices; ++s) sum += hierarchy_.counters(s);
    return sum;
  }

 private:
  static std::vector<std::unique_ptr<Backing>> stubs(const HierarchyParams& params) {
    std::vector<std::unique_ptr<Backing>> result;
    for (std::uint32_t s = 0; s < params.l2.slices; ++s) result.push_back(std::make_unique<naive_memory::StubBacking>(naive_memory::DramSetup{}));
    return result;
  }
  void collect(std::uint64_t none_before) {
    for (const Answered& a : hierarchy_.answers()) {
      EXPECT_GE(a.edge, none_before) << "request " << a.id;
      answers_.emplace_back(a.edge, a.source.value(), a.id);
      ids_[a.source.value()].emplace_back(a.number, a.id);
    }
    hierarchy_.answers().clear();
  }

  HierarchyParams params_;
  Hierarchy hierarchy_;
  std::uint64_t next_answer_ = kNever;
  Answers answers_;

 public:
  std::map<std::uint32_t, std::vector<std::pair<std::uint64_t, std::uint64_t>>> ids_;  ///< numbers and ids of answered requests by source
};

auto figures(const SliceCounters& c) {
  return std::tuple(c.reads, c.writes, c.atomics, c.hits, c.merges, c.misses, c.allocations, c.evictions, c.dirty_evictions, c.dram_read_bytes,
                    c.dram_write_bytes, c.busy, c.waits);
}

/// The memory of a run that looks at it only when there may be an answer; requests are offered then, all that are visible.
void settle_where_due(Memory& memory, const std::vector<Offer>& offers) {
  std::size_t offered = 0;
  for (;;) {
    const std::uint64_t arrival = offered < offers.size() ? offers[offered].visible : kNever;
    if (arrival == kNever && memory.next_answer() == kNever) return;
    if (arrival <= memory.next_answer()) memory.offer(offers[offered++]);
    else memory.settle(memory.next_answer());
  }
}

void step_through(Memory& memory, const std::vector<Offer>& offers) {
  for (const Offer& offer : offers) {
    if (offer.visible > 0) memory.step_to(offer.visible - 1);
    memory.offer(offer);
  }
  memory.step_to(kNever - 1);
}

TEST(Settle, EqualsSteps) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Rng rng(seed);
    const HierarchyParams params = random_params(rng);
    const std::vector<Offer> offers = random_offers(rng);
    Memory stepped(params), settled(params);
    step_through(stepped, offers);
    settle_where_due(settled, offers);
    ASSERT_EQ(stepped.answers().size(), offers.size()) << "seed " << seed;
    ASSERT_EQ(stepped.answers(), settled.answers()) << "seed " << seed;
    const std::uint64_t end = std::get<0>(stepped.answers().back()) + 100;
    ASSERT_EQ(figures(stepped.finish(end)), figures(settled.finish(end))) << "seed " << seed;
  }
}

TEST(Settle, AnswersCarryTheNumberOfTheRequest) {
  Rng rng(1);
  const std::vector<Offer> offers = random_offers(rng);
  Memory memory(HierarchyParams{});
  settle_where_due(memory, offers);
  std::map<std::uint32_t, std::vector<std::uint64_t>> in_order;
  for (const Offer& o : offers) in_order[o.request.source.value()].push_back(o.request.id);
  std::size_t seen = 0;
  for (const auto& [source, answered] : memory.ids_)
    for (const auto& [number, id] : answered) {
      EXPECT_EQ(in_order.at(source).at(number), id);
      ++seen;
    }
  EXPECT_EQ(seen, offers.size());
}

}  // namespace
}  // namespace ngpcsim::models::hierarchy
