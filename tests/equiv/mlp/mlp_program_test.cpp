#include "rtl/bridge/mlp_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/base/error.h"
#include "tests/contract/model_setup.h"

namespace ngpcsim::rtl {
namespace {

using models::Fp16;
using models::MlpLayer;

const Sizes kSizes{{"Rows", 32},         {"Cols", 16},    {"MaxInputs", 40},        {"MaxWidth", 96},     {"MaxLayers", 6},    {"MaxOutputs", 20},
                   {"TileQueries", 3},   {"Latency", 2},  {"WeightLoadWidth", 64},  {"WeightRows", 512},  {"FeatureDepth", 1}, {"OutputDepth", 1}};

/// Weight (output, input) is the fp16 number with the bits 256 output + input + 1.
[[nodiscard]] MlpLayer numbered(std::uint32_t inputs, std::uint32_t outputs) {
  std::vector<Fp16> weights;
  for (std::uint32_t o = 0; o < outputs; ++o)
    for (std::uint32_t i = 0; i < inputs; ++i) weights.push_back({static_cast<std::uint16_t>(256 * o + i + 1)});
  return MlpLayer(inputs, outputs, weights);
}

TEST(MlpProgram, WeightsLieByRowsOfTheArrayTileAndAPhaseBeginsARow) {
  const MlpLayer weights = numbered(40, 20);
  const std::vector<MlpProgramLayer> layers{{.inputs = 40, .outputs = 20, .weights = &weights}};
  const MlpProgram program = mlp_program(layers, false, MlpSizes(kSizes));
  // Two column tiles of 16 columns, the second padded from 4; in each the rows 0 .. 31, and 32 .. 47, padded from 8: 32 x 16 and 16 x 16 weights, 64 in a row.
  ASSERT_EQ(program.weight_rows.size(), 8u + 4u + 8u + 4u);
  for (const std::vector<Fp16>& row : program.weight_rows) ASSERT_EQ(row.size(), 64u);
  const auto at = [&](std::uint32_t phase_row, std::uint32_t r, std::uint32_t c) {
    const std::uint32_t number = r * 16 + c;
    return program.weight_rows[phase_row + number / 64][number % 64].bits;
  };
  EXPECT_EQ(at(0, 0, 0), 1);
  EXPECT_EQ(at(0, 31, 15), 256 * 15 + 31 + 1);
  EXPECT_EQ(at(8, 0, 3), 256 * 3 + 32 + 1);
  EXPECT_EQ(at(8, 7, 3), 256 * 3 + 39 + 1);
  EXPECT_EQ(at(8, 8, 3), 0) << "beyond the inputs";
  EXPECT_EQ(at(12, 5, 3), 256 * 19 + 5 + 1);
  EXPECT_EQ(at(12, 5, 4), 0) << "beyond the outputs";
  EXPECT_EQ(at(20, 7, 3), 256 * 19 + 39 + 1);
}

[[nodiscard]] naive::NfpSetup nerf_setup() {
  naive::NfpSetup setup;
  setup.grid.levels.resize(4);
  setup.direction.emplace();
  setup.feature_buffer_queries = 1;
  setup.mlp = {.rows = 32, .cols = 16, .tile_queries = 3, .latency = 2, .output_queue_depth = 1, .weight_load_width = 64, .double_buffering = true,
               .packing = false,
               .layers = {{.in = 8, .out = 24, .relu = true, .weights = {}},
                          {.in = 24, .out = 5, .first_output_leaves = true, .weights = {}},
                          {.in = 21, .out = 24, .relu = true, .append_direction = true, .weights = {}},
                          {.in = 24, .out = 3, .weights = {}}}};
  return setup;
}

TEST(MlpProgram, ANerfHasReluDirectionAndDensityWhereTheyBelong) {
  const MlpProgram program = mlp_program(contract::nfp_model(nerf_setup()), nullptr, MlpSizes(kSizes));
  const std::vector<RegisterWrite> expected{{0x000, 4}, {0x001, 1},
                                            {0x100, 8},  {0x101, 24}, {0x102, 1}, {0x103, 0}, {0x104, 0},
                                            {0x108, 24}, {0x109, 5},  {0x10a, 0}, {0x10b, 0}, {0x10c, 1},
                                            {0x110, 21}, {0x111, 24}, {0x112, 1}, {0x113, 1}, {0x114, 0},
                                            {0x118, 24}, {0x119, 3},  {0x11a, 0}, {0x11b, 0}, {0x11c, 0}};
  ASSERT_EQ(program.registers.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(program.registers[i].address, expected[i].address) << i;
    EXPECT_EQ(program.registers[i].value, expected[i].value) << std::hex << expected[i].address;
  }
  EXPECT_EQ(program.outputs, 3u);
}

/// The message of the InputError for a chip that does not fit.
[[nodiscard]] std::string refusal(const std::function<void(models::NfpModel&)>& change) {
  models::NfpModel model = contract::nfp_model(nerf_setup());
  change(model);
  try {
    static_cast<void>(mlp_program(model, nullptr, MlpSizes(kSizes)));
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(MlpProgram, RefusesWhatDoesNotFitByTheNameOfTheParameter) {
  using models::NfpModel;
  using testing::StartsWith;
  EXPECT_EQ(refusal([](NfpModel&) {}), "accepted");
  EXPECT_EQ(refusal([](NfpModel& m) { m.params.mlp_engine.rows = 64; }),
            "chip.nfp.mlp_engine.rows: 64, but the RTL was compiled with Rows = 32; allowed: 32");
  EXPECT_THAT(refusal([](NfpModel& m) { m.params.mlp_engine.cols = 64; }), StartsWith("chip.nfp.mlp_engine.cols:"));
  EXPECT_THAT(refusal([](NfpModel& m) { m.params.mlp_engine.tile_queries = 4; }), StartsWith("chip.nfp.mlp_engine.tile_queries:"));
  EXPECT_THAT(refusal([](NfpModel& m) { m.params.mlp_engine.latency_cycles = 1; }), StartsWith("chip.nfp.mlp_engine.latency_cycles:"));
  EXPECT_THAT(refusal([](NfpModel& m) { m.params.mlp_engine.weight_load_width = 37; }), StartsWith("chip.nfp.mlp_engine.weight_load_width:"));
  EXPECT_THAT(refusal([](NfpModel& m) { m.params.mlp_engine.output_queue_depth = 2; }), StartsWith("chip.nfp.mlp_engine.output_queue_depth:"));
  EXPECT_THAT(refusal([](NfpModel& m) { m.params.feature_buffer_queries = 2; }), StartsWith("chip.nfp.feature_buffer_queries:"));
  EXPECT_THAT(refusal([](NfpModel& m) { m.params.mlp_engine.packing = true; }), StartsWith("chip.nfp.mlp_engine.packing:"));
  EXPECT_THAT(refusal([](NfpModel& m) { m.layers[0].inputs = 41; }), StartsWith("workload.encoding.levels:"));
  EXPECT_THAT(refusal([](NfpModel& m) { m.layers[0].outputs = m.layers[1].inputs = 97; }), StartsWith("workload.network.width:"));
  EXPECT_THAT(refusal([](NfpModel& m) { m.layers[1].outputs = 90, m.layers[2].inputs = 106; }), StartsWith("workload.network.density_outputs:"));
  EXPECT_THAT(refusal([](NfpModel& m) { m.layers[3].outputs = 21; }), StartsWith("workload.network.color_outputs:"));
  EXPECT_THAT(refusal([](NfpModel& m) { m.layers.insert(m.layers.begin(), 3, m.layers[0]); }), StartsWith("workload.network.color_hidden_layers:"));
}

TEST(MlpProgram, RefusesMoreWeightsThanTheMemoryHas) {
  // Rows of the memory: 72 + 3 x 144 + 48.
  std::vector<MlpProgramLayer> layers{{.inputs = 40, .outputs = 96}};
  layers.insert(layers.end(), 3, {.inputs = 96, .outputs = 96});
  layers.push_back({.inputs = 96, .outputs = 20});
  try {
    static_cast<void>(mlp_program(layers, false, MlpSizes(kSizes)));
    FAIL() << "552 rows of 512";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("552 rows of weights, but the RTL was compiled with WeightRows = 512"));
  }
}

}  // namespace
}  // namespace ngpcsim::rtl
