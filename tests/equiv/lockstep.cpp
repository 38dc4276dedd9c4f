#include "tests/equiv/lockstep.h"

#include <algorithm>
#include <exception>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/base/rng.h"

namespace ngpcsim::equiv {
namespace {

using models::Fp16;
using models::LevelCounters;
using models::online::DirectionLane;
using models::online::EngineLane;
using models::online::Lane;
using models::online::LaneCount;
using models::online::LaneEvents;

/// A gate of 5 % stays shut for a few hundred edges now and then; beyond this a lane is stuck.
constexpr std::uint64_t kStuckAfter = 100'000;
/// After the last query: long enough for what should be over to show up late.
constexpr std::uint64_t kIdleEdges = 40;
/// Counters are compared at one edge in so many, and at the end.
constexpr std::uint64_t kCountersEvery = 16;

template <class T>
[[nodiscard]] std::string differ(const char* what, const T& expected, const T& actual) {
  return expected == actual ? std::string() : fmt::format("{} {}, expected {}", what, actual, expected);
}

[[nodiscard]] std::string differ(std::span<const Fp16> expected, std::span<const Fp16> actual) {
  if (expected.size() != actual.size()) return fmt::format("{} values, expected {}", actual.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (expected[i] != actual[i]) return fmt::format("value {} is {:#06x}, expected {:#06x}", i, actual[i].bits, expected[i].bits);
  }
  return "";
}

[[nodiscard]] std::string differ(const LaneEvents& expected, const LaneEvents& actual) {
  const std::string front = differ("front", expected.front, actual.front);
  return !front.empty() ? front : differ("issue", expected.issue, actual.issue);
}

[[nodiscard]] std::string words(const LaneCount& c) {
  return fmt::format("queries {} busy {} conflict {} output_full {} input_empty {}", c.queries, c.busy, c.conflict, c.output_full, c.input_empty);
}

[[nodiscard]] std::string words(const LevelCounters& c) {
  return fmt::format("queries {} lookups {} accesses {} reused {} by fullest bank {}", c.queries, c.lookups, c.accesses, c.reused,
                     fmt::join(c.conflict_histogram, " "));
}

[[nodiscard]] std::string differ(const LaneCount& expected, const LaneCount& actual) {
  return differ("counters:", words(expected), words(actual));
}

[[nodiscard]] std::string differ(const std::vector<LevelCounters>& expected, const std::vector<LevelCounters>& actual) {
  if (expected.size() != actual.size()) return fmt::format("counters of {} passes, expected {}", actual.size(), expected.size());
  for (std::size_t pass = 0; pass < expected.size(); ++pass) {
    const std::string found = differ("counters:", words(expected[pass]), words(actual[pass]));
    if (!found.empty()) return fmt::format("pass {}: {}", pass, found);
  }
  return "";
}

class Pair {
 public:
  Pair(Lane& expected, Lane& actual, const LaneStimulus& stimulus, const LaneHooks& hooks, std::function<void()> load)
      : expected_(expected), actual_(actual), stimulus_(stimulus), hooks_(hooks), load_(std::move(load)), next_load_(stimulus.loads.begin()) {}

  [[nodiscard]] LockstepResult run() {
    std::string found;
    try {
      while (found.empty() && !over()) found = edge();
      if (found.empty()) found = counters();
    } catch (const std::exception& error) {
      found = error.what();
    }
    if (!found.empty()) found = fmt::format("before edge {}, {} queries in, {} out: {}", edge_, pushed_, taken_, found);
    return {.difference = found, .edges = edge_, .taken = taken_};
  }

 private:
  [[nodiscard]] bool over() const {
    return edge_ >= stimulus_.stop_after || (taken_ == stimulus_.queries.size() && edge_ >= last_handshake_ + kIdleEdges);
  }

  [[nodiscard]] std::string edge() {
    load();
    std::string found = outputs();
    if (!found.empty()) return found;
    const bool offered = pushed_ < stimulus_.queries.size() && !load_due() && stimulus_.valid.open(edge_);
    const bool push = offered && expected_.ready();
    const bool take = expected_.valid() && stimulus_.ready.open(edge_);
    if (take && hooks_.at_take) found = hooks_.at_take(taken_);
    if (!found.empty()) return found;

    const models::online::QueryRecord* query = push ? &stimulus_.queries[pushed_] : nullptr;
    expected_.clock(query, take);
    actual_.clock(query, take);
    if (push || take) last_handshake_ = edge_;
    ++edge_;
    if (push) ++pushed_;
    if (take) ++taken_;

    found = differ(expected_.events(), actual_.events());
    if (found.empty() && mix64(stimulus_.seed ^ mix64(edge_)) % kCountersEvery == 0) found = counters();
    if (found.empty() && edge_ > last_handshake_ + kStuckAfter) found = "stuck";
    return found;
  }

  [[nodiscard]] bool load_due() const { return next_load_ != stimulus_.loads.end() && *next_load_ == pushed_; }

  void load() {
    while (load_due() && taken_ == pushed_) {
      load_();
      ++next_load_;
    }
  }

  [[nodiscard]] std::string outputs() const {
    std::string found = differ("ready", expected_.ready(), actual_.ready());
    if (found.empty()) found = differ("valid", expected_.valid(), actual_.valid());
    if (found.empty() && expected_.valid()) found = differ(expected_.values(), actual_.values());
    return found;
  }

  [[nodiscard]] std::string counters() const {
    const std::string found = differ(expected_.count(), actual_.count());
    return found.empty() && hooks_.counters ? hooks_.counters() : found;
  }

  Lane& expected_;
  Lane& actual_;
  const LaneStimulus& stimulus_;
  LaneHooks hooks_;
  std::function<void()> load_;
  std::vector<std::size_t>::const_iterator next_load_;
  std::uint64_t edge_ = 0;  ///< the next
  std::uint64_t last_handshake_ = 0;
  std::size_t pushed_ = 0, taken_ = 0;
};

/// The counters that the interface of the lane has beyond those of every lane come first.
[[nodiscard]] LaneHooks with_counters(const LaneHooks& hooks, std::function<std::string()> counters) {
  LaneHooks all = hooks;
  all.counters = [own = std::move(counters), more = hooks.counters] {
    const std::string found = own();
    return found.empty() && more ? more() : found;
  };
  return all;
}

}  // namespace

LockstepResult lockstep(EngineLane& expected, EngineLane& actual, const LaneStimulus& stimulus, const LaneHooks& hooks) {
  const auto counters = [&] { return differ(expected.level_counters(), actual.level_counters()); };
  const auto load = [&] {
    expected.tables_loaded();
    actual.tables_loaded();
  };
  return Pair(expected, actual, stimulus, with_counters(hooks, counters), load).run();
}

LockstepResult lockstep(DirectionLane& expected, DirectionLane& actual, const LaneStimulus& stimulus, const LaneHooks& hooks) {
  const auto counters = [&] { return differ("evaluations:", expected.evaluations(), actual.evaluations()); };
  return Pair(expected, actual, stimulus, with_counters(hooks, counters), [] {}).run();
}

}  // namespace ngpcsim::equiv
