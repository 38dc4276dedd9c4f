#include "tests/contract/random_case.h"

#include <algorithm>

#include "tests/contract/random_parts.h"

namespace ngpcsim::contract {
namespace {

/// The packing rules of docs/timing.md, section 2.3: a step must fit the queues on both its sides.
void make_room_for_steps(naive::NfpSetup& setup) {
  const std::vector<naive::Phase> phases = naive::lower(setup.mlp);
  setup.feature_buffer_queries = std::max(setup.feature_buffer_queries, phases.front().pack);
  setup.mlp.output_queue_depth = std::max(setup.mlp.output_queue_depth, phases.back().pack);
}

}  // namespace

Case random_case(std::uint64_t seed) {
  Rng rng(mix64(seed + 1));
  Case c{.seed = seed, .setup = {}, .stimulus = {}};
  c.setup.grid = random_grid(rng, 20);
  c.setup.engine = random_engine(rng);
  if (one_in(rng, 8)) make_hostile(rng, c.setup);
  if (!one_in(rng, 3)) c.setup.direction = random_direction(rng);
  if (c.setup.direction && one_in(rng, 2)) share_depths(c.setup);
  c.setup.feature_buffer_queries = small(rng, 40);
  c.setup.mlp = random_mlp(rng, c.setup);
  make_room_for_steps(c.setup);
  c.stimulus = random_stimulus(rng, 1 + rng.below(one_in(rng, 10) ? 150 : 40));
  return c;
}

Case random_functional_case(std::uint64_t seed) {
  Rng rng(mix64(seed + 2));
  Case c{.seed = seed, .setup = {}, .stimulus = {}};
  c.setup.grid = random_grid(rng, 6);
  c.setup.grid.log2_table_entries = std::min(c.setup.grid.log2_table_entries, 10U);
  c.setup.engine = random_engine(rng);
  c.setup.direction = random_direction(rng);
  c.setup.feature_buffer_queries = small(rng, 40);
  c.setup.mlp = random_mlp(rng, c.setup);
  c.setup.mlp.layers = random_nerf_layers(rng, c.setup);
  make_room_for_steps(c.setup);
  fill_values(rng, c.setup);
  c.setup.functional = true;
  c.stimulus = random_stimulus(rng, 1 + rng.below(12));
  return c;
}

Case shortened(const Case& original, std::size_t queries) {
  Case c = original;
  c.stimulus.queries.resize(queries);
  c.stimulus.queries.back().last_of_batch = true;
  return c;
}

std::string describe(const Case& c) {
  const auto& [grid, engine, direction, buffer, mlp, functional, fault] = c.setup;
  std::string text = fmt::format("seed {}: {} queries, valid {} % ready {} %; grid kind {} {}-D L {} F {} log2T {} base {} scales", c.seed,
                                 c.stimulus.queries.size(), c.stimulus.valid.percent, c.stimulus.ready.percent, static_cast<int>(grid.kind),
                                 grid.dims, grid.levels.size(), grid.features, grid.log2_table_entries, grid.base_resolution);
  for (const naive::Level& level : grid.levels) text += fmt::format(" {}", level.scale);
  text += fmt::format("; engines {} {} banks {} map {} word {} reuse {} window {} features/cycle {} Din {} Dq {} Do {} Lf {} Lb {}", engine.engines,
                      engine.regroup == naive::Regroup::kShard ? "shard" : "replicate", engine.banks, static_cast<int>(engine.bank_map),
                      engine.word_entries, engine.corner_reuse, engine.window, engine.features_per_cycle, engine.input_queue_depth,
                      engine.index_queue_depth, engine.output_queue_depth, engine.front_latency, engine.back_latency);
  if (direction) {
    text += fmt::format("; direction per_ray {} interval {} latency {} depths {} {} {}", direction->per_ray, direction->interval,
                        direction->latency, direction->input_queue_depth, direction->index_queue_depth, direction->output_queue_depth);
  }
  text += fmt::format("; Dfb {}; {} x {} array T {} La {} Dm {} load width {} double {} packing {} layers", buffer, mlp.rows, mlp.cols,
                      mlp.tile_queries, mlp.latency, mlp.output_queue_depth, mlp.weight_load_width, mlp.double_buffering, mlp.packing);
  for (const naive::Layer& layer : mlp.layers) text += fmt::format(" {}->{}", layer.in, layer.out);
  text += "; batches end after";
  for (std::size_t i = 0; i < c.stimulus.queries.size(); ++i) {
    if (c.stimulus.queries[i].last_of_batch) text += fmt::format(" {}", i);
  }
  return text + (functional ? "; functional" : "") + (fault ? "; planted fault" : "");
}

}  // namespace ngpcsim::contract
