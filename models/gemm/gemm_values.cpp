#include "models/gemm/gemm_values.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "models/common/fp16.h"
#include "models/gemm/bf16.h"
#include "models/gemm/value_kernels.h"
#include "sim/base/error.h"
#include "sim/base/rng.h"

namespace ngpcsim::models {
namespace {

constexpr std::uint64_t kBlockRows = 64, kBlockCols = 8 * kValueLanes;
constexpr std::uint64_t kMostDepth = 1024;  ///< of a panel; the largest array has so many rows

/// An operand as the kernels see it.
template <class Number>
Number number_of(stream::OperandType type, std::uint16_t bits);
template <>
float number_of<float>(stream::OperandType type, std::uint16_t bits) {
  return type == stream::OperandType::kFp16 ? to_float(Fp16{bits}) : bf16_to_float(bits);
}
template <>
std::int32_t number_of<std::int32_t>(stream::OperandType, std::uint16_t bits) {
  return static_cast<std::int8_t>(static_cast<std::uint8_t>(bits));
}

std::uint32_t result_of(stream::OperandType type, float sum) {
  return type == stream::OperandType::kFp16 ? to_fp16(static_cast<double>(sum)).bits : to_bf16(sum);
}
std::uint32_t result_of(stream::OperandType, std::int32_t sum) { return static_cast<std::uint32_t>(sum); }

void add(float& to, float value) { to += value; }
void add(std::int32_t& to, std::int32_t value) { to = static_cast<std::int32_t>(static_cast<std::uint32_t>(to) + static_cast<std::uint32_t>(value)); }

/// A block of results: kBlockRows x kBlockCols sums, and the panels of operands that it needs at a time.
template <class Number>
class ResultBlock {
 public:
  ResultBlock(const GemmValueSetup& setup, const stream::Gemm& gemm, const GemmElements& elements)
      : setup_(setup), gemm_(gemm), elements_(elements), tree_(setup.dataflow == Dataflow::kBroadcast && gemm.type != stream::OperandType::kInt8) {}

  void compute(std::uint64_t batch, std::uint64_t row, std::uint64_t col) {
    batch_ = batch, row_ = row, col_ = col;
    rows_ = std::min(kBlockRows, gemm_.m - row);
    cols_ = std::min(kBlockCols, gemm_.n - col);
    std::uint64_t first_k = 0;
    for (std::size_t part = 0; part < setup_.k_parts.size(); ++part) {
      const std::uint64_t end = first_k + setup_.k_parts[part];
      sums_.fill(Number{});
      for (std::uint64_t k = first_k; k < end;) k = add_panel(k, end, k == first_k);
      for (std::size_t n = 0; n < sums_.size(); ++n) part == 0 ? total_[n] = sums_[n] : (add(total_[n], sums_[n]), total_[n]);
      first_k = end;
    }
  }
  void hand_over(const std::function<void(const GemmResultRun&)>& take) const {
    std::array<std::uint32_t, kBlockCols> bits;
    for (std::uint64_t r = 0; r < rows_; ++r) {
      for (std::uint64_t c = 0; c < cols_; ++c) bits[c] = result_of(gemm_.type, total_[r * kBlockCols + c]);
      take({.batch = batch_, .row = row_ + r, .first_col = col_, .bits = std::span(bits).first(cols_)});
    }
  }

 private:
  /// Adds the products from `k` on, one fold of the array or as many as a panel holds; returns the first k behind them.
  std::uint64_t add_panel(std::uint64_t k, std::uint64_t end, bool first) {
    const std::uint64_t depth = std::min(tree_ ? setup_.rows : kMostDepth, end - k);
    for (std::uint64_t r = 0; r < rows_; ++r)
      for (std::uint64_t d = 0; d < depth; ++d) a_[r * kMostDepth + d] = number_of<Number>(gemm_.type, elements_(Operand::kA, batch_, row_ + r, k + d));
    for (std::uint64_t c = 0; c < cols_; ++c)
      for (std::uint64_t d = 0; d < depth; ++d)
        b_[c / kValueLanes * (kMostDepth * kValueLanes) + d * kValueLanes + c % kValueLanes] =
            number_of<Number>(gemm_.type, elements_(Operand::kB, batch_, col_ + c, k + d));
    for (std::uint64_t r = 0; r < rows_; ++r)
      for (std::uint64_t c = 0; c < cols_; c += kValueLanes) add_row(&sums_[r * kBlockCols + c], &a_[r * kMostDepth], &b_[c * kMostDepth], depth, first);
    return k + depth;
  }
  void add_row(float* sums, const float* a, const float* b, std::size_t depth, bool first) const {
    if (!tree_) return add_in_order(sums, a, b, depth);
    std::array<float, kValueLanes> fold;
    add_in_tree(fold.data(), a, b, depth, setup_.rows);
    for (std::size_t lane = 0; lane < kValueLanes; ++lane) sums[lane] = first ? fold[lane] : sums[lane] + fold[lane];
  }
  void add_row(std::int32_t* sums, const std::int32_t* a, const std::int32_t* b, std::size_t depth, bool) const { add_wrapping(sums, a, b, depth); }

