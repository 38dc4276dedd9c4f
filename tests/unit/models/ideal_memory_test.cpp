// The memory block with several sources in another clock domain: order of service, crossings both ways, bytes counted.
#include "models/memory/ideal_memory.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/base/error.h"
#include "sim/base/rng.h"
#include "sim/kernel/run_control.h"
#include "tests/support/child_process.h"
#include "tests/unit/models/slow_memory.h"

namespace ngpcsim::models {
namespace {

struct Planned {
  std::uint64_t edge;  ///< of the send
  std::uint32_t bytes;
  MemoryAccess access;
};

/// Sends its plan, and keeps the edge of each answer.
class Source final : public Block {
 public:
  Source(const std::string& name, ClockDomain clock, RunControl& control, std::uint32_t id, std::vector<Planned> plan, std::size_t& open)
      : Block(name.c_str(), clock, control), id_(id), plan_(std::move(plan)), answered_(plan_.size()), open_(open) {
    wake_at(0);
  }
  void connect(Link<MemoryRequest> memory) { memory_ = memory; }
  [[nodiscard]] Mailbox<MemoryResponse>& responses() { return responses_; }
  [[nodiscard]] const std::vector<std::uint64_t>& answered() const { return answered_; }
  [[nodiscard]] std::string waiting_for() const override { return {}; }

 private:
  /// Sends ahead of time, as an NFP does, the whole plan at once.
  void on_edge(std::uint64_t edge) override {
    for (; sent_ < plan_.size(); ++sent_)
      memory_->send(plan_[sent_].edge, {.access = plan_[sent_].access, .bytes = plan_[sent_].bytes, .source = SourceId(id_), .id = sent_});
    while (const auto response = responses_.take(edge)) {
      answered_[response->id] = edge;
      if (response->access != plan_[response->id].access) throw InvariantError("an answer of another kind than its request");
      if (--open_ == 0) control().finish();
    }
    if (const auto next = responses_.next_edge()) wake_at(*next);
  }

  std::uint32_t id_;
  std::vector<Planned> plan_;
  std::vector<std::uint64_t> answered_;
  std::size_t& open_;
  std::optional<Link<MemoryRequest>> memory_;
  Mailbox<MemoryResponse> responses_;
  std::size_t sent_ = 0;
};

struct Case {
  std::uint32_t source_khz, memory_khz;
  IdealMemoryParams memory;
  std::vector<std::vector<Planned>> plans;  ///< by source
};

Case random_case(Rng& rng) {
  constexpr std::array<std::uint32_t, 4> kClocks{1'500'000, 1'000'000, 1'695'000, 1'218'750};
  Case c{.source_khz = kClocks[rng.below(4)], .memory_khz = kClocks[rng.below(4)], .memory = {}, .plans = {}};
  c.memory = {.bytes_per_cycle = 1 + rng.below(64), .latency_cycles = 1 + rng.below(20), .outstanding = 1 + rng.below(8), .sync_cycles = 1 + rng.below(3)};
  c.plans.resize(1 + rng.below(4));
  for (auto& plan : c.plans) {
    std::uint64_t edge = 0;
    for (std::uint32_t i = 0, count = 1 + rng.below(20); i < count; ++i)
      plan.push_back({edge += rng.below(8), 1 + rng.below(200), rng.below(2) == 0 ? MemoryAccess::kRead : MemoryAccess::kWrite});
  }
  return c;
}

std::string text_of(const std::vector<std::vector<std::uint64_t>>& answered, std::uint64_t read, std::uint64_t written, std::uint64_t busy) {
  std::string text = fmt::format("read {} written {} busy {}", read, written, busy);
  for (const auto& edges : answered) text += fmt::format(" | {}", fmt::join(edges, " "));
  return text;
}

/// `order` turns the order of construction.
std::string simulated(const Case& c, bool reversed) {
  return testing_support::in_child([&] {
    RunControl control;
    const ClockDomain source_clock(c.source_khz), memory_clock(c.memory_khz);
    std::size_t open = 0;
    for (const auto& plan : c.plans) open += plan.size();
    std::vector<std::unique_ptr<Source>> sources(c.plans.size());
    std::unique_ptr<IdealMemory> memory;
    const auto make_memory = [&] { memory = std::make_unique<IdealMemory>("memory", memory_clock, control, c.memory); };
    if (!reversed) make_memory();
    for (std::uint32_t n = 0; n < sources.size(); ++n) {
      const std::uint32_t s = reversed ? static_cast<std::uint32_t>(sources.size()) - 1 - n : n;
      sources[s] = std::make_unique<Source>(fmt::format("source_{}", s), source_clock, control, s, c.plans[s], open);
    }
    if (reversed) make_memory();
    for (std::uint32_t s = 0; s < sources.size(); ++s) {
      sources[s]->connect(Link(source_clock, s, *memory, memory->requests(), c.memory.sync_cycles));
      memory->connect(SourceId(s), Link(memory_clock, 0, *sources[s], sources[s]->responses(), c.memory.sync_cycles));
    }
    control.run();
    std::vector<std::vector<std::uint64_t>> answered;
    for (const auto& source : sources) answered.push_back(source->answered());
    return text_of(answered, memory->read_bytes(), memory->write_bytes(), memory->busy());
  });
}

std::uint64_t crossed(std::uint64_t edge, std::uint64_t from_khz, std::uint64_t to_khz, std::uint64_t sync) { return (edge * to_khz + from_khz - 1) / from_khz + sync; }

std::string expected(const Case& c) {
  std::vector<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>> order;  // edge at the memory, source, sequence
  for (std::uint32_t s = 0; s < c.plans.size(); ++s)
    for (std::uint32_t i = 0; i < c.plans[s].size(); ++i)
      order.emplace_back(crossed(c.plans[s][i].edge, c.source_khz, c.memory_khz, c.memory.sync_cycles), s, i);
  std::sort(order.begin(), order.end());
  std::vector<SlowRequest> requests;
  for (const auto& [edge, s, i] : order) requests.push_back({edge, c.plans[s][i].bytes});
  const SlowMemoryRun run = run_slow_memory(requests, c.memory.bytes_per_cycle, c.memory.latency_cycles, c.memory.outstanding);
  std::vector<std::vector<std::uint64_t>> answered(c.plans.size());
  std::uint64_t bytes[2] = {};
  for (std::uint32_t s = 0; s < c.plans.size(); ++s) {
    answered[s].resize(c.plans[s].size());
    for (const Planned& request : c.plans[s]) bytes[request.access == MemoryAccess::kRead ? 0 : 1] += request.bytes;
  }
  for (std::size_t n = 0; n < order.size(); ++n)
    answered[std::get<1>(order[n])][std::get<2>(order[n])] = crossed(run.done[n], c.memory_khz, c.source_khz, c.memory.sync_cycles);
  return text_of(answered, bytes[0], bytes[1], run.busy_cycles);
}

TEST(IdealMemory, ServesSeveralSourcesInOrderOfEdgeAndSource) {
  Rng rng(3);
  for (int n = 0; n < 60; ++n) {
    const Case c = random_case(rng);
    const std::string want = expected(c);
    ASSERT_EQ(simulated(c, false), want) << "case " << n;
    ASSERT_EQ(simulated(c, true), want) << "case " << n << ", constructed in reverse";
  }
}

}  // namespace
}  // namespace ngpcsim::models
