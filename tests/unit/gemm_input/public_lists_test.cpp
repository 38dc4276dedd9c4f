#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/unit/gemm_input/support.h"
#include "tests/unit/workloads/support.h"

/// Files of users, beside the project. Sizes are computed by hand from their rows.
namespace ngpcsim::workloads {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using test::Entry;

std::filesystem::path folder() { return test::data_dir() / "gemm"; }

struct Known {
  std::string_view file;
  GemmFormat format;
  std::size_t entries;
  std::size_t index;  ///< of the one that is compared
  Entry entry;
};

TEST(PublicLists, SizesOfKnownRows) {
  if (!std::filesystem::exists(folder())) GTEST_SKIP() << "public inputs are absent";
  using enum GemmFormat;
  const std::vector<Known> cases{
      {"scalesim/GEMM_mnk/gnmt.csv", kScaleSimGemm, 17, 16, {"17", 1600, 1024, 1024}},
      {"scalesim/GEMM_mnk/gpt2.csv", kScaleSimGemm, 6, 1, {"QKTV", 1024, 64, 1024}},
      {"scalesim/GEMM_mnk/NCF.csv", kScaleSimGemm, 12, 11, {"12", 2048, 128, 1}},
      {"scalesim/GEMM_mnk/unet2d.csv", kScaleSimGemm, 19, 0, {"Conv1a", 4186116, 64, 9}},
      {"scalesim/GEMM_mnk/transformer_partial.csv", kScaleSimGemm, 6, 5, {"FF_B_0", 128, 2048, 2048}},
      {"scalesim/GEMM_mnk/test_mnk_input.csv", kScaleSimGemm, 1, 0, {"Test 1", 256, 128, 256}},
      {"scalesim/GEMM_mnk/vit_s.csv", kScaleSimGemm, 5, 4, {"L4", 196, 384, 1536}},
      {"scalesim/GEMM_mnk/vit_l.csv", kScaleSimGemm, 5, 1, {"L1", 784, 784, 64}},
      {"scalesim/GEMM_mnk/vit_l_last.csv", kScaleSimGemm, 1, 0, {"L4", 196, 4096, 1024}},
      {"ngp_mlp_gemm_mnk_batch262144.csv", kScaleSimGemm, 42, 3, {"NeRF_hashgrid_color_l1", 262144, 64, 64}},
      {"scalesim/conv/alexnet.csv", kScaleSimConv, 5, 1, {"Conv2", 23 * 23, 256, 2400}},
      {"scalesim/conv/test.csv", kScaleSimConv, 1, 0, {"Inc5b_3x3", 25, 384, 1728}},
      {"scalesim/conv/yolo_tiny.csv", kScaleSimConv, 9, 0, {"Conv1", 414 * 414, 4, 27}},
      {"scalesim/conv/Resnet50.csv", kScaleSimConv, 54, 0, {"Conv1", 110 * 110, 64, 147}},  // the file says Eh = 110 itself
      {"scalesim/conv/Resnet50.csv", kScaleSimConv, 54, 14, {"CB3s", 29 * 29, 512, 256}},   // 56 by 2: SCALE-Sim counts the partial window
      {"scalesim/NCF_recommendation.csv", kScaleSimConv, 8, 7, {"Predict_FC", 1, 1, 16}},
      {"scalesim/Sentimental_seqCNN.csv", kScaleSimConv, 4, 1, {"Conv1", 3 * 1022, 1024, 9}},
      {"scalesim/Transformer_short.csv", kScaleSimConv, 9, 4, {"Attn_QxK'", 64, 64, 1}},
      {"timeloop/example_designs/_include/default_problem.yaml", kTimeloop, 1, 0, {"default_problem", 12544, 32, 27}},
      {"timeloop/example_designs/sparse_tensor_core_like/problem.yaml", kTimeloop, 1, 0, {"problem", 64, 1, 1}},
      {"timeloop/layer_shapes/CONV/AlexNet/AlexNet_layer1.yaml", kTimeloop, 1, 0, {"AlexNet_layer1", 3025, 96, 363}},
      {"timeloop/layer_shapes/MM/ResNet50_repr/M1024-K512-N256.yaml", kTimeloop, 1, 0, {"M1024-K512-N256", 512, 256, 1024}},
      {"timeloop/layer_shapes/alexnet/0.yaml", kTimeloop, 1, 0, {"0", 3025, 64, 363}},
      {"timeloop/layer_shapes/alexnet/7.yaml", kTimeloop, 1, 0, {"7", 1, 1000, 4096}},
      {"deepbench_problems.csv", kDeepBench, 248, 0, {"training_set_1760x16x1760_nn", 1760, 16, 1760}},
  };
  for (const Known& c : cases) {
    const GemmFile file = read_gemm_file(folder() / c.file);
    EXPECT_EQ(file.format, c.format) << c.file;
    ASSERT_EQ(file.list.size(), c.entries) << c.file;
    EXPECT_EQ(test::entries(file.list)[c.index], c.entry) << c.file;
  }
}

TEST(PublicLists, DeepBenchKeepsItsThreeSets) {
  if (!std::filesystem::exists(folder())) GTEST_SKIP() << "public inputs are absent";
  std::map<std::string, int> sets;
  for (const stream::Gemm& gemm : read_gemm_file(folder() / "deepbench_problems.csv").list) ++sets[gemm.name.substr(0, gemm.name.find("_set_"))];
  EXPECT_EQ(sets, (std::map<std::string, int>{{"training", 160}, {"inference_server", 75}, {"inference_device", 13}}));
}

/// Whatever lies there is read, or refused with its place.
TEST(PublicLists, EveryFileIsReadOrRefusedWithItsPlace) {
  if (!std::filesystem::exists(folder())) GTEST_SKIP() << "public inputs are absent";
  int read = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder())) {
    if (!entry.is_regular_file()) continue;
    const std::string path = entry.path().string();
    try {
      const GemmFile file = read_gemm_file(entry.path());
      EXPECT_FALSE(file.list.empty()) << path;
      for (const std::string& note : file.notes) EXPECT_TRUE(note.starts_with(path + ":")) << note;
      ++read;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), MatchesRegex(".*:[0-9]+: .*")) << path;
    }
  }
  EXPECT_GE(read, 36);
}

}  // namespace
}  // namespace ngpcsim::workloads
