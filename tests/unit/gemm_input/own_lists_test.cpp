#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <iterator>

#include "tests/unit/gemm_input/support.h"
#include "workloads/gemm/gemm_totals.h"
#include "workloads/gemm/mnk_csv.h"
#include "workloads/gemm/ngp_gemms.h"

/// The lists of configs/workloads/gemm against where they come from.
namespace ngpcsim::workloads {
namespace {

using testing::IsEmpty;
using test::Entry;

std::filesystem::path list_file(std::string_view name) { return std::filesystem::path(NGPCSIM_SOURCE_DIR) / "configs/workloads/gemm" / name; }

std::string content(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(OwnLists, AreReadWithoutANote) {
  for (const std::string_view name : {"demo.csv", "ngp.csv", "resnet50.csv", "transformer.csv"})
    EXPECT_THAT(read_gemm_file(list_file(name)).notes, IsEmpty()) << name;
}

TEST(OwnLists, DemoIsSmallAndVaried) {
  const GemmFile demo = read_gemm_file(list_file("demo.csv"));
  EXPECT_EQ(demo.list.size(), 6u);
  EXPECT_LT(macs_of(demo.list), 10'000'000u);
}

/// Table 1 of He et al. 2015, column 50-layer, walked stage by stage.
TEST(OwnLists, ResNet50) {
  std::vector<Entry> expected{{"", 112 * 112, 64, 7 * 7 * 3}};
  struct Stage {
    std::uint64_t side, blocks, width;
  };
  std::uint64_t in = 64;
  for (const Stage& stage : {Stage{56, 3, 64}, Stage{28, 4, 128}, Stage{14, 6, 256}, Stage{7, 3, 512}}) {
    const std::uint64_t m = stage.side * stage.side;
    for (std::uint64_t block = 0; block < stage.blocks; ++block) {
      expected.push_back({"", m, stage.width, in});
      expected.push_back({"", m, stage.width, 9 * stage.width});
      expected.push_back({"", m, 4 * stage.width, stage.width});
      if (block == 0) expected.push_back({"", m, 4 * stage.width, in});
      in = 4 * stage.width;
    }
  }
  expected.push_back({"", 1, 1000, 2048});
  const GemmFile file = read_gemm_file(list_file("resnet50.csv"));
  auto found = test::entries(file.list);
  ASSERT_EQ(found.size(), 54u);
  for (Entry& entry : found) entry.name.clear();
  EXPECT_EQ(found, expected);
  EXPECT_NEAR(static_cast<double>(macs_of(file.list)), 3.8e9, 0.1e9) << "the table says 3.8 x 10^9";
}

/// One encoder layer of BERT-base: 12 d^2 weights a token, and 2 S d products a token in the heads.
TEST(OwnLists, TransformerLayer) {
  constexpr std::uint64_t kTokens = 512, kHidden = 768;
  const GemmFile file = read_gemm_file(list_file("transformer.csv"));
  EXPECT_EQ(macs_of(file.list), kTokens * 12 * kHidden * kHidden + 2 * kTokens * kTokens * kHidden);
  EXPECT_EQ(test::entries(file.list)[3], (Entry{"scores", 512, 512, 64, 12}));
  EXPECT_EQ(test::entries(file.list)[4], (Entry{"context", 512, 64, 512, 12}));
}

std::vector<NgpMlp> ngp_networks() {
  std::vector<NgpMlp> networks;
  for (const auto& [encoding, inputs] : {std::pair{"hash", 32u}, std::pair{"dense", 16u}}) {
    networks.push_back({fmt::format("nerf_{}_density", encoding), inputs, 64, 1, 16});
    networks.push_back({fmt::format("nerf_{}_color", encoding), 32, 64, 2, 3});
    networks.push_back({fmt::format("nsdf_{}_mlp", encoding), inputs, 64, 2, 1});
    networks.push_back({fmt::format("gia_{}_mlp", encoding), inputs, 64, 2, 3});
    networks.push_back({fmt::format("nvr_{}_mlp", encoding), inputs, 64, 2, 4});
  }
  return networks;
}

TEST(OwnLists, NgpIsWhatTheGeneratorMakes) {
  EXPECT_EQ(content(list_file("ngp.csv")), mnk_csv(ngp_network_gemms(ngp_networks(), std::uint64_t{1} << 18, stream::OperandType::kFp16)));
}

TEST(NgpGemms, LayersOfANetwork) {
  const std::vector<NgpMlp> networks{{"n", 27, 64, 3, 3}};
  EXPECT_THAT(test::entries(ngp_network_gemms(networks, 100, stream::OperandType::kBf16)),
              testing::ElementsAre(Entry{"n_l0", 100, 64, 32}, Entry{"n_l1", 100, 64, 64}, Entry{"n_l2", 100, 64, 64}, Entry{"n_l3", 100, 16, 64}));
  EXPECT_EQ(ngp_network_gemms(networks, 100, stream::OperandType::kBf16)[0].type, stream::OperandType::kBf16);
  EXPECT_THROW((void)ngp_network_gemms(networks, std::uint64_t{1} << 41, stream::OperandType::kFp16), InputError);
}

}  // namespace
}  // namespace ngpcsim::workloads
