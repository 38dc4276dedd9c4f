/// A hierarchy whose L2 always hits, with paths as wide as a request and a slice for each source, is memory `ideal` of the same latency: every answer is sent
/// at the very same edge. By docs/memory.md a hit that nobody is in the way of takes latency_cycles to its slice, hit_cycles in it, and latency_cycles back;
/// by docs/timing.md, section 3, a request that finds the bus free takes an edge on it, and latency_cycles. So the latency of `ideal` is one less.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "models/dram/device_file.h"
#include "models/hierarchy/dram_backing.h"
#include "models/hierarchy/hierarchy.h"
#include "models/memory/ideal_pipe.h"
#include "sim/base/rng.h"

namespace ngpcsim {
namespace {

using models::HierarchyParams;
using models::MemoryAccess;
using models::MemoryRequest;
using models::hierarchy::Hierarchy;

constexpr std::uint32_t kSources = 4, kLine = 128, kLinesOfASource = 64;

HierarchyParams unlimited() {
  HierarchyParams p;
  p.crossbar = {.port_bytes = kLine, .latency_cycles = 20};
  p.l2.slices = kSources;
  p.l2.size_kib = 1024;
  p.l2.line_bytes = p.l2.interleave_bytes = kLine;
  p.l2.slice_bytes = kLine;
  p.l2.hit_cycles = 100;
  p.l2.input_queue = p.crossbar.latency_cycles + 1;  // of a piece granted at t the place is free at t + latency_cycles + 1
  p.l2.output_queue = p.l2.hit_cycles + 1;           // and one looked up at u leaves at u + hit_cycles, behind the look-up of that edge
  return p;
}

/// Of a hit.
std::uint64_t latency_of(const HierarchyParams& p) { return 2 * std::uint64_t{p.crossbar.latency_cycles} + p.l2.hit_cycles; }

/// Line `line` of the slice that source `source` has for itself.
MemoryRequest request(std::uint32_t source, std::uint32_t line, MemoryAccess access, std::uint64_t id) {
  return {.access = access, .address = (std::uint64_t{line} * kSources + source) * kLine, .bytes = kLine, .source = SourceId(source), .id = id};
}

struct Visible {
  std::uint64_t edge = 0;
  MemoryRequest request;
};

/// Each source a request an edge at most: one at every edge for a while, then in bursts and with gaps.
std::vector<Visible> traffic(std::uint64_t from, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<Visible> all;
  for (std::uint32_t source = 0; source < kSources; ++source) {
    std::uint64_t edge = from + rng.below(30);
    for (std::uint64_t id = 0; id < 2000; ++id) {
      const std::uint32_t kind = rng.below(8);
      const MemoryAccess access = kind < 5 ? MemoryAccess::kRead : kind < 7 ? MemoryAccess::kWrite : MemoryAccess::kAtomicAdd;
      all.push_back({edge, request(source, rng.below(kLinesOfASource), access, id)});
      edge += id > 500 && rng.below(4) == 0 ? 1 + rng.below(200) : 1;
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const Visible& a, const Visible& b) {
    return std::tuple(a.edge, a.request.source.value()) < std::tuple(b.edge, b.request.source.value());
  });
  return all;
}

using Answer = std::tuple<std::uint64_t, std::uint32_t, std::uint64_t>;  // edge, source, id

std::vector<Answer> answers_of_ideal(const std::vector<Visible>& requests, std::uint64_t latency) {
  models::IdealPipe pipe({.bytes_per_cycle = 65536, .latency_cycles = static_cast<std::uint32_t>(latency), .outstanding = 65536});
  std::vector<Answer> answers;
  for (const Visible& v : requests) answers.emplace_back(pipe.serve(v.edge, v.request.bytes), v.request.source.value(), v.request.id);
  std::sort(answers.begin(), answers.end());
  return answers;
}

class WarmHierarchy {
 public:
  explicit WarmHierarchy(const HierarchyParams& params) : device_(device(), nowhere), hierarchy_(params, kSources, backings(), ClockDomain(1'200'000)) {
    for (std::uint32_t line = 0; line < kLinesOfASource; ++line)
      for (std::uint32_t source = 0; source < kSources; ++source) hierarchy_.offer(request(source, line, MemoryAccess::kRead, line), line);
    hierarchy_.settle(kWarm);
    EXPECT_EQ(hierarchy_.answers().size(), kSources * kLinesOfASource);
    hierarchy_.answers().clear();
  }

  std::vector<Answer> run(const std::vector<Visible>& requests) {
    for (const Visible& v : requests) hierarchy_.offer(v.request, v.edge);
    hierarchy_.settle(requests.back().edge + 1'000'000);
    (void)hierarchy_.finish(requests.back().edge + 1'000'000, false);
    std::vector<Answer> answers;
    for (const models::hierarchy::Answered& a : hierarchy_.answers()) answers.emplace_back(a.edge, a.source.value(), a.id);
    std::sort(answers.begin(), answers.end());
    for (std::uint32_t s = 0; s < kSources; ++s) hits_ += hierarchy_.counters(s).hits;
    return answers;
  }
  [[nodiscard]] std::uint64_t hits() const { return hits_; }

  /// The edge from which every line is in the L2 and nothing on its way.
  static constexpr std::uint64_t kWarm = 100'000;

 private:
  static InputLocation nowhere(std::string_view path) { return {std::string(path)}; }
  static models::dram::DramParams device() {
    return models::dram::load_device(std::string(NGPCSIM_SOURCE_DIR) + "/configs/dram/ddr4-2400.xml", {}, {}).params;
  }
  std::vector<std::unique_ptr<models::hierarchy::Backing>> backings() {
    std::vector<std::unique_ptr<models::hierarchy::Backing>> all;
    for (std::uint32_t s = 0; s < kSources; ++s) all.push_back(std::make_unique<models::hierarchy::DramBacking>(device_, s));
    return all;
  }

  models::dram::Device device_;
  Hierarchy hierarchy_;
  std::uint64_t hits_ = 0;
};

TEST(HitsEqualIdeal, ToTheEdgeOfEveryAnswer) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const HierarchyParams params = unlimited();
    const std::vector<Visible> requests = traffic(WarmHierarchy::kWarm + 1, seed);
    WarmHierarchy memory(params);
    EXPECT_EQ(memory.run(requests), answers_of_ideal(requests, latency_of(params) - 1)) << "seed " << seed;
    EXPECT_EQ(memory.hits(), requests.size());
  }
}

/// Each limit by itself makes it another memory.
TEST(HitsEqualIdeal, NotWithAnyPathNarrowerOrAnyQueueShorter) {
  const std::vector<Visible> requests = traffic(WarmHierarchy::kWarm + 1, 1);
  const std::vector<Answer> ideal = answers_of_ideal(requests, latency_of(unlimited()) - 1);
  const auto with = [&](auto&& change) {
    HierarchyParams params = unlimited();
    change(params);
    return WarmHierarchy(params).run(requests);
  };
  EXPECT_GT(with([](HierarchyParams& p) { p.crossbar.port_bytes = kLine / 2; }), ideal);
  EXPECT_GT(with([](HierarchyParams& p) { p.l2.slice_bytes = kLine / 2; }), ideal);
  EXPECT_GT(with([](HierarchyParams& p) { --p.l2.input_queue; }), ideal);
  EXPECT_GT(with([](HierarchyParams& p) { --p.l2.output_queue; }), ideal);
  EXPECT_GT(with([](HierarchyParams& p) { ++p.l2.hit_cycles; }), ideal);
}

}  // namespace
}  // namespace ngpcsim
