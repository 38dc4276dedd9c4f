#include "tests/naive/gemm_folds.h"

#include <algorithm>

#include "sim/base/error.h"

namespace ngpcsim::naive {
namespace {

std::uint64_t up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

/// Rows of A (columns of B in the input-stationary dataflow) whose partial sums the accumulators hold.
std::uint64_t block_lines(const GemmArraySetup& array, std::uint64_t lines) {
  if (array.unlimited) return lines;
  return std::min(lines, std::max<std::uint64_t>(1, array.accumulator / (4 * array.cols)));
}

std::vector<GemmFold> output_stationary(const GemmArraySetup& array, const GemmJob& job) {
  std::vector<GemmFold> folds;
  for (std::uint64_t b = 0; b < job.batch; ++b)
    for (std::uint64_t i = 0; i < up(job.m, array.rows); ++i)
      for (std::uint64_t j = 0; j < up(job.n, array.cols); ++j) {
        GemmFold fold;
        fold.batch = b, fold.outer = i, fold.mid = j;
        fold.first_m = i * array.rows, fold.first_n = j * array.cols;
        fold.rows = std::min(array.rows, job.m - fold.first_m), fold.cols = std::min(array.cols, job.n - fold.first_n);
        for (std::uint64_t k = 0; k < job.k; ++k) {
          fold.steps.emplace_back();
          for (std::uint64_t r = 0; r < fold.rows; ++r) fold.steps.back()[0].push_back({0, b, fold.first_m + r, k});
          for (std::uint64_t c = 0; c < fold.cols; ++c) fold.steps.back()[1].push_back({1, b, fold.first_n + c, k});
        }
        folds.push_back(fold);
      }
  return folds;
}

/// Weight and input stationary and broadcast: `moving` streams, the other operand is loaded.
std::vector<GemmFold> stationary(const GemmArraySetup& array, const GemmJob& job) {
  const bool input = array.flow == GemmFlow::kIs;
  const int moving = input ? 1 : 0, still = 1 - moving;
  const std::uint64_t lines = input ? job.n : job.m, columns = input ? job.m : job.n, most = block_lines(array, lines);
  std::vector<GemmFold> folds;
  for (std::uint64_t b = 0; b < job.batch; ++b)
    for (std::uint64_t g = 0; g < up(lines, most); ++g)
      for (std::uint64_t j = 0; j < up(columns, array.cols); ++j)
        for (std::uint64_t l = 0; l < up(job.k, array.rows); ++l) {
          GemmFold fold;
          fold.batch = b, fold.outer = g, fold.mid = j, fold.inner = l;
          fold.rows = std::min(array.rows, job.k - l * array.rows), fold.cols = std::min(array.cols, columns - j * array.cols);
          fold.continues = l > 0, fold.keeps = l + 1 < up(job.k, array.rows);
          fold.first_m = input ? j * array.cols : g * most, fold.first_n = input ? g * most : j * array.cols;
          if (array.flow == GemmFlow::kBroadcast) {
            std::vector<GemmElement> all;
            for (std::uint64_t r = 0; r < fold.rows; ++r)
              for (std::uint64_t c = 0; c < fold.cols; ++c) all.push_back({still, b, j * array.cols + c, l * array.rows + r});
            for (std::size_t first = 0; first < all.size(); first += array.load_width)
              fold.loads.emplace_back(all.begin() + static_cast<std::ptrdiff_t>(first),
                                      all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), first + array.load_width)));
          } else {
            fold.loads.resize(array.rows - fold.rows);  // they shift nothing in; then the last row comes first
            for (std::uint64_t r = fold.rows; r-- > 0;) {
              fold.loads.emplace_back();
              for (std::uint64_t c = 0; c < fold.cols; ++c) fold.loads.back().push_back({still, b, j * array.cols + c, l * array.rows + r});
            }
          }
          for (std::uint64_t s = g * most; s < std::min(lines, (g + 1) * most); ++s) {
            fold.steps.emplace_back();
            for (std::uint64_t r = 0; r < fold.rows; ++r) fold.steps.back()[static_cast<std::size_t>(moving)].push_back({moving, b, s, l * array.rows + r});
          }
          folds.push_back(fold);
        }
  return folds;
}

