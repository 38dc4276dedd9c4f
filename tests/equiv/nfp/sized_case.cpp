#include "tests/equiv/nfp/sized_case.h"

#include <algorithm>
#include <cmath>

#include "tests/contract/random_parts.h"
#include "tests/naive/grid_index.h"
#include "tests/naive/half.h"

namespace ngpcsim::equiv {
namespace {

using contract::one_in;

[[nodiscard]] unsigned padded(unsigned width) { return (width + 15) / 16 * 16; }

/// Levels and features that the build has room for.
[[nodiscard]] naive::GridSetup grid_for(Rng& rng, const rtl::Sizes& sizes) {
  const unsigned most_levels = std::min(sizes["Engines"] * sizes["MaxPasses"], sizes["MaxInputs"]);
  naive::GridSetup grid = contract::random_grid(rng, most_levels);
  grid.log2_table_entries = std::min(grid.log2_table_entries, 9U);
  while (grid.features > sizes["MaxFeatures"] || grid.features * grid.levels.size() > sizes["MaxInputs"]) {
    if (grid.features > 1) grid.features /= 2;
    else grid.levels.pop_back();
  }
  return grid;
}

[[nodiscard]] bool fits(const std::vector<naive::Layer>& layers, const rtl::Sizes& sizes) {
  if (layers.size() > sizes["MaxLayers"] || layers.back().out > sizes["MaxOutputs"]) return false;
  std::size_t weights = 0;
  for (const naive::Layer& layer : layers) {
    if (std::max(padded(layer.in), padded(layer.out)) > sizes["MaxWidth"]) return false;
    weights += std::size_t{padded(layer.in)} * padded(layer.out);
  }
  return weights / sizes["WeightLoadWidth"] + 64 <= sizes["WeightRows"];
}

/// Small codes, so that every value is one of an 8-bit table.
void make_codes(Rng& rng, naive::GridSetup& grid) {
  for (naive::Level& level : grid.levels)
    for (naive::Half& value : level.table) value = naive::to_half(std::ldexp(static_cast<float>(rng.below(256)) - 128.0F, -7));
}

/// Values that a test of ordinary numbers never meets: infinities and NaN, subnormals, the largest numbers.
void salt(Rng& rng, std::vector<naive::Half>& values) {
  constexpr naive::Half kHostile[] = {0x7C00, 0xFC00, 0x7E00, 0x0001, 0x8001, 0x03FF, 0x7BFF, 0xFBFF, 0x8000};
  for (naive::Half& value : values)
    if (one_in(rng, 40)) value = kHostile[rng.below(std::size(kHostile))];
}

}  // namespace

models::FeatureType feature_type(const rtl::Sizes& sizes) {
  return sizes["FeatureBits"] == 8 ? models::FeatureType::kInt8 : models::FeatureType::kFp16;
}

void apply_sizes(naive::NfpSetup& setup, const rtl::Sizes& sizes) {
  naive::EngineSetup& engine = setup.engine;
  engine.engines = sizes["Engines"];
  engine.regroup = naive::Regroup::kReplicate;
  engine.banks = sizes["Banks"];
  engine.word_entries = sizes["WordEntries"];
  engine.window = std::min(engine.window, sizes["OverlapWindow"]);
  engine.features_per_cycle = sizes["FeaturesPerCycle"];
  engine.input_queue_depth = sizes["InputDepth"];
  engine.index_queue_depth = sizes["IndexDepth"];
  engine.output_queue_depth = sizes["OutputDepth"];
  engine.front_latency = sizes["PosFractCycles"] + sizes["GridIndexCycles"];
  engine.back_latency = sizes["SramLatency"] + sizes["InterpolateCycles"];
  if (setup.direction) {
    setup.direction->interval = sizes["DirInterval"];
    setup.direction->latency = sizes["DirLatency"];
    setup.direction->input_queue_depth = sizes["DirInputDepth"];
    setup.direction->index_queue_depth = sizes["DirOperandDepth"];
    setup.direction->output_queue_depth = sizes["DirOutputDepth"];
  }
  setup.feature_buffer_queries = sizes["FeatureDepth"];
  setup.mlp.rows = sizes["Rows"];
  setup.mlp.cols = sizes["Cols"];
  setup.mlp.tile_queries = sizes["TileQueries"];
  setup.mlp.latency = sizes["MlpLatency"];
  setup.mlp.output_queue_depth = sizes["MlpOutputDepth"];
  setup.mlp.weight_load_width = sizes["WeightLoadWidth"];
  setup.mlp.packing = false;
}

contract::Case sized_case(std::uint64_t seed, const rtl::Sizes& sizes) {
  Rng rng(mix64(seed + 3));
  contract::Case c{.seed = seed, .setup = {}, .stimulus = {}};
  c.setup.grid = grid_for(rng, sizes);
  c.setup.engine = contract::random_engine(rng);
  c.setup.direction = contract::random_direction(rng);
  c.setup.mlp = contract::random_mlp(rng, c.setup);
  do c.setup.mlp.layers = contract::random_nerf_layers(rng, c.setup);
  while (!fits(c.setup.mlp.layers, sizes));
  if (one_in(rng, 8)) contract::make_hostile(rng, c.setup);
  apply_sizes(c.setup, sizes);
  contract::fill_values(rng, c.setup);
  if (sizes["FeatureBits"] == 8) make_codes(rng, c.setup.grid);
  if (one_in(rng, 4)) {
    if (sizes["FeatureBits"] == 16)
      for (naive::Level& level : c.setup.grid.levels) salt(rng, level.table);
    for (naive::Layer& layer : c.setup.mlp.layers) salt(rng, layer.weights);
  }
  c.setup.functional = true;
  c.stimulus = contract::random_stimulus(rng, 1 + rng.below(one_in(rng, 10) ? 100 : 24));
  if (one_in(rng, 8)) c.setup.direction.reset();
  return c;
}

}  // namespace ngpcsim::equiv
