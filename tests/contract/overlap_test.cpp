#include <gtest/gtest.h>

#include "tests/contract/comparison.h"
#include "tests/contract/model_run.h"
#include "tests/naive/nfp.h"

// What docs/timing.md, 2.1.1, says of the policy `overlap` beside its recurrences.
namespace ngpcsim::contract {
namespace {

[[nodiscard]] Case with_window(Case c, unsigned window) {
  c.setup.engine.window = window;
  return c;
}

/// The first handshake that is later in `b`, in words, or "".
[[nodiscard]] std::string later(const std::string& what, const std::vector<naive::Edge>& a, const std::vector<naive::Edge>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (b.at(i) > a[i]) return fmt::format("{}({}): {} in the larger window, {} in the smaller", what, i, b[i], a[i]);
  return "";
}

[[nodiscard]] std::string later(const naive::NfpResult& a, const naive::NfpResult& b) {
  std::string found = later("accept", a.accept, b.accept) + later("join", a.join, b.join) + later("pop", a.pop, b.pop);
  for (std::size_t lane = 0; lane < a.lanes.size() && found.empty(); ++lane) {
    const std::string name = fmt::format("lane {} ", lane);
    found = later(name + "push", a.lanes[lane].push, b.lanes[lane].push) + later(name + "front", a.lanes[lane].front, b.lanes[lane].front) +
            later(name + "issue", a.lanes[lane].issue, b.lanes[lane].issue);
  }
  return found;
}

TEST(Overlap, WindowOfOneIsSerial) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Case c = with_window(random_case(seed), 1);
    const std::string found = difference(naive::simulate(c.setup, c.stimulus), run_model_in_window(c));
    ASSERT_TRUE(found.empty()) << found << "\n  " << describe(c);
  }
}

TEST(Overlap, NoHandshakeIsLaterInALargerWindow) {
  std::uint64_t serial_edges = 0, overlapped_edges = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const Case c = random_case(seed);
    naive::NfpResult smaller = run_model(with_window(c, 1));
    serial_edges += smaller.edges;
    for (const unsigned window : {2U, 3U, 4U, 16U}) {
      const naive::NfpResult larger = run_model(with_window(c, window));
      ASSERT_EQ(later(smaller, larger), "") << "window " << window << "\n  " << describe(c);
      smaller = larger;
    }
    overlapped_edges += smaller.edges;
  }
  EXPECT_LT(overlapped_edges, serial_edges);
}

/// Every look-up is a conflict: two banks, a feature a cycle, and an array that waits for the engines.
TEST(Overlap, GainsWhereConflictsBind) {
  std::uint64_t gained = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Case c = random_case(seed);
    c.stimulus.valid.percent = c.stimulus.ready.percent = 100;
    for (naive::Query& query : c.stimulus.queries) query.not_before = 0;
    c.setup.engine.banks = 2;
    c.setup.engine.word_entries = 1;
    c.setup.engine.corner_reuse = false;
    c.setup.engine.output_queue_depth = c.setup.engine.index_queue_depth = c.setup.engine.input_queue_depth = 16;
    c.setup.engine.features_per_cycle = 1;
    if (run_model(with_window(c, 4)).edges < run_model(with_window(c, 1)).edges) ++gained;
  }
  EXPECT_GT(gained, 20U);
}

TEST(Overlap, WindowOffByOneIsRed) {
  std::uint64_t red = 0, overlapping = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Case c = random_case(seed);
    if (c.setup.engine.window == 1) continue;
    ++overlapping;
    if (!difference(naive::simulate(c.setup, c.stimulus), run_model(with_window(c, c.setup.engine.window + 1))).empty()) ++red;
  }
  EXPECT_GT(overlapping, 40U);
  EXPECT_GT(red, 5U);
}

}  // namespace
}  // namespace ngpcsim::contract
