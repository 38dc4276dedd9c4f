#include "tests/equiv/encoding/engine_case.h"

#include <algorithm>
#include <array>
#include <utility>

#include "tests/contract/model_grid.h"
#include "tests/contract/model_setup.h"
#include "tests/contract/random_parts.h"
#include "tests/naive/grid_index.h"

namespace ngpcsim::equiv {
namespace {

using contract::one_in;
using models::FeatureType;

constexpr unsigned kMostTableBits = 11;

[[nodiscard]] FeatureType type_of(const rtl::Sizes& sizes) { return sizes["FeatureBits"] == 8 ? FeatureType::kInt8 : FeatureType::kFp16; }

/// Levels of a few thousand entries: hashed ones of any resolution, others of a low one.
[[nodiscard]] naive::GridSetup grid_for(Rng& rng, const rtl::Sizes& sizes) {
  naive::GridSetup grid = contract::random_grid(rng, std::min(2 * sizes["MaxPasses"] + 1, 32U));
  grid.log2_table_entries = std::min(grid.log2_table_entries, kMostTableBits);
  grid.features = std::min(grid.features, sizes["MaxFeatures"]);
  if (grid.kind != naive::Grid::kHash) {
    for (naive::Level& level : grid.levels) level.scale = std::min(level.scale, grid.dims == 2 ? 39.0F : 11.0F);
  }
  return grid;
}

/// Every corner in one entry or one bank, or few enough words that corners share them.
void make_hostile(Rng& rng, EngineCase& c) {
  c.grid.kind = one_in(rng, 2) ? naive::Grid::kTiled : naive::Grid::kDense;
  if (c.grid.kind == naive::Grid::kTiled) c.grid.base_resolution = 1 + rng.below(2);
  if (c.grid.kind == naive::Grid::kDense) c.engine.bank_map = naive::BankMap::kLow;
  for (naive::Level& level : c.grid.levels) level.scale = c.grid.kind == naive::Grid::kDense ? 7.0F : std::min(level.scale, 11.0F);
}

[[nodiscard]] std::uint16_t number(Rng& rng, FeatureType type, Values values) {
  constexpr std::array<std::uint16_t, 12> kSpecial{0x0000, 0x8000, 0x7C00, 0xFC00, 0x7E00, 0xFE01, 0x7C01, 0x0001, 0x8001, 0x03FF, 0x7BFF, 0xFBFF};
  const auto bits = static_cast<std::uint16_t>(rng.below(0x10000));
  const bool minus = one_in(rng, 32);
  if (type == FeatureType::kInt8) return static_cast<std::uint16_t>(values == Values::kHuge ? (minus ? 0x80 : 0x60) | (bits & 0x1F) : bits & 0xFF);
  switch (values) {
    case Values::kOrdinary: return static_cast<std::uint16_t>((bits & 0x9FFFU) + 0x1C00U);  // 2^-8 and above, below 1
    case Values::kHuge: return minus ? 0xFBFF : 0x7BFF;
    case Values::kSpecial: return one_in(rng, 6) ? kSpecial[rng.below(kSpecial.size())] : bits;
  }
  return bits;
}

[[nodiscard]] int exponent(Rng& rng, Values values) {
  constexpr std::array kSpecial{-128, -32, -31, -25, -24, -18, -14, 0, 8, 9, 10, 15, 16, 17, 127};
  switch (values) {
    case Values::kOrdinary: return -static_cast<int>(rng.below(12));
    case Values::kHuge: return 9 + static_cast<int>(rng.below(2));
    case Values::kSpecial: return kSpecial[rng.below(kSpecial.size())];
  }
  return 0;
}

/// Loads happen in one case of four.
[[nodiscard]] LaneStimulus stimulus_for(Rng& rng, std::uint64_t seed) {
  const naive::Stimulus random = contract::random_stimulus(rng, 1 + rng.below(one_in(rng, 10) ? 150 : 40));
  LaneStimulus stimulus{.seed = seed, .queries = {}, .valid = random.valid, .ready = random.ready, .loads = {}};
  const bool loads = one_in(rng, 4);
  for (const naive::Query& query : random.queries) {
    if (loads && one_in(rng, 8)) stimulus.loads.push_back(stimulus.queries.size());
    stimulus.queries.push_back({.position = {query.position[0], query.position[1], query.position[2]}, .last_of_batch = query.last_of_batch});
  }
  return stimulus;
}

}  // namespace

void apply_sizes(EngineCase& c, const rtl::Sizes& sizes) {
  const auto levels = static_cast<std::uint32_t>(c.grid.levels.size());
  c.engine.engines = (levels + sizes["MaxPasses"] - 1) / sizes["MaxPasses"];
  c.engine.regroup = naive::Regroup::kReplicate;
  c.engine.banks = sizes["Banks"];
  c.engine.word_entries = sizes["WordEntries"];
  c.engine.window = std::min(c.engine.window, sizes["OverlapWindow"]);
  c.engine.features_per_cycle = sizes["FeaturesPerCycle"];
  c.engine.input_queue_depth = sizes["InputDepth"];
  c.engine.index_queue_depth = sizes["IndexDepth"];
  c.engine.output_queue_depth = sizes["OutputDepth"];
  c.engine.front_latency = sizes["PosFractCycles"] + sizes["GridIndexCycles"];
  c.engine.back_latency = sizes["SramLatency"] + sizes["InterpolateCycles"];
}

void fill_tables(Rng& rng, EngineCase& c, const rtl::Sizes& sizes, Values values) {
  std::vector<StoredTable::Level> levels;
  for (const naive::Level& level : c.grid.levels) {
    StoredTable::Level& made = levels.emplace_back();
    made.exponent = type_of(sizes) == FeatureType::kInt8 ? exponent(rng, values) : 0;
    made.bits.resize(std::size_t{naive::entries(c.grid, level)} * c.grid.features);
    for (std::uint16_t& bits : made.bits) bits = number(rng, type_of(sizes), values);
  }
  c.table = std::make_shared<StoredTable>(type_of(sizes), c.grid.features, std::move(levels));
}

EngineCase random_engine_case(std::uint64_t seed, const rtl::Sizes& sizes) {
  Rng rng(mix64(seed + 4));
  EngineCase c;
  c.seed = seed;
  c.grid = grid_for(rng, sizes);
  c.engine = contract::random_engine(rng);
  if (!one_in(rng, 3)) c.engine.window = 1 + rng.below(sizes["OverlapWindow"]);
  if (one_in(rng, 6)) make_hostile(rng, c);
  apply_sizes(c, sizes);
  // One engine more than needed now and then, so that lanes differ in their passes.
  if (one_in(rng, 3)) ++c.engine.engines;
  c.lane = rng.below(std::min(c.engine.engines, static_cast<std::uint32_t>(c.grid.levels.size())));
  constexpr std::array kValues{Values::kOrdinary, Values::kOrdinary, Values::kHuge, Values::kSpecial};
  fill_tables(rng, c, sizes, kValues[rng.below(kValues.size())]);
  c.stimulus = stimulus_for(rng, seed);
  return c;
}

models::NfpModel model_of(const EngineCase& c, const rtl::Sizes& sizes) {
  naive::NfpSetup setup;
  setup.grid = c.grid;
  setup.engine = c.engine;
  models::NfpModel model = contract::nfp_model(setup);
  models::EncodingEngineParams& engine = model.params.encoding_engine;
  engine.feature_type = type_of(sizes);
  engine.pos_fract_cycles = sizes["PosFractCycles"];
  engine.grid_index_cycles = sizes["GridIndexCycles"];
  engine.grid_sram.latency_cycles = sizes["SramLatency"];
  engine.interpolate_cycles = sizes["InterpolateCycles"];
  return model;
}

models::FunctionalNetwork network_of(const EngineCase& c) {
  // Only the tables matter; the networks behind them are the smallest there are.
  const auto inputs = static_cast<std::uint32_t>(c.grid.levels.size()) * c.grid.features;
  return {contract::encoding_params(c.grid), contract::grid_levels(c.grid), c.table, models::Mlp::synthetic(inputs, 1, 1, 1, 0),
          models::Mlp::synthetic(17, 1, 1, 1, 0), 16};
}

std::string describe(const EngineCase& c) {
  std::string text = fmt::format("seed {}: {} queries, valid {} % ready {} %; grid kind {} {}-D F {} log2T {} base {} scales", c.seed,
                                 c.stimulus.queries.size(), c.stimulus.valid.percent, c.stimulus.ready.percent, static_cast<int>(c.grid.kind), c.grid.dims,
                                 c.grid.features, c.grid.log2_table_entries, c.grid.base_resolution);
  for (const naive::Level& level : c.grid.levels) text += fmt::format(" {}", level.scale);
  return text + fmt::format("; lane {} of {} engines, bank map {}, reuse {}, window {}", c.lane, c.engine.engines, static_cast<int>(c.engine.bank_map),
                            c.engine.corner_reuse, c.engine.window);
}

}  // namespace ngpcsim::equiv
