// One array without waits against the formulas of docs/gemm.md, section 2, and against every cycle count that SCALE-Sim v3 reported.
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "models/gemm/array_timing.h"
#include "models/gemm/cost.h"
#include "sim/base/rng.h"

namespace ngpcsim::models {
namespace {

std::uint64_t up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

GemmArray plain_array(Dataflow dataflow, std::uint64_t rows, std::uint64_t cols) {
  return {.dataflow = dataflow, .rows = rows, .cols = cols, .prefetch = false, .unlimited = true};
}

GemmPart plain_part(std::uint64_t m, std::uint64_t n, std::uint64_t k, std::uint64_t batch = 1) {
  GemmPart part;
  part.m = m, part.n = n, part.k = k, part.batch = batch;
  return part;
}

GemmCounters counters_of(const GemmArray& array, const GemmPart& part, std::uint64_t edge = 0) {
  ArrayTiming timing(array);
  timing.start(part, edge);
  while (!timing.advance(1000)) {
  }
  timing.finish(timing.last_result() + 1);
  EXPECT_EQ(timing.counters().account.total(), timing.last_result() + 1);
  return timing.counters();
}

std::uint64_t formula(Dataflow dataflow, std::uint64_t r, std::uint64_t c, std::uint64_t m, std::uint64_t n, std::uint64_t k) {
  if (dataflow == Dataflow::kSystolicOs) return up(m, r) * up(n, c) * (k + r + c - 2);
  if (dataflow == Dataflow::kSystolicWs) return up(k, r) * up(n, c) * (r + m + r + c - 2);
  return up(k, r) * up(m, c) * (r + n + r + c - 2);
}

constexpr std::array kSystolic{Dataflow::kSystolicOs, Dataflow::kSystolicWs, Dataflow::kSystolicIs};

TEST(GemmFormula, RandomSizesTakeWhatTheFormulasSay) {
  Rng rng(1);
  for (int n = 0; n < 10'000; ++n) {
    const bool small = rng.below(2) == 0;
    const std::uint64_t r = small ? 1 + rng.below(9) : 30 + rng.below(200), c = small ? 1 + rng.below(9) : 30 + rng.below(200);
    const std::uint32_t most = small ? 12 : 1500;
    const std::uint64_t m = 1 + rng.below(most), nn = 1 + rng.below(most), k = 1 + rng.below(most);
    for (const Dataflow dataflow : kSystolic) {
      const GemmArray array = plain_array(dataflow, r, c);
      const GemmPart part = plain_part(m, nn, k);
      const GemmCounters counters = counters_of(array, part, rng.below(20));
      const std::uint64_t expected = formula(dataflow, r, c, m, nn, k);
      ASSERT_EQ(counters.active_cycles, expected) << r << " x " << c << ", " << m << " x " << nn << " x " << k << ", dataflow " << static_cast<int>(dataflow);
      ASSERT_EQ(counters.macs_useful, m * nn * k);
      ASSERT_EQ(counters.account.memory + counters.account.output_full + counters.account.dependency + counters.account.write_back, 0u);
      ASSERT_EQ(counters.macs_clocked, r * c * counters.account.busy());
      ASSERT_EQ(static_cast<std::uint64_t>(part_cost(array, part).edges), expected);
    }
  }
}

/// Members of a batch follow one another as a longer list of folds.
TEST(GemmFormula, BatchesAddUp) {
  for (const Dataflow dataflow : kSystolic)
    EXPECT_EQ(counters_of(plain_array(dataflow, 4, 6), plain_part(9, 7, 5, 3)).active_cycles, 3 * formula(dataflow, 4, 6, 9, 7, 5));
}

/// Nothing wraps: three thousand million rows, as folds of one step and 1023 edges each, and as one fold.
TEST(GemmFormula, LargeSizesAreExact) {
  EXPECT_EQ(counters_of(plain_array(Dataflow::kSystolicOs, 1024, 1), plain_part(3'000'000'000, 1, 1)).active_cycles, 2'929'688ull * (1 + 1023));
  EXPECT_EQ(counters_of(plain_array(Dataflow::kSystolicWs, 64, 64), plain_part(3'000'000'000, 1, 1)).active_cycles, 64 + 3'000'000'000ull + 126);
}

/// With prefetch a fold follows the one before without a gap, once its load is hidden: 16 steps a fold on 4 x 4, loads of 4, wave fronts of 6.
TEST(GemmFormula, PrefetchHidesLoadsAndWaveFronts) {
  GemmArray array = plain_array(Dataflow::kSystolicWs, 4, 4);
  array.prefetch = true;
  EXPECT_EQ(counters_of(array, plain_part(16, 8, 8)).active_cycles, 4u + 4 * 16 + 6);
  array.dataflow = Dataflow::kSystolicOs;
  EXPECT_EQ(counters_of(array, plain_part(8, 8, 16)).active_cycles, 4u * 16 + 6);
}

std::filesystem::path golden_file() {
  const char* set = std::getenv("NGPCSIM_REFERENCE");
  const std::filesystem::path folder =
      set != nullptr && *set != '\0' ? std::filesystem::path(set) : std::filesystem::path(NGPCSIM_SOURCE_DIR) / ".." / "shared" / "reference";
  return folder / "golden" / "scalesim_cycles.csv";
}

TEST(GemmFormula, EveryScaleSimReportPlusOne) {
  std::ifstream file(golden_file());
  if (!file) GTEST_SKIP() << golden_file() << " is not there";
  std::string line;
  const auto next_line = [&] {
    const bool there = static_cast<bool>(std::getline(file, line));
    if (!line.empty() && line.back() == '\r') line.pop_back();
    return there;
  };
  next_line();
  ASSERT_EQ(line, "array_rows,array_cols,dataflow,M,N,K,compute_cycles_reported");
  int rows = 0;
  while (next_line()) {
    std::istringstream cells(line);
    std::vector<std::string> cell;
    for (std::string text; std::getline(cells, text, ',');) cell.push_back(text);
    ASSERT_EQ(cell.size(), 7u);
    const Dataflow dataflow = cell[2] == "os" ? Dataflow::kSystolicOs : cell[2] == "ws" ? Dataflow::kSystolicWs : Dataflow::kSystolicIs;
    const GemmCounters counters = counters_of(plain_array(dataflow, std::stoull(cell[0]), std::stoull(cell[1])),
                                              plain_part(std::stoull(cell[3]), std::stoull(cell[4]), std::stoull(cell[5])));
    ASSERT_EQ(counters.active_cycles, std::stoull(cell[6]) + 1) << line;
    ++rows;
  }
  EXPECT_EQ(rows, 288);
}

}  // namespace
}  // namespace ngpcsim::models
