#pragma once
#include <array>
#include <cstdint>

#include "sim/config/describe.h"

namespace ngpcsim::models {

enum class DispatchPolicy { kRoundRobin, kLeastLoaded };
inline constexpr std::array<config::Choice<DispatchPolicy>, 2> kDispatchPolicies{
    {{DispatchPolicy::kRoundRobin, "round_robin"}, {DispatchPolicy::kLeastLoaded, "least_loaded"}}};

/// Cuts launches into batches and gives them to NFPs (docs/timing.md, section 3).
struct SchedulerParams {
  DispatchPolicy policy = DispatchPolicy::kLeastLoaded;
  std::uint32_t batch_queries = 2048;
  std::uint32_t queue_batches = 2;
  std::uint32_t dispatch_cycles = 8;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.choice("policy", p.policy, kDispatchPolicies, {.unit = "", .meaning = "round_robin: NFPs in turn, waiting for a busy one; least_loaded: the one with most free places, lowest number first", .source = "our choice: evens out batches of different cost"});
    v.integer("batch_queries", p.batch_queries, {.min = 1, .max = 1 << 20}, {.unit = "queries", .meaning = "largest batch", .source = "our choice: 32 tiles, so that closing a batch costs little"});
    v.integer("queue_batches", p.queue_batches, {.min = 1, .max = 64}, {.unit = "batches", .meaning = "batches that an NFP may hold", .source = "our choice: the next one is prefetched"});
    v.integer("dispatch_cycles", p.dispatch_cycles, {.min = 1, .max = 1024}, {.unit = "cycles", .meaning = "from the scheduler to an NFP", .source = "our choice: across the die"});
  }
};

}  // namespace ngpcsim::models
