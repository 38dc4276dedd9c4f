#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "tests/naive/setup.h"

/// What the naive twin reports: the edge of every handshake and every counter of docs/timing.md.
namespace ngpcsim::naive {

/// Edges by reason. Their sum is the length of the run.
struct EdgeCount {
  std::uint64_t busy = 0;
  std::uint64_t output_full = 0;
  std::uint64_t conflict = 0;
  std::uint64_t weights = 0;
  std::uint64_t dependency = 0;
  std::uint64_t input_empty = 0;

  [[nodiscard]] std::uint64_t total() const { return busy + output_full + conflict + weights + dependency + input_empty; }
  friend bool operator==(const EdgeCount&, const EdgeCount&) = default;
};

/// Handshakes of one lane, indexed by k, the number of the query among those this lane sees.
struct LaneResult {
  std::vector<Edge> push;
  std::vector<Edge> front;
  std::vector<Edge> issue;
  EdgeCount edges;
};

/// One step of the array: `count` consecutive queries from `first_query` in phase `phase`.
struct Step {
  Edge edge = 0;
  std::uint64_t phase = 0;
  std::uint64_t first_query = 0;
  std::uint64_t count = 0;
  friend bool operator==(const Step&, const Step&) = default;
};

/// Totals of one level over all engines that hold it. A conflict is an edge on which a pass needed more than `beats`.
struct LevelCount {
  std::uint64_t passes = 0;     ///< queries that came for this level
  std::uint64_t lookups = 0;    ///< corners they asked for
  std::uint64_t reused = 0;     ///< passes answered from the registers of the previous query
  std::uint64_t accesses = 0;   ///< bank accesses, after merging of corners that share a word
  std::uint64_t conflicts = 0;  ///< edges beyond `beats`
  std::array<std::uint64_t, 9> by_fullest_bank{};  ///< passes by the accesses to their fullest bank; 0: reused
  friend bool operator==(const LevelCount&, const LevelCount&) = default;
};

struct NfpResult {
  Edge edges = 0;  ///< length of the run: the edge after the last pop
  std::vector<Edge> accept;
  std::vector<Edge> join;
  std::vector<Edge> pop;
  std::vector<LaneResult> lanes;  ///< engines in order of group, then of lane; the direction encoder last
  std::vector<Step> steps;
  EdgeCount mlp;
  std::uint64_t macs_clocked = 0;
  std::uint64_t macs_useful = 0;
  std::uint64_t weight_load_edges = 0;  ///< of all loads that were begun, hidden behind steps or not
  std::uint64_t direction_evaluations = 0;
  std::vector<LevelCount> levels;
  std::vector<std::vector<Half>> features;  ///< per query what the join wrote: L x F values, then 16 of the direction; functional runs
  std::vector<std::vector<Half>> outputs;   ///< per query what was popped: the outputs of the last layer; functional runs
};

}  // namespace ngpcsim::naive
