#include "models/gemm/split.h"

#include <algorithm>
#include <optional>

#include "models/common/ceil_div.h"
#include "models/gemm/cost.h"

namespace ngpcsim::models {
namespace {

/// In what units a dimension is cut: those of the dataflow's folds.
std::uint64_t unit_of(const GemmArray& array, GemmSplit split) {
  switch (split) {
    case GemmSplit::kM: return array.dataflow == Dataflow::kSystolicOs ? array.rows : array.dataflow == Dataflow::kSystolicIs ? array.cols : 1;
    case GemmSplit::kN: return array.dataflow == Dataflow::kSystolicIs ? 1 : array.cols;
    default: return array.dataflow == Dataflow::kSystolicOs ? 1 : array.rows;
  }
}

struct Piece {
  std::uint64_t first = 0, size = 0;
};

/// `size` cut into at most `most` pieces of whole units, the first ones one unit longer where it does not come out even.
std::vector<Piece> cut(std::uint64_t size, std::uint64_t unit, std::uint64_t most) {
  const std::uint64_t units = ceil_div(size, unit), pieces = std::min(units, most);
  std::vector<Piece> all;
  std::uint64_t first = 0;
  for (std::uint64_t p = 0; p < pieces; ++p) {
    const std::uint64_t length = std::min((units / pieces + (p < units % pieces ? 1 : 0)) * unit, size - first);
    all.push_back({first, length});
    first += length;
  }
  return all;
}

/// Bytes and places of the matrices of one multiplication: A, B, the results, and where it is split along K the sums of its parts.
struct Layout {
  std::uint64_t a = 0, b = 0, c = 0, sums = 0;  ///< addresses
  std::uint64_t member_a = 0, member_b = 0, member_c = 0;
};

Layout layout_of(const stream::Gemm& gemm, std::uint64_t address) {
  const std::uint64_t operand = stream::operand_bytes(gemm.type), result = stream::result_bytes(gemm.type);
  Layout layout;
  layout.member_a = gemm.m * gemm.k * operand;
  layout.member_b = gemm.k * gemm.n * operand;
  layout.member_c = gemm.m * gemm.n * result;
  layout.a = address;
  layout.b = layout.a + layout.member_a * gemm.batch;
  layout.c = layout.b + layout.member_b * gemm.batch;
  layout.sums = layout.c + layout.member_c * gemm.batch;
  return layout;
}

SplitGemm split_along(const SplitSetup& setup, const stream::Gemm& gemm, const Layout& layout, GemmSplit split) {
  const std::uint64_t operand = stream::operand_bytes(gemm.type), result = stream::result_bytes(gemm.type);
  const std::uint64_t size = split == GemmSplit::kM ? gemm.m : split == GemmSplit::kN ? gemm.n : gemm.k;
  const std::vector<Piece> pieces = cut(size, unit_of(setup.array, split), setup.nfps);
  const bool sums = split == GemmSplit::kK && pieces.size() > 1;
  const std::uint64_t outputs = gemm.m * gemm.n, all_sums = outputs * gemm.batch * stream::kSumBytes;
  SplitGemm out{.split = split, .parts = {}, .reduction = {}, .end = layout.sums + (sums ? all_sums * pieces.size() : 0)};
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    const std::uint64_t m0 = split == GemmSplit::kM ? pieces[p].first : 0, n0 = split == GemmSplit::kN ? pieces[p].first : 0,
                        k0 = split == GemmSplit::kK ? pieces[p].first : 0;
    GemmPart part{.m = gemm.m,
                  .n = gemm.n,
                  .k = gemm.k,
                  .batch = gemm.batch,
                  .operand_bytes = operand,
                  .result_bytes = sums ? stream::kSumBytes : result,
                  .operands = {},
                  .results = {}};
    (split == GemmSplit::kM ? part.m : split == GemmSplit::kN ? part.n : part.k) = pieces[p].size;
    part.operands[index(Operand::kA)] = {layout.a + (m0 * gemm.k + gemm.m * k0) * operand, layout.member_a};
    part.operands[index(Operand::kB)] = {layout.b + (n0 * gemm.k + gemm.n * k0) * operand, layout.member_b};
    part.results = sums ? MatrixPlace{layout.sums + p * all_sums, outputs * stream::kSumBytes}
                        : MatrixPlace{layout.c + (m0 * gemm.n + gemm.m * n0) * result, layout.member_c};
    out.parts.push_back(part);
  }
  if (!sums) return out;
  for (const Piece& share : cut(outputs * gemm.batch, setup.array.cols, setup.nfps)) {
    GemmPart part{.m = 1,
                  .n = share.size,
                  .k = 1,
                  .batch = 1,
                  .operand_bytes = operand,
                  .result_bytes = result,
                  .operands = {},
                  .results = {layout.c + share.first * result, 0},
                  .addends = pieces.size()};
    part.operands[index(Operand::kA)] = {layout.sums + share.first * pieces.size() * stream::kSumBytes, 0};
    out.reduction.push_back(part);
  }
  return out;
}

/// Edges that the parts take at least, of computing or of moving bytes; the first is the longest.
Wide phase_estimate(const SplitSetup& setup, const std::vector<GemmPart>& parts) {
  if (parts.empty()) return 0;
  const Wide edges = part_cost(setup.array, parts.front()).edges;
  if (setup.array.unlimited) return edges;
  Wide bytes = 0;
  for (const GemmPart& part : parts) bytes += part_cost(setup.array, part).bytes();
  return std::max(edges, (bytes * setup.bytes_per + setup.bytes_times - 1) / setup.bytes_times);
}

}  // namespace

SplitGemm split_gemm(const SplitSetup& setup, const stream::Gemm& gemm, std::uint64_t address) {
  const Layout layout = layout_of(gemm, address);
  if (setup.split != GemmSplit::kAuto) return split_along(setup, gemm, layout, setup.split);
  SplitGemm best;
  std::optional<Wide> least;
  for (const GemmSplit split : {GemmSplit::kM, GemmSplit::kN, GemmSplit::kK}) {
    SplitGemm made = split_along(setup, gemm, layout, split);
    const Wide estimate = phase_estimate(setup, made.parts) + phase_estimate(setup, made.reduction);
    if (least && *least <= estimate) continue;
    least = estimate;
    best = std::move(made);
  }
  return best;
}

}  // namespace ngpcsim::models
