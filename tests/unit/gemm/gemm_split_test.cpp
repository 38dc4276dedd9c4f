// How a multiplication is cut for the NFPs, by hand.
#include "models/gemm/split.h"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/gemm/cost.h"

namespace ngpcsim::models {
namespace {

using ::testing::ElementsAre;

SplitSetup setup(Dataflow dataflow, GemmSplit split, std::uint64_t nfps) {
  return {.array = {.dataflow = dataflow, .rows = 4, .cols = 8}, .split = split, .nfps = nfps, .bytes_times = 1'000'000, .bytes_per = 1};
}

stream::Gemm gemm(std::uint64_t m, std::uint64_t n, std::uint64_t k, std::uint64_t batch = 1) {
  return {.name = {}, .m = m, .n = n, .k = k, .batch = batch, .type = stream::OperandType::kFp16};
}

std::vector<std::uint64_t> sizes(const SplitGemm& work, std::uint64_t GemmPart::*size) {
  std::vector<std::uint64_t> all;
  for (const GemmPart& part : work.parts) all.push_back(part.*size);
  return all;
}

/// 30 rows are 8 units of 4, the last of 2; three NFPs get 3, 3 and 2 units. 30 columns are 4 units of 8: 2, 1, 1.
TEST(GemmSplit, UnitsOfTheDataflow) {
  EXPECT_THAT(sizes(split_gemm(setup(Dataflow::kSystolicOs, GemmSplit::kM, 3), gemm(30, 1, 1), 0), &GemmPart::m), ElementsAre(12, 12, 6));
  EXPECT_THAT(sizes(split_gemm(setup(Dataflow::kSystolicOs, GemmSplit::kN, 3), gemm(1, 30, 1), 0), &GemmPart::n), ElementsAre(16, 8, 6));
  EXPECT_THAT(sizes(split_gemm(setup(Dataflow::kSystolicOs, GemmSplit::kK, 3), gemm(1, 1, 7), 0), &GemmPart::k), ElementsAre(3, 2, 2));
  EXPECT_THAT(sizes(split_gemm(setup(Dataflow::kSystolicWs, GemmSplit::kM, 3), gemm(7, 1, 1), 0), &GemmPart::m), ElementsAre(3, 2, 2));
  EXPECT_THAT(sizes(split_gemm(setup(Dataflow::kSystolicWs, GemmSplit::kK, 3), gemm(1, 1, 30), 0), &GemmPart::k), ElementsAre(12, 12, 6));
  EXPECT_THAT(sizes(split_gemm(setup(Dataflow::kSystolicIs, GemmSplit::kM, 2), gemm(20, 1, 1), 0), &GemmPart::m), ElementsAre(16, 4));
  EXPECT_THAT(sizes(split_gemm(setup(Dataflow::kSystolicIs, GemmSplit::kN, 2), gemm(1, 5, 1), 0), &GemmPart::n), ElementsAre(3, 2));
}

/// Without a unit an NFP gets nothing.
TEST(GemmSplit, NoMorePartsThanUnits) { EXPECT_EQ(split_gemm(setup(Dataflow::kSystolicOs, GemmSplit::kM, 8), gemm(9, 1, 1), 0).parts.size(), 3u); }

/// A part along M has its rows of A and of the results, along N its columns of B; A of 6 x 10 and B of 10 x 16 in fp16, two members.
TEST(GemmSplit, PlacesOfParts) {
  const SplitGemm rows = split_gemm(setup(Dataflow::kSystolicWs, GemmSplit::kM, 2), gemm(6, 16, 10, 2), 1000);
  EXPECT_EQ(rows.parts[1].operands[0].address, 1000u + 3 * 10 * 2);
  EXPECT_EQ(rows.parts[1].operands[0].pitch, 120u);
  EXPECT_EQ(rows.parts[1].operands[1].address, 1000u + 2 * 120);
  EXPECT_EQ(rows.parts[1].results.address, 1000u + 2 * 120 + 2 * 320 + 3 * 16 * 2);
  EXPECT_EQ(rows.end, 1000u + 2 * 120 + 2 * 320 + 2 * 192);
  const SplitGemm columns = split_gemm(setup(Dataflow::kSystolicWs, GemmSplit::kN, 2), gemm(6, 16, 10, 2), 1000);
  EXPECT_EQ(columns.parts[1].operands[0].address, 1000u);
  EXPECT_EQ(columns.parts[1].operands[1].address, 1000u + 240 + 8 * 10 * 2);
}

/// Parts along K write sums of 4 bytes, which are added in units of 8 outputs: 2 x 6 x 16 = 192 outputs are 24 units for 3 NFPs.
TEST(GemmSplit, Reduction) {
  const SplitGemm work = split_gemm(setup(Dataflow::kSystolicWs, GemmSplit::kK, 3), gemm(6, 16, 10, 2), 0);
  ASSERT_EQ(work.parts.size(), 3u);
  EXPECT_EQ(work.parts[0].result_bytes, 4u);
  ASSERT_EQ(work.reduction.size(), 3u);
  EXPECT_EQ(work.reduction[1].n, 64u);
  EXPECT_EQ(work.reduction[1].addends, 3u);
  EXPECT_EQ(work.reduction[1].result_bytes, 2u);
  const std::uint64_t c = 2 * 120 + 2 * 320, sums = c + 192 * 2;
  EXPECT_EQ(work.reduction[1].operands[0].address, sums + 64 * 3 * 4);
  EXPECT_EQ(work.reduction[1].results.address, c + 64 * 2);
  EXPECT_EQ(work.end, sums + 3 * 192 * 4);
}

/// One part along K is the whole multiplication: its results are final.
TEST(GemmSplit, OnePartNeedsNoReduction) {
  const SplitGemm work = split_gemm(setup(Dataflow::kSystolicWs, GemmSplit::kK, 4), gemm(6, 16, 4), 0);
  EXPECT_EQ(work.parts.size(), 1u);
  EXPECT_TRUE(work.reduction.empty());
  EXPECT_EQ(work.parts[0].result_bytes, 2u);
}

/// The estimate takes the long dimension; on a tie M before N before K.
TEST(GemmSplit, Auto) {
  const auto chosen = [](Dataflow dataflow, const stream::Gemm& g) { return split_gemm(setup(dataflow, GemmSplit::kAuto, 4), g, 0).split; };
  EXPECT_EQ(chosen(Dataflow::kSystolicOs, gemm(400, 8, 4)), GemmSplit::kM);
  EXPECT_EQ(chosen(Dataflow::kSystolicOs, gemm(4, 800, 4)), GemmSplit::kN);
  EXPECT_EQ(chosen(Dataflow::kSystolicOs, gemm(4, 8, 4000)), GemmSplit::kK);
  EXPECT_EQ(chosen(Dataflow::kSystolicOs, gemm(1, 1, 1)), GemmSplit::kM);
  EXPECT_EQ(chosen(Dataflow::kSystolicOs, gemm(16, 32, 1)), GemmSplit::kM);
}

/// 16 units of rows and 9 of columns on 4 NFPs: along M the longest part has 4 x 9 folds, along N 16 x 3. A memory that hardly moves anything turns the choice
/// to the fewest bytes: B is read four times along M (512 + 4 x 576), A along N (4 x 512 + 576).
TEST(GemmSplit, AutoMindsBandwidth) {
  SplitSetup memory = setup(Dataflow::kSystolicOs, GemmSplit::kAuto, 4);
  EXPECT_EQ(split_gemm(memory, gemm(64, 72, 4), 0).split, GemmSplit::kM);
  memory.bytes_per = 1'000'000'000;
  EXPECT_EQ(split_gemm(memory, gemm(64, 72, 4), 0).split, GemmSplit::kN);
  memory.array.unlimited = true;
  EXPECT_EQ(split_gemm(memory, gemm(64, 72, 4), 0).split, GemmSplit::kM);
}

}  // namespace
}  // namespace ngpcsim::models
