#pragma once
#include "tests/naive/setup.h"

/// The simplest NFP and stimulus; a hand-worked case changes one thing.
namespace ngpcsim::naive {

/// One engine, one dense level of resolution 16, 8 banks, one 16 x 16 layer on a 16 x 16 array; every latency 1, every queue 8, tiles of
/// one query, weights loaded in one edge. A query at the origin (cell 0) has corners 0 1 16 17 256 257 272 273: under the `xor` map banks
/// 0..7, so it is served in one edge; under `low` banks 0 and 1 four times each, so in four.
///
/// With valid and ready always high query i is accepted at i, enters the front at i + 1, issues at i + 2, joins at i + 3,
/// steps at i + 4 and pops at i + 5.
[[nodiscard]] inline NfpSetup plain_setup() {
  NfpSetup setup;
  setup.grid = {.kind = Grid::kDense, .dims = 3, .features = 2, .log2_table_entries = 19, .base_resolution = 16, .levels = {Level{15.0F, {}}}};
  setup.engine.input_queue_depth = setup.engine.index_queue_depth = setup.engine.output_queue_depth = 8;
  setup.engine.front_latency = setup.engine.back_latency = 1;
  setup.feature_buffer_queries = 8;
  setup.mlp = {.rows = 16, .cols = 16, .tile_queries = 1, .latency = 1, .output_queue_depth = 8, .weight_load_width = 256,
               .double_buffering = false, .packing = false, .layers = {Layer{}}};
  return setup;
}

/// `count` queries at the origin, each of a ray of its own, in one batch.
[[nodiscard]] inline Stimulus plain_stimulus(std::size_t count) {
  Stimulus stimulus;
  stimulus.queries.resize(count);
  for (std::size_t i = 0; i < count; ++i) stimulus.queries[i].ray = static_cast<std::uint32_t>(i);
  stimulus.queries.back().last_of_batch = true;
  return stimulus;
}

}  // namespace ngpcsim::naive
