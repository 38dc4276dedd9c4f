#include "workloads/gemm/gemm_params.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "sim/config/bind.h"
#include "sim/config/load.h"
#include "tests/unit/gemm_input/support.h"
#include "tests/unit/workloads/support.h"

namespace ngpcsim::workloads {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;
using test::Entry;

const std::filesystem::path kConfigs = std::filesystem::path(NGPCSIM_SOURCE_DIR) / "configs/workloads";

PathContext context() {
  return {kConfigs, test::data_dir(), [](std::string_view parameter) { return InputLocation{"w.xml/" + std::string(parameter), 7}; }};
}

std::vector<Entry> made(const GemmParams& params) {
  std::vector<std::string> notes;
  return test::entries(make_gemm_list(params, context(), notes));
}

std::string refusal(const GemmParams& params) {
  try {
    (void)made(params);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

GemmParams demo() {
  GemmParams params;
  params.list = "gemm/demo.csv";
  return params;
}

TEST(GemmParams, APartOfAList) {
  GemmParams params = demo();
  EXPECT_EQ(made(params).size(), 6u);
  params.first = 4;
  EXPECT_THAT(made(params), ElementsAre(Entry{"ragged", 100, 70, 30}, Entry{"heads", 48, 48, 64, 8}));
  params.count = 1;
  EXPECT_THAT(made(params), ElementsAre(Entry{"ragged", 100, 70, 30}));
  params.count = 2;
  EXPECT_EQ(made(params).size(), 2u);
  params.count = 3;
  EXPECT_THAT(refusal(params), AllOf(StartsWith("w.xml/count:7: "), HasSubstr("0..2")));
  params.first = 6;
  EXPECT_THAT(refusal(params), AllOf(StartsWith("w.xml/first:7: "), HasSubstr("0..5")));
}

TEST(GemmParams, BatchesMultiply) {
  GemmParams params = demo();
  params.first = 4;
  params.batch = 5;
  EXPECT_THAT(made(params), ElementsAre(Entry{"ragged", 100, 70, 30, 5}, Entry{"heads", 48, 48, 64, 40}));
  params.batch = std::uint64_t{1} << 52;
  EXPECT_THAT(refusal(params), AllOf(StartsWith("w.xml/batch:7: "), HasSubstr("9007199254740992")));
  params.batch = std::uint64_t{1} << 35;  // each multiplication fits, the list does not
  params.first = 0;
  params.count = 0;
  EXPECT_THAT(refusal(params), StartsWith("w.xml/batch:7: "));
}

TEST(GemmParams, OneMultiplicationBySizes) {
  GemmParams params;
  params.m = 2;
  params.n = 3;
  params.k = 4;
  params.batch = 5;
  EXPECT_THAT(made(params), ElementsAre(Entry{"2x3x4", 2, 3, 4, 5}));
  params.k = 0;
  EXPECT_THAT(refusal(params), AllOf(StartsWith("w.xml/k:7: "), HasSubstr("list is empty")));
  params = {};
  EXPECT_THAT(refusal(params), StartsWith("w.xml/m:7: "));
  params.m = params.n = params.k = std::uint64_t{1} << 20;
  EXPECT_THAT(refusal(params), StartsWith("w.xml/m:7: "));
  params = demo();
  params.n = 4;
  EXPECT_THAT(refusal(params), AllOf(StartsWith("w.xml/n:7: "), HasSubstr("beside list")));
}

TEST(GemmParams, TypeOfTheOperands) {
  for (const auto& choice : kOperandTypes) {
    GemmParams params = demo();
    params.operand_type = choice.value;
    std::vector<std::string> notes;
    for (const stream::Gemm& gemm : make_gemm_list(params, context(), notes)) EXPECT_EQ(gemm.type, choice.value);
    EXPECT_THAT(notes, IsEmpty());
  }
}

TEST(GemmParams, NotesOfTheFileAndPathsOfTheDataFolder) {
  if (!std::filesystem::exists(test::data_dir() / "gemm")) GTEST_SKIP() << "public inputs are absent";
  GemmParams params;
  params.list = "${NGPCSIM_DATA}/gemm/scalesim/conv/Resnet50.csv";
  std::vector<std::string> notes{"before"};
  EXPECT_EQ(make_gemm_list(params, context(), notes).size(), 54u);
  EXPECT_GT(notes.size(), 1u);
  EXPECT_EQ(notes[0], "before");
  params.list = "gemm/nowhere.csv";
  EXPECT_THAT(refusal(params), AllOf(HasSubstr("configs/workloads/gemm/nowhere.csv: "), HasSubstr("no such file")));
  params.list = "${HOME}/x.csv";
  EXPECT_THAT(refusal(params), StartsWith("w.xml/list:7: "));
}

/// Every gemm workload of configs/ binds and gives its list.
TEST(GemmParams, WorkloadsOfTheProject) {
  for (const auto& [name, size] : {std::pair{"gemm-demo", 6u}, std::pair{"gemm-resnet50", 54u}, std::pair{"gemm-transformer", 8u}, std::pair{"gemm-ngp", 28u},
                                   std::pair{"gemm-single", 1u}}) {
    const auto document = config::load((kConfigs / (std::string(name) + ".xml")).string(), {.element = "workload", .attributes = {"application"}});
    EXPECT_EQ(made(config::bind<GemmParams>(document).params).size(), size) << name;
  }
}

}  // namespace
}  // namespace ngpcsim::workloads