  const GemmValueSetup& setup_;
  const stream::Gemm& gemm_;
  const GemmElements& elements_;
  bool tree_;
  std::uint64_t batch_ = 0, row_ = 0, col_ = 0, rows_ = 0, cols_ = 0;
  std::array<Number, kBlockRows * kBlockCols> sums_{}, total_{};
  std::vector<Number> a_ = std::vector<Number>(kBlockRows * kMostDepth), b_ = std::vector<Number>(kBlockCols * kMostDepth);
};

template <class Number>
void multiply_in(const GemmValueSetup& setup, const stream::Gemm& gemm, const GemmElements& elements, const std::function<void(const GemmResultRun&)>& take) {
  ResultBlock<Number> block(setup, gemm, elements);
  for (std::uint64_t batch = 0; batch < gemm.batch; ++batch)
    for (std::uint64_t row = 0; row < gemm.m; row += kBlockRows)
      for (std::uint64_t col = 0; col < gemm.n; col += kBlockCols) {
        block.compute(batch, row, col);
        block.hand_over(take);
      }
}

}  // namespace

GemmElements synthetic_elements(const stream::Gemm& gemm, std::size_t layer, std::uint64_t seed) {
  const std::array<std::uint64_t, 2> seeds{mix64(mix64(seed + layer) + 1), mix64(mix64(seed + layer) + 2)};
  return [type = gemm.type, m = gemm.m, n = gemm.n, k = gemm.k, seeds](Operand operand, std::uint64_t batch, std::uint64_t line,
                                                                       std::uint64_t at) -> std::uint16_t {
    const bool a = operand == Operand::kA;
    const std::uint64_t place = a ? (batch * m + line) * k + at : (batch * k + at) * n + line;  // row-major
    const std::uint64_t bits = mix64(seeds[index(operand)] + place * 0x9E3779B97F4A7C15ull);
    if (type == stream::OperandType::kInt8) return static_cast<std::uint16_t>(bits >> 56);
    // Sign, fraction, and one of four exponents below 1: products of which sums round.
    const auto sign = static_cast<std::uint16_t>((bits >> 63) << 15);
    const std::uint64_t down = (bits >> 61) & 3;
    if (type == stream::OperandType::kFp16) return static_cast<std::uint16_t>(sign | ((14 - down) << 10) | ((bits >> 40) & 0x3FF));
    return static_cast<std::uint16_t>(sign | ((126 - down) << 7) | ((bits >> 40) & 0x7F));
  };
}

void multiply(const GemmValueSetup& setup, const stream::Gemm& gemm, const GemmElements& elements, const std::function<void(const GemmResultRun&)>& take) {
  check(std::accumulate(setup.k_parts.begin(), setup.k_parts.end(), std::uint64_t{0}) == gemm.k, "the parts along K are not the whole of {}", gemm.k);
  check(setup.rows <= kMostDepth, "an array of {} rows", setup.rows);
  if (gemm.type == stream::OperandType::kInt8) multiply_in<std::int32_t>(setup, gemm, elements, take);
  else multiply_in<float>(setup, gemm, elements, take);
}

std::vector<std::uint32_t> gemm_results(const GemmValueSetup& setup, const stream::Gemm& gemm, const GemmElements& elements) {
  std::vector<std::uint32_t> all(gemm.batch * gemm.m * gemm.n);
  multiply(setup, gemm, elements, [&](const GemmResultRun& run) {
    std::copy(run.bits.begin(), run.bits.end(), all.begin() + static_cast<std::ptrdiff_t>((run.batch * gemm.m + run.row) * gemm.n + run.first_col));
  });
  return all;
}

std::uint64_t gemm_digest(const GemmValueSetup& setup, const stream::Gemm& gemm, const GemmElements& elements) {
  std::uint64_t digest = 0;
  multiply(setup, gemm, elements, [&](const GemmResultRun& run) {
    const std::uint64_t place = (run.batch * gemm.m + run.row) * gemm.n + run.first_col;
    for (std::size_t n = 0; n < run.bits.size(); ++n) digest += mix64(mix64(place + n) + run.bits[n]);  // a sum: the order of blocks does not matter
  });
  return digest;
}

}  // namespace ngpcsim::models
