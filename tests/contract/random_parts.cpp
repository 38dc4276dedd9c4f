#include "tests/contract/random_parts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/naive/grid_index.h"
#include "tests/naive/half.h"

namespace ngpcsim::contract {
namespace {

template <class T, std::size_t N>
[[nodiscard]] T pick(Rng& rng, const std::array<T, N>& values) {
  return values[rng.below(N)];
}

[[nodiscard]] naive::Layer layer(unsigned in, unsigned out, bool relu) {
  naive::Layer made;
  made.in = in;
  made.out = out;
  made.relu = relu;
  return made;
}

/// A unit vector by rejection: no libm function, so that a case is the same on every machine.
void point_anywhere(Rng& rng, float (&direction)[3]) {
  float squared = 0.0F;
  while (squared < 0.01F || squared > 1.0F) {
    squared = 0.0F;
    for (float& x : direction) {
      x = 2.0F * rng.unit() - 1.0F;
      squared += x * x;
    }
  }
  for (float& x : direction) x /= std::sqrt(squared);
}

}  // namespace

bool one_in(Rng& rng, std::uint32_t n) { return rng.below(n) == 0; }

unsigned small(Rng& rng, unsigned most) { return 1 + rng.below(one_in(rng, 2) ? std::min(most, 3U) : most); }

naive::GridSetup random_grid(Rng& rng, unsigned most_levels) {
  naive::GridSetup grid;
  grid.kind = pick(rng, std::array{naive::Grid::kHash, naive::Grid::kHash, naive::Grid::kDense, naive::Grid::kTiled});
  grid.dims = 2 + rng.below(2);
  grid.features = 1U << rng.below(4);
  // The model prepares a table per level that is stored densely, in time that grows with the level: most cases have small ones.
  const bool large = one_in(rng, 32);
  grid.log2_table_entries = 3 + rng.below(large ? 17 : 8);
  grid.base_resolution = pick(rng, std::array{1U, 2U, 3U, 5U, 8U, 16U, 31U, 32U, 64U});
  const float growth = pick(rng, std::array{1.0F, 1.25992F, 1.38191F, 1.5F, 2.0F});
  const float dense_limit = grid.dims == 2 ? (large ? 8'000.0F : 40.0F) : (large ? 500.0F : 9.0F);
  const float limit = grid.kind == naive::Grid::kHash ? 100'000.0F : dense_limit;
  grid.levels.clear();
  float size = static_cast<float>(grid.base_resolution);
  for (unsigned left = 1 + rng.below(most_levels); left > 0; --left) {
    grid.levels.push_back({std::min(size - 1.0F, limit), {}});
    size *= growth;
  }
  return grid;
}

naive::EngineSetup random_engine(Rng& rng) {
  naive::EngineSetup engine;
  engine.engines = 1 + rng.below(16);
  engine.regroup = one_in(rng, 3) ? naive::Regroup::kShard : naive::Regroup::kReplicate;
  engine.banks = 1U << rng.below(5);
  engine.bank_map = pick(rng, std::array{naive::BankMap::kLow, naive::BankMap::kXor, naive::BankMap::kParity, naive::BankMap::kPadded,
                                         naive::BankMap::kPermute});
  engine.word_entries = one_in(rng, 2) ? 1U : 1U << rng.below(4);
  engine.corner_reuse = one_in(rng, 2);
  engine.window = one_in(rng, 3) ? 1 + small(rng, 15) : 1;
  engine.features_per_cycle = 1U << rng.below(4);
  engine.input_queue_depth = small(rng, 10);
  engine.index_queue_depth = small(rng, 10);
  engine.output_queue_depth = small(rng, 20);
  engine.front_latency = 1 + small(rng, 7);
  engine.back_latency = 1 + small(rng, 9);
  return engine;
}

void make_hostile(Rng& rng, naive::NfpSetup& setup) {
  setup.engine.corner_reuse = false;
  switch (rng.below(3)) {
    case 0: setup.engine.banks = 1; break;
    case 1:  // every corner is entry 0
      setup.grid.kind = naive::Grid::kTiled;
      setup.grid.base_resolution = 1;
      for (naive::Level& level : setup.grid.levels) level.scale = std::min(level.scale, 30.0F);
      break;
    default:  // rows and planes are whole multiples of the banks
      setup.grid.kind = naive::Grid::kDense;
      setup.engine.bank_map = naive::BankMap::kLow;
      setup.engine.word_entries = std::max(setup.engine.word_entries, 2U);
      for (naive::Level& level : setup.grid.levels) level.scale = 31.0F;
  }
}

naive::DirectionSetup random_direction(Rng& rng) {
  return {.per_ray = !one_in(rng, 3), .interval = small(rng, 12), .latency = small(rng, 10), .input_queue_depth = small(rng, 6),
          .index_queue_depth = small(rng, 6), .output_queue_depth = small(rng, 20)};
}

void share_depths(naive::NfpSetup& setup) {
  setup.direction->input_queue_depth = setup.engine.input_queue_depth;
  setup.direction->index_queue_depth = setup.engine.index_queue_depth;
  setup.direction->output_queue_depth = setup.engine.output_queue_depth;
}

naive::MlpSetup random_mlp(Rng& rng, const naive::NfpSetup& setup) {
  naive::MlpSetup mlp;
  mlp.rows = 16U << rng.below(4);
  mlp.cols = 16U << rng.below(4);
  mlp.tile_queries = one_in(rng, 4) ? 1 : 1 + rng.below(one_in(rng, 2) ? 8 : 96);
  mlp.latency = small(rng, 12);
  mlp.output_queue_depth = small(rng, 40);
  mlp.weight_load_width = pick(rng, std::array{37U, 64U, 128U, 256U, 1024U, 16384U});
  mlp.double_buffering = one_in(rng, 2);
  mlp.packing = one_in(rng, 2);
  mlp.layers.clear();
  if (one_in(rng, 3)) {
    mlp.layers = random_nerf_layers(rng, setup);
  } else {
    for (unsigned count = 1 + rng.below(4); count > 0; --count) mlp.layers.push_back(layer(1 + rng.below(80), 1 + rng.below(80), true));
  }
  return mlp;
}

std::vector<naive::Layer> random_nerf_layers(Rng& rng, const naive::NfpSetup& setup) {
  const unsigned width = 16 + rng.below(50);
  const unsigned density_outputs = 1 + rng.below(20);
  std::vector<naive::Layer> layers{layer(setup.grid.features * static_cast<unsigned>(setup.grid.levels.size()), width, true)};
  if (one_in(rng, 3)) layers.push_back(layer(width, width, true));
  layers.push_back(layer(width, density_outputs, false));
  layers.back().first_output_leaves = true;
  layers.push_back(layer(density_outputs + 16, width, true));
  layers.back().append_direction = true;
  if (one_in(rng, 2)) layers.push_back(layer(width, width, true));
  layers.push_back(layer(width, 1 + rng.below(4), false));
  return layers;
}

void fill_values(Rng& rng, naive::NfpSetup& setup) {
  const auto number = [&rng](float bound) { return naive::to_half(bound * (2.0F * rng.unit() - 1.0F)); };
  for (naive::Level& level : setup.grid.levels) {
    // Small levels, so that a case stays small.
    level.scale = std::min(level.scale, setup.grid.kind == naive::Grid::kHash || setup.grid.dims == 2 ? 60.0F : 15.0F);
    const bool eight_bits = one_in(rng, 2);
    level.table.resize(std::size_t{naive::entries(setup.grid, level)} * setup.grid.features);
    for (naive::Half& value : level.table) {
      value = eight_bits ? naive::to_half(std::ldexp(static_cast<float>(rng.below(256)) - 128.0F, -7)) : number(1.0F);
    }
  }
  for (naive::Layer& made : setup.mlp.layers) {
    made.weights.resize(std::size_t{made.in} * made.out);
    for (naive::Half& weight : made.weights) weight = number(0.5F);
  }
}

naive::Stimulus random_stimulus(Rng& rng, std::size_t queries) {
  constexpr std::array kDensities{5U, 20U, 50U, 80U, 100U, 100U};
  // One case in four has a neighbour that never holds anything up.
  const bool free = one_in(rng, 4);
  const unsigned valid = free ? 100U : pick(rng, kDensities);
  const unsigned ready = free ? 100U : pick(rng, kDensities);
  naive::Stimulus stimulus{.queries = {}, .valid = {rng.next(), valid}, .ready = {rng.next(), ready}};
  const std::uint32_t batch = 1 + rng.below(one_in(rng, 2) ? 10 : 100);
  const bool chunks = one_in(rng, 4);
  const std::uint32_t ray_length = 1 + rng.below(12);
  const float stride = pick(rng, std::array{0.0F, 0.0017F, 0.02F, 0.3F});
  naive::Query query;
  for (std::size_t i = 0; i < queries; ++i) {
    if (i == 0 || one_in(rng, ray_length)) {
      ++query.ray;
      point_anywhere(rng, query.direction);
      for (float& x : query.position) x = one_in(rng, 10) ? static_cast<float>(rng.below(2)) : rng.unit();
    } else {
      for (unsigned d = 0; d < 3; ++d) query.position[d] = std::clamp(query.position[d] + stride * query.direction[d], 0.0F, 1.0F);
    }
    query.last_of_batch = i + 1 == queries || one_in(rng, batch);
    // A chunk that arrives late, or early.
    query.not_before = chunks && one_in(rng, 8) ? i + rng.below(400) : 0;
    stimulus.queries.push_back(query);
  }
  return stimulus;
}

}  // namespace ngpcsim::contract
