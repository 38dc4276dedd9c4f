#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gemm_input/support.h"
#include "tests/unit/workloads/support.h"
#include "workloads/gemm/gemm_report.h"
#include "workloads/gemm/mnk_csv.h"

namespace ngpcsim::workloads {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

TEST(GemmFile, NameAndSuffixDoNotMatter) {
  const test::TemporaryFile csv("list.yaml", test::mnk("A,2,3,4,\n"));
  EXPECT_EQ(read_gemm_file(csv.path()).format, GemmFormat::kScaleSimGemm);
  const test::TemporaryFile yaml("layer.csv", "problem:\n  instance: {C: 2, M: 3}\n");
  EXPECT_EQ(read_gemm_file(yaml.path()).format, GemmFormat::kTimeloop);
}

TEST(GemmFile, WhatIsNoFileIsRefused) {
  EXPECT_THROW((void)read_gemm_file("/nowhere/list.csv"), InputError);
  EXPECT_THROW((void)read_gemm_file(std::filesystem::temp_directory_path()), InputError);
  const test::TemporaryFile large("large.csv", std::string((4u << 20) + 1, '\n'));
  EXPECT_THROW((void)read_gemm_file(large.path()), InputError);
}

TEST(GemmFile, ManyRowsAreReadInReasonableTime) {
  std::string rows;
  for (int i = 0; i < 200000; ++i) rows += "same,1,1,1,\n";
  const GemmFile file = test::parse(test::mnk(rows));
  EXPECT_EQ(file.list.size(), 200000u);
  EXPECT_EQ(file.list.back().name, "same #200000");
  EXPECT_EQ(file.notes.size(), 1u);
}

TEST(GemmReport, SaysWhatAFileIs) {
  const test::TemporaryFile file("report.csv", test::mnk("small,2,3,4,\nbig,20,30,40,5,\nmiddle,20,30,40\n"));
  EXPECT_THAT(describe_gemm_file(file.path()),
              ElementsAre("SCALE-Sim M,N,K list: 3 multiplications, 144024 MACs", "largest: big, M 20 N 30 K 40 batch 5, 120000 MACs",
                          testing::AllOf(StartsWith("note: "), HasSubstr(":4: "))));
}

TEST(MnkCsv, IsReadBackToTheSameList) {
  const stream::GemmList plain{{"a b", 1, 2, 3, 1, {}}, {"c", 4, 5, 6, 1, {}}};
  EXPECT_EQ(mnk_csv(plain), "Layer,M,N,K,\na b,1,2,3,\nc,4,5,6,\n");
  const stream::GemmList batched{{"a,b", 1, 2, 3, 7, {}}, {"c\"", 4, 5, 6, 1, {}}};
  EXPECT_EQ(mnk_csv(batched), "Layer,M,N,K,Batch,\na_b,1,2,3,7,\nc_,4,5,6,1,\n");
  for (const stream::GemmList& list : {plain, batched}) {
    const auto back = test::parsed(mnk_csv(list));
    ASSERT_EQ(back.size(), list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      EXPECT_EQ(back[i].m, list[i].m);
      EXPECT_EQ(back[i].n, list[i].n);
      EXPECT_EQ(back[i].k, list[i].k);
      EXPECT_EQ(back[i].batch, list[i].batch);
    }
  }
}

}  // namespace
}  // namespace ngpcsim::workloads
