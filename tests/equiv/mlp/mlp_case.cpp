#include "tests/equiv/mlp/mlp_case.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "models/mlp_engine/lowering.h"
#include "tests/contract/random_parts.h"

namespace ngpcsim::equiv {
namespace {

using contract::one_in;
using models::Fp16;

/// Which values a case has. Hostile ones are what a test of ordinary numbers never meets: infinities, NaN of any payload, subnormals, zeros of either sign and
/// the largest numbers, whose products overflow.
struct ValueKind {
  float bound = 1.0F;
  std::uint32_t hostile_one_in = 0;  ///< 0: none
};

[[nodiscard]] ValueKind value_kind(Rng& rng) {
  constexpr std::array kBounds{1.0F, 1.0F, 0.25F, 30.0F, 60000.0F, 0.0001F};
  return {.bound = kBounds[rng.below(kBounds.size())], .hostile_one_in = one_in(rng, 3) ? 4 + rng.below(60) : 0};
}

[[nodiscard]] Fp16 value(Rng& rng, const ValueKind& kind) {
  constexpr std::array<std::uint16_t, 14> kHostile{0x7C00, 0xFC00, 0x7E00, 0xFE01, 0x7C01, 0x0001, 0x8001,
                                                   0x03FF, 0x83FF, 0x0400, 0x7BFF, 0xFBFF, 0x8000, 0x0000};
  if (kind.hostile_one_in > 0 && one_in(rng, kind.hostile_one_in)) return {kHostile[rng.below(kHostile.size())]};
  return models::to_fp16(static_cast<double>(kind.bound * (2.0F * rng.unit() - 1.0F)));
}

[[nodiscard]] std::vector<Fp16> values(Rng& rng, std::size_t count, const ValueKind& kind) {
  std::vector<Fp16> made(count);
  for (Fp16& v : made) v = value(rng, kind);
  return made;
}

/// Often a whole number of 16s, of which the padding is nothing.
[[nodiscard]] std::uint32_t width(Rng& rng, std::uint32_t most) {
  const std::uint32_t any = 1 + rng.below(most);
  return one_in(rng, 3) ? std::min(models::padded_width(any), most) : any;
}

[[nodiscard]] std::uint32_t load_rows(const std::vector<rtl::MlpProgramLayer>& layers, const rtl::MlpSizes& sizes) {
  std::uint32_t rows = 0;
  for (const rtl::MlpProgramLayer& layer : layers)
    for (std::uint32_t o = 0; o < layer.outputs; o += sizes.cols)
      for (std::uint32_t i = 0; i < layer.inputs; i += sizes.rows) {
        const std::uint32_t a = std::min(sizes.rows, models::padded_width(layer.inputs) - i), b = std::min(sizes.cols, models::padded_width(layer.outputs) - o);
        rows += (a * b + sizes.weight_load_width - 1) / sizes.weight_load_width;
      }
  return rows;
}

[[nodiscard]] std::vector<rtl::MlpProgramLayer> chain(Rng& rng, const rtl::MlpSizes& sizes) {
  const bool one_phase = one_in(rng, 4);
  const std::uint32_t count = one_phase ? 1 : 1 + rng.below(sizes.max_layers);
  const std::uint32_t most_outputs = one_phase ? std::min(sizes.cols, sizes.max_width) : sizes.max_width;
  const std::uint32_t most_inputs = one_phase ? std::min(sizes.rows, sizes.max_width) : sizes.max_width;
  std::vector<rtl::MlpProgramLayer> layers;
  for (std::uint32_t l = 0; l < count; ++l) {
    rtl::MlpProgramLayer layer;
    std::uint32_t inputs = l == 0 ? width(rng, std::min(sizes.max_inputs, most_inputs)) : layers.back().outputs;
    layer.append_direction = one_in(rng, 3) && inputs + models::kDirectionCoefficients <= most_inputs;
    if (layer.append_direction) inputs += models::kDirectionCoefficients;
    layer.inputs = inputs;
    layer.outputs = width(rng, std::min(most_outputs, l + 1 == count ? sizes.max_outputs : sizes.max_width));
    layer.relu = one_in(rng, 2);
    layer.first_output_leaves = one_in(rng, 3);
    layers.push_back(layer);
  }
  return layers;
}

[[nodiscard]] MlpStimulus stimulus(Rng& rng, std::size_t features, const rtl::MlpSizes& sizes) {
  constexpr std::array kDensities{5U, 20U, 50U, 80U, 100U, 100U};
  // One case in three has neighbours that never hold anything up.
  const bool free = one_in(rng, 3);
  const unsigned valid = free ? 100U : kDensities[rng.below(kDensities.size())], ready = free ? 100U : kDensities[rng.below(kDensities.size())];
  MlpStimulus made{.queries = {}, .valid = {rng.next(), valid}, .ready = {rng.next(), ready}, .idle_edges = rng.below(40)};
  const std::uint32_t most = one_in(rng, 6) ? 3 * sizes.tile_queries + 2 : 20;
  const std::uint32_t count = 1 + rng.below(most);
  const std::uint32_t batch = one_in(rng, 4) ? 1 : 1 + rng.below(one_in(rng, 2) ? 6 : 100);  // 1: every query is a batch
  const ValueKind kind = value_kind(rng), direction{.bound = 1.5F, .hostile_one_in = kind.hostile_one_in};
  for (std::uint32_t q = 0; q < count; ++q) {
    models::online::JoinedQuery query{.features = values(rng, features, kind), .coefficients = {}, .last_of_batch = q + 1 == count || one_in(rng, batch)};
    for (Fp16& c : query.coefficients) c = value(rng, direction);
    made.queries.push_back(std::move(query));
  }
  return made;
}

[[nodiscard]] bool fits(const std::vector<naive::Layer>& layers, const rtl::MlpSizes& sizes) {
  if (layers.size() > sizes.max_layers || layers.back().out > sizes.max_outputs) return false;
  std::vector<rtl::MlpProgramLayer> shapes;
  for (const naive::Layer& layer : layers) {
    if (std::max(models::padded_width(layer.in), models::padded_width(layer.out)) > sizes.max_width) return false;
    shapes.push_back({.inputs = layer.in, .outputs = layer.out});
  }
  return load_rows(shapes, sizes) <= sizes.weight_rows;
}

}  // namespace

ChainCase chain_case(std::uint64_t seed, const rtl::MlpSizes& sizes) {
  Rng rng(mix64(seed + 4));
  ChainCase c{.seed = seed, .layers = {}, .weights = {}, .double_buffering = one_in(rng, 2), .stimulus = {}};
  do c.layers = chain(rng, sizes);
  while (load_rows(c.layers, sizes) > sizes.weight_rows);
  const ValueKind kind = value_kind(rng);
  for (rtl::MlpProgramLayer& layer : c.layers) {
    const std::vector<Fp16> weights = values(rng, std::size_t{layer.inputs} * layer.outputs, kind);
    layer.weights = c.weights.emplace_back(std::make_unique<models::MlpLayer>(layer.inputs, layer.outputs, weights)).get();
  }
  c.stimulus = stimulus(rng, c.layers.front().inputs - (c.layers.front().append_direction ? models::kDirectionCoefficients : 0), sizes);
  return c;
}

NerfCase nerf_case(std::uint64_t seed, const rtl::MlpSizes& sizes) {
  Rng rng(mix64(seed + 5));
  NerfCase c{.nfp = {.seed = seed, .setup = {}, .stimulus = {}}, .stimulus = {}};
  naive::NfpSetup& setup = c.nfp.setup;
  setup.grid = contract::random_grid(rng, 6);
  setup.grid.log2_table_entries = std::min(setup.grid.log2_table_entries, 6U);
  while (setup.grid.features * setup.grid.levels.size() > sizes.max_inputs) {
    if (setup.grid.features > 1) setup.grid.features /= 2;
    else setup.grid.levels.pop_back();
  }
  setup.direction.emplace();
  setup.feature_buffer_queries = sizes.feature_depth;
  setup.mlp = {.rows = sizes.rows, .cols = sizes.cols, .tile_queries = sizes.tile_queries, .latency = sizes.latency, .output_queue_depth = sizes.output_depth,
               .weight_load_width = sizes.weight_load_width, .double_buffering = one_in(rng, 2), .packing = false, .layers = {}};
  do setup.mlp.layers = contract::random_nerf_layers(rng, setup);
  while (!fits(setup.mlp.layers, sizes));
  const ValueKind kind = value_kind(rng);
  for (naive::Layer& layer : setup.mlp.layers)
    for (const Fp16 weight : values(rng, std::size_t{layer.in} * layer.out, kind)) layer.weights.push_back(weight.bits);
  setup.functional = true;
  c.stimulus = stimulus(rng, setup.grid.features * setup.grid.levels.size(), sizes);
  return c;
}

std::string describe(const ChainCase& c) {
  std::string text = fmt::format("seed {}: {} queries, valid {} % ready {} %, double_buffering {}, layers", c.seed, c.stimulus.queries.size(),
                                 c.stimulus.valid.percent, c.stimulus.ready.percent, c.double_buffering);
  for (const rtl::MlpProgramLayer& layer : c.layers) {
    text += fmt::format(" {}->{}{}{}{}", layer.inputs, layer.outputs, layer.relu ? " relu" : "", layer.append_direction ? " direction" : "",
                        layer.first_output_leaves ? " density" : "");
  }
  text += "; batches end after";
  for (std::size_t q = 0; q < c.stimulus.queries.size(); ++q) {
    if (c.stimulus.queries[q].last_of_batch) text += fmt::format(" {}", q);
  }
  return text;
}

}  // namespace ngpcsim::equiv
