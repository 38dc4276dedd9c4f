#include "workloads/import/network_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/unit/importers/message_of.h"
#include "tests/unit/workloads/support.h"

namespace ngpcsim::workloads {
namespace {

namespace fs = std::filesystem;
using test::message_of;
using testing::HasSubstr;

class NetworkConfigFiles : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
  fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  fs::path folder_ = fs::path(testing::TempDir()) / ("network_config_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
};

TEST_F(NetworkConfigFiles, CommentsAndParentsLaidOverEachOther) {
  write("base.json", "{\n// a comment with \"quotes\"\n\"encoding\": {\"otype\": \"hashgrid\", \"n_levels\": 8, /* here\n too */ \"n_features_per_level\": 4, \"log2_hashmap_size\": 17},\n"
                     "\"network\": {\"otype\": \"FullyFusedMLP\", \"n_neurons\": 64, \"n_hidden_layers\": 1, \"note\": \"// no comment\"},\n\"rgb_network\": {\"n_neurons\": 64, \"n_hidden_layers\": 2}}\n");
  const fs::path child = write("child.json", "{\"parent\": \"base.json\", \"encoding\": {\"otype\": \"DenseGrid\", \"per_level_scale\": 1.405, \"log2_hashmap_size\": null}, \"rgb_network\": null}");
  const NetworkConfig config = read_network_config(child);
  EXPECT_EQ(config.encoding.otype, "DenseGrid");
  EXPECT_EQ(config.encoding.grid_type, "Dense");
  EXPECT_EQ(config.encoding.levels, 8u);
  EXPECT_EQ(config.encoding.features, 4u);
  EXPECT_EQ(config.encoding.log2_table_entries, 19u);  // removed: the default again
  EXPECT_EQ(config.encoding.per_level_scale, 1.405);
  EXPECT_EQ(config.network.hidden_layers, 1u);
  EXPECT_FALSE(config.rgb_network);
  EXPECT_EQ(config.files.size(), 2u);
}

TEST_F(NetworkConfigFiles, WhatIsWrongIsNamedWithItsPlace) {
  const auto refusal = [&](const std::string& text) { return message_of([&] { static_cast<void>(read_network_config(write("c.json", text))); }); };
  const std::string mlp = ", \"network\": {\"n_neurons\": 64}}";
  EXPECT_THAT(refusal("{\"parent\": \"c.json\"}"), HasSubstr("its own parent"));
  EXPECT_THAT(refusal("{\"parent\": \"absent.json\"}"), HasSubstr("absent.json"));
  EXPECT_THAT(refusal("{\"parent\": 3}"), HasSubstr("c.json:1: parent is no text"));
  EXPECT_THAT(refusal("{\"frames\": []}"), HasSubstr("a transforms.json"));
  EXPECT_THAT(refusal("{\"path\": []}"), HasSubstr("a camera path"));
  EXPECT_THAT(refusal("[1, 2]"), HasSubstr("no network configuration"));
  EXPECT_THAT(refusal("{\"encoding\": {}, /* open\n\n"), HasSubstr("c.json:1: a comment that does not end"));
  EXPECT_THAT(refusal("{\n\"encoding\": {\"otype\": \"HashGrid\",\n\"n_levels\": 0}" + mlp), HasSubstr("c.json:3: encoding.n_levels: 0; allowed: a whole number from 1 to 128"));
  EXPECT_THAT(refusal("{\"encoding\": {\"otype\": \"HashGrid\", \"n_levels\": \"8\"}" + mlp), HasSubstr("encoding.n_levels: \"8\""));
  EXPECT_THAT(refusal("{\"encoding\": {\"otype\": \"HashGrid\", \"n_levels\": 8, \"n_features\": 16}" + mlp), HasSubstr("n_features beside n_levels"));
  EXPECT_THAT(refusal("{\"encoding\": {\"otype\": \"HashGrid\", \"n_features_per_level\": 3}" + mlp), HasSubstr("1, 2, 4 or 8"));
  EXPECT_THAT(refusal("{\"encoding\": {\"otype\": \"Composite\", \"nested\": []}" + mlp), HasSubstr("encoding.nested"));
  EXPECT_THAT(refusal("{\"encoding\": {\"otype\": \"HashGrid\", \"per_level_scale\": NaN}" + mlp), HasSubstr("c.json:1"));
}

/// Every configuration of instant-ngp and tiny-cuda-nn loads.
TEST(NetworkConfigData, AllRealConfigurationsLoad) {
  const fs::path folder = test::data_dir() / "configs";
  if (!fs::exists(folder)) GTEST_SKIP() << folder << " is absent";
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    const NetworkConfig config = read_network_config(entry.path());
    EXPECT_FALSE(config.encoding.otype.empty()) << entry.path();
    const bool nerf = entry.path().parent_path().filename() == "nerf";
    EXPECT_EQ(config.rgb_network.has_value(), nerf) << entry.path();
    ++files;
  }
  EXPECT_EQ(files, 29u);
  const NetworkConfig base = read_network_config(folder / "instant-ngp/nerf/base_2022_L16F2.json");
  EXPECT_EQ(base.encoding.levels, 16u);
  EXPECT_EQ(base.encoding.features, 2u);
  const NetworkConfig dense = read_network_config(folder / "instant-ngp/nerf/densegrid.json");
  EXPECT_EQ(dense.encoding.features, 4u);  // of its parent
  EXPECT_EQ(dense.encoding.per_level_scale, 1.405);
}

}  // namespace
}  // namespace ngpcsim::workloads
