#include "workloads/import/snapshot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <cstring>

#include <nlohmann/json.hpp>

#include "tests/unit/importers/message_of.h"
#include "workloads/import/half.h"

namespace ngpcsim::workloads {
namespace {

using nlohmann::json;
using test::message_of;
using testing::HasSubstr;

json good(std::uint32_t aabb_scale) {
  json root = json::parse(R"({"encoding": {"otype": "HashGrid", "n_levels": 2, "log2_hashmap_size": 4}, "network": {"n_neurons": 16, "n_hidden_layers": 1, "activation": "ReLU"},
                              "rgb_network": {"n_neurons": 16, "n_hidden_layers": 1}})");
  const std::vector<std::uint16_t> parameters{0x3C00, 0xBC00, 0x0001};
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(parameters.data());
  const std::size_t cascades = aabb_scale == 1 ? 1 : aabb_scale == 2 ? 2 : 3;
  std::vector<std::uint8_t> cells(cascades * OccupancyGrid::kCells * 2, 0);
  const std::uint16_t dense = float_to_half(0.5f);
  for (const std::size_t cell : {std::size_t{9}, std::size_t{100}}) std::memcpy(cells.data() + 2 * cell, &dense, 2);
  root["snapshot"] = {{"version", 1}, {"mode", "nerf"}, {"n_params", 3}, {"params_type", "__half"}, {"params_binary", json::binary({bytes, bytes + 6})},
                      {"density_grid_size", 128}, {"density_grid_binary", json::binary(cells)}, {"nerf", {{"aabb_scale", aabb_scale}}}};
  return root;
}

std::string packed(const json& root) {
  const std::vector<std::uint8_t> bytes = json::to_msgpack(root);
  return {bytes.begin(), bytes.end()};
}

std::string compressed(const std::string& bytes) {
  std::string out(compressBound(bytes.size()), '\0');
  uLongf size = out.size();
  EXPECT_EQ(compress(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()), Z_OK);
  out.resize(size);
  return out;
}

TEST(Snapshot, IsReadPlainAndCompressed) {
  for (const bool compress : {false, true}) {
    const std::string bytes = packed(good(2));
    const Snapshot snapshot = parse_snapshot(compress ? compressed(bytes) : bytes, "s.ingp");
    EXPECT_EQ(snapshot.mode, "nerf");
    EXPECT_EQ(snapshot.aabb_scale, 2u);
    EXPECT_EQ(snapshot.parameters, (std::vector<std::uint16_t>{0x3C00, 0xBC00, 0x0001}));
    EXPECT_EQ(snapshot.config.encoding.levels, 2u);
    EXPECT_TRUE(snapshot.notes.empty());
    // Cells 9 and 100 of cascade 0, and as cells 1 and 12 of the blocks of 8 in the middle half of cascade 1.
    const OccupancyGrid grid = occupancy_of(snapshot);
    EXPECT_EQ(grid.count(0), 2u);
    EXPECT_EQ(grid.count(1), 2u);
    EXPECT_TRUE(grid.occupied(0, gather_bits(9), gather_bits(9 >> 1), gather_bits(9 >> 2)));
    EXPECT_TRUE(grid.occupied(1, 32 + gather_bits(1), 32 + gather_bits(1 >> 1), 32 + gather_bits(1 >> 2)));
    EXPECT_TRUE(grid.occupied(1, 32 + gather_bits(12), 32 + gather_bits(12 >> 1), 32 + gather_bits(12 >> 2)));
    EXPECT_NEAR(static_cast<double>(densities_of(snapshot)[9]), 0.5 / (1.7320508 / 1024.0), 1e-3);
  }
}

TEST(Snapshot, FloatParametersAreRounded) {
  json root = good(1);
  const std::vector<float> values{1.0f, 1.0f + 1.0f / 2048, 1.0f + 3.0f / 2048};  // ties of fp16: to even
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(values.data());
  root["snapshot"]["params_type"] = "float";
  root["snapshot"]["params_binary"] = json::binary({bytes, bytes + 12});
  EXPECT_EQ(parse_snapshot(packed(root), "s").parameters, (std::vector<std::uint16_t>{0x3C00, 0x3C00, 0x3C02}));
}

TEST(Snapshot, AnUntrainedModelIsOneWithoutDensities) {
  json root = good(1);
  root["snapshot"]["density_grid_binary"] = json::binary({});
  const Snapshot snapshot = parse_snapshot(packed(root), "s");
  EXPECT_TRUE(snapshot.density_cells.empty());
  EXPECT_THAT(snapshot.notes, testing::ElementsAre(HasSubstr("not trained")));
}

TEST(Snapshot, WhatIsWrongIsNamed) {
  const auto refusal = [](const std::string& bytes) { return message_of([&] { static_cast<void>(parse_snapshot(bytes, "s.ingp")); }); };
  const auto changed = [&](const char* key, const json& value) {
    json root = good(1);
    root["snapshot"][key] = value;
    return refusal(packed(root));
  };
  EXPECT_THAT(refusal("{\"encoding\": 1}"), HasSubstr("no MessagePack"));
  EXPECT_THAT(refusal(packed(json{{"a", 1}})), HasSubstr("without a snapshot"));
  EXPECT_THAT(changed("version", 2), HasSubstr("a snapshot of format 2"));
  EXPECT_THAT(changed("mode", "video"), HasSubstr("snapshot.mode"));
  EXPECT_THAT(changed("n_params", 4), HasSubstr("6 bytes for 4 parameters"));
  EXPECT_THAT(changed("params_type", "double"), HasSubstr("params_type"));
  EXPECT_THAT(changed("density_grid_size", 64), HasSubstr("density_grid_size is 64"));
  EXPECT_THAT(changed("nerf", {{"aabb_scale", 3}}), HasSubstr("a power of two"));
  EXPECT_THAT(changed("nerf", {{"aabb_scale", 2}}), HasSubstr("2 cascades"));
  EXPECT_THAT(changed("params_binary", json::binary({0, 0x7C, 0, 0, 0, 0})), HasSubstr("parameter 0"));
  const std::string whole = packed(good(1));
  EXPECT_THAT(refusal(whole.substr(0, whole.size() / 2)), HasSubstr("MessagePack is damaged"));
  EXPECT_THAT(refusal(compressed(whole).substr(0, 100)), HasSubstr("end too early"));
  EXPECT_THAT(refusal(std::string("\x81\xA1x", 3) + std::string(100000, '\x91')), HasSubstr("nested too deeply"));
  EXPECT_THAT(refusal(std::string("\x81\xA8snapshot\xC6\xFF\xFF\xFF\xFF", 15)), HasSubstr("MessagePack is damaged"));  // promises 4 GiB
}

TEST(Snapshot, UnpacksNoMoreThanAsked) {
  const std::string bomb = compressed(std::string(50'000'000, '\0'));
  EXPECT_LT(bomb.size(), 100'000u);
  EXPECT_THAT(message_of([&] { static_cast<void>(parse_snapshot(bomb, "s", 1'000'000)); }), HasSubstr("more than 1000000 bytes"));
}

}  // namespace
}  // namespace ngpcsim::workloads