/// Memory holds elements in the order in which folds use them first.
void place(GemmFoldList& list, const GemmJob& job) {
  const std::uint64_t size = size_of(job.type);
  std::array<std::vector<std::uint64_t>, 2> used{std::vector<std::uint64_t>(job.batch), std::vector<std::uint64_t>(job.batch)};
  const std::array<std::uint64_t, 2> base{job.a_address, job.b_address}, pitch{job.a_pitch, job.b_pitch};
  const auto use = [&](const GemmElement& e) {
    const auto o = static_cast<std::size_t>(e.operand);
    if (list.address.contains(e)) return;
    list.address[e] = base[o] + e.batch * pitch[o] + size * used[o][e.batch]++;
  };
  for (const GemmFold& fold : list.folds) {
    for (const auto& load : fold.loads)
      for (const GemmElement& e : load) use(e);
    for (const auto& step : fold.steps)
      for (const auto& operand : step)
        for (const GemmElement& e : operand) use(e);
  }
}

/// The claims of section 3: whose blocks are used again, in the middle loop or in the outer one.
void claim(GemmFoldList& list, const GemmArraySetup& array, const GemmJob& job) {
  const std::uint64_t b = size_of(job.type);
  std::size_t first = 0, second = 1;
  std::uint64_t first_bytes = 0, first_saves = 0, second_bytes = 0, second_saves = 0;
  if (array.flow == GemmFlow::kOs) {
    first_bytes = std::min(array.rows, job.m) * job.k * b, first_saves = (up(job.n, array.cols) - 1) * job.m * job.k * b;
    second_bytes = job.k * job.n * b, second_saves = (up(job.m, array.rows) - 1) * job.k * job.n * b;
  } else {
    const bool input = array.flow == GemmFlow::kIs;
    if (input) std::swap(first, second);
    const std::uint64_t lines = input ? job.n : job.m, columns = input ? job.m : job.n, g = block_lines(array, lines);
    first_bytes = g * job.k * b, first_saves = (up(columns, array.cols) - 1) * lines * job.k * b;
    second_bytes = job.k * columns * b, second_saves = (up(lines, g) - 1) * job.k * columns * b;
  }
  bool with_first = first_saves > 0, with_second = second_saves > 0;
  if ((with_first ? first_bytes : 0) + (with_second ? second_bytes : 0) > array.store) {
    with_first = with_first && first_bytes <= array.store, with_second = with_second && second_bytes <= array.store;
    if (with_first && with_second) (first_saves >= second_saves ? with_second : with_first) = false;
  }
  list.held[first] = with_first, list.held[second] = with_second;
  list.claim[first] = with_first ? first_bytes : 0, list.claim[second] = with_second ? second_bytes : 0;
  for (std::size_t f = 0; f < list.folds.size(); ++f) {
    const GemmFold& fold = list.folds[f];
    list.blocks[f][first].fetched = !with_first || fold.mid == 0;
    list.blocks[f][second].fetched = !with_second || fold.outer == 0;
  }
}

}  // namespace

GemmFoldList write_out_folds(const GemmArraySetup& array, const GemmJob& job) {
  GemmFoldList list;
  list.folds = array.flow == GemmFlow::kOs ? output_stationary(array, job) : stationary(array, job);
  place(list, job);
  for (const GemmFold& fold : list.folds) {
    list.blocks.emplace_back();
    std::array<bool, 2> begun{};
    const auto add = [&](const GemmElement& e) {
      const auto o = static_cast<std::size_t>(e.operand);
      GemmBlock& block = list.blocks.back()[o];
      if (!begun[o]) block.address = list.address.at(e);
      begun[o] = true;
      check(list.address.at(e) == block.address + block.bytes, "a block is not in one piece");
      block.bytes += size_of(job.type);
    };
    for (const auto& load : fold.loads)
      for (const GemmElement& e : load) add(e);
    for (const auto& step : fold.steps)
      for (const auto& operand : step)
        for (const GemmElement& e : operand) add(e);
  }
  claim(list, array, job);
  return list;
}

}  // namespace ngpcsim::naive
