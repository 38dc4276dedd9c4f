/// The DRAM as a block: the same edges as the DRAM alone, whoever asks.
#include "models/dram/dram_memory.h"

#include <algorithm>
#include <map>
#include <optional>

#include <gtest/gtest.h>

#include "sim/base/rng.h"
#include "sim/kernel/run_control.h"
#include "tests/support/child_process.h"
#include "tests/unit/dram/dram_support.h"

namespace ngpcsim {
namespace {

using models::MemoryAccess;
using models::MemoryRequest;
using models::MemoryResponse;
using testing_support::dram_device;
using testing_support::in_child;

/// Sends what it is told at its edges, and notes when each answer is there.
class Asker final : public Block {
 public:
  Asker(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control, std::vector<std::pair<std::uint64_t, MemoryRequest>> plan)
      : Block(name, clock, control), plan_(std::move(plan)) {
    wake_at(0);
  }
  void connect(Link<MemoryRequest> out) { out_ = out; }
  [[nodiscard]] Mailbox<MemoryResponse>& answers() { return answers_; }
  [[nodiscard]] std::string waiting_for() const override { return seen.size() < plan_.size() ? "answers" : ""; }

  std::map<std::uint64_t, std::uint64_t> seen;  ///< edge of each answer by request

 private:
  void on_edge(std::uint64_t edge) override {
    for (; sent_ < plan_.size(); ++sent_) out_->send(plan_[sent_].first, plan_[sent_].second);
    while (const auto answer = answers_.take(edge)) { check(seen.emplace(answer->id, edge).second, "request {} was answered twice", answer->id); }
    if (const auto next = answers_.next_edge()) wake_at(*next);
    else if (seen.size() == plan_.size()) control().finish();
  }

  std::vector<std::pair<std::uint64_t, MemoryRequest>> plan_;
  Mailbox<MemoryResponse> answers_;
  std::optional<Link<MemoryRequest>> out_;
  std::size_t sent_ = 0;
};

std::vector<std::pair<std::uint64_t, MemoryRequest>> random_plan(std::uint64_t seed, bool adds) {
  Rng rng(seed);
  std::vector<std::pair<std::uint64_t, MemoryRequest>> plan;
  std::uint64_t edge = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    edge += rng.below(20);
    const std::uint32_t kind = rng.below(adds ? 3 : 2);
    plan.push_back({edge,
                    {.access = kind == 0   ? MemoryAccess::kRead
                               : kind == 1 ? MemoryAccess::kWrite
                                           : MemoryAccess::kAtomicAdd,
                     .address = std::uint64_t{rng.below(1 << 12)} * 64,
                     .bytes = 1 + rng.below(600),
                     .source = SourceId(0),
                     .id = i}});
  }
  return plan;
}

std::map<std::uint64_t, std::uint64_t> run_block(const models::dram::Device& device, const std::vector<std::pair<std::uint64_t, MemoryRequest>>& plan) {
  RunControl control;
  models::DramMemory memory("memory", control, device);
  Asker asker("asker", memory.clock(), control, plan);
  memory.connect(SourceId(0), Link<MemoryResponse>(memory.clock(), 0, asker, asker.answers(), 1));
  asker.connect(Link<MemoryRequest>(asker.clock(), 0, memory, memory.requests(), 1));
  control.run();
  (void)memory.finish(0);
  return asker.seen;
}

TEST(DramMemory, AnswersAtTheEdgesOfTheDramAlone) {
  for (const char* name : {"gddr6", "ddr4-2400"}) {
    const std::string verdict = in_child([name] {
      const auto device = dram_device(name, {"controller.read_queue=20"});
      const auto plan = random_plan(4, false);
      const auto seen = run_block(*device, plan);
      models::dram::Dram alone(*device);
      for (const auto& [edge, request] : plan)
        alone.enter({.write = request.access == MemoryAccess::kWrite, .address = request.address, .bytes = request.bytes, .id = request.id}, edge + 1);
      (void)alone.drain();
      for (const auto& answer : alone.answers())
        if (!seen.contains(answer.id) || seen.at(answer.id) != answer.cycle + 1)
          return fmt::format("request {}: {} and not {}", answer.id, seen.at(answer.id), answer.cycle + 1);
      return std::string(seen.size() == plan.size() ? "ok" : "answers are missing");
    });
    EXPECT_EQ(verdict, "ok") << name;
  }
}

TEST(DramMemory, AnAtomicAddReadsAndWrites) {
  const std::string verdict = in_child([] {
    const auto device = dram_device("gddr6");
    RunControl control;
    models::DramMemory memory("memory", control, *device);
    Asker asker("asker", memory.clock(), control, random_plan(9, true));
    memory.connect(SourceId(0), Link<MemoryResponse>(memory.clock(), 0, asker, asker.answers(), 1));
    asker.connect(Link<MemoryRequest>(asker.clock(), 0, memory, memory.requests(), 1));
    control.run();
    (void)memory.finish(0);
    std::uint64_t reads = 0, writes = 0;
    for (const auto& [edge, request] : random_plan(9, true)) {
      if (request.access != MemoryAccess::kWrite) reads += request.bytes;
      if (request.access != MemoryAccess::kRead) writes += request.bytes;
    }
    return std::string(memory.read_bytes() == reads && memory.write_bytes() == writes && asker.seen.size() == 200 ? "ok" : "bytes differ");
  });
  EXPECT_EQ(verdict, "ok");
}

}  // namespace
}  // namespace ngpcsim
