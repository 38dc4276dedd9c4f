#include "tests/system/varied_chip.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "sim/base/error.h"
#include "tests/system/random_chip.h"

namespace ngpcsim {
namespace {

models::ChipParams varied_params(Rng& rng) {
  models::ChipParams chip = random_params(rng);
  chip.scheduler.queue_batches = 1 + rng.below(4);
  if (rng.below(4) == 0) chip.nfp.dma = {.chunk_queries = 8, .input_chunks = 64, .output_chunks = 40};
  models::EncodingEngineParams& engine = chip.nfp.encoding_engine;
  engine.engines = 1 + rng.below(8);
  engine.regroup = rng.below(4) == 0 ? models::Regroup::kShard : models::Regroup::kReplicate;
  engine.feature_type = rng.below(2) == 0 ? models::FeatureType::kInt8 : models::FeatureType::kFp16;
  engine.features_per_cycle = 1u << rng.below(3);
  engine.pos_fract_cycles = 1 + rng.below(4);
  engine.interpolate_cycles = 1 + rng.below(4);
  engine.grid_sram.corner_reuse = rng.below(2) == 0 ? models::CornerReuse::kCell : models::CornerReuse::kNone;
  engine.grid_sram.mode = rng.below(2) == 0 ? models::SramMode::kReload : models::SramMode::kResident;
  engine.grid_sram.warm_start = rng.below(2) == 0;
  engine.grid_sram.table_load = rng.below(2) == 0 ? models::TableLoad::kUnicast : models::TableLoad::kMulticast;
  models::DirectionEncoderParams& direction = chip.nfp.direction_encoder;
  direction = {.placement = rng.below(4) == 0 ? models::DirectionPlacement::kHost : models::DirectionPlacement::kNfp,
               .per_ray = rng.below(3) > 0,
               .interval_cycles = 1 + rng.below(6),
               .latency_cycles = 1 + rng.below(8),
               .input_queue_depth = 1 + rng.below(5),
               .operand_queue_depth = 1 + rng.below(5),
               .output_queue_depth = 1 + rng.below(8)};
  models::MlpEngineParams& mlp = chip.nfp.mlp_engine;
  mlp.packing = rng.below(3) == 0;
  mlp.rows = 16u << rng.below(3);
  mlp.cols = 16u << rng.below(3);
  return chip;
}

models::EncodingParams varied_encoding(Rng& rng, std::uint32_t engines) {
  constexpr std::array kKinds{models::GridKind::kHash, models::GridKind::kDense, models::GridKind::kTiled};
  return {.grid = kKinds[rng.below(3)],
          .dims = 2 + rng.below(2),
          .levels = 1 + rng.below(engines + 4),
          .features = 1u << rng.below(3),
          .log2_table_entries = 4 + rng.below(8),
          .base_resolution = 3 + rng.below(4)};
}

/// Rays that each give up to four queries, in directions of their own.
MadeRounds::Group varied_group(Rng& rng) {
  MadeRounds::Group group{.pixels = 1 + rng.below(200), .rounds = {}};
  for (std::uint32_t r = 0, rounds = rng.below(4); r < rounds; ++r) group.rounds.push_back(random_queries(rng, 1 + rng.below(100), 1 + rng.below(4)));
  for (std::uint32_t ray = 0; ray < 100; ++ray) {
    const double around = rng.unit() * 6.28, up = rng.unit() * 2.0 - 1.0;
    group.direction_x.push_back(static_cast<float>(std::cos(around) * std::sqrt(1.0 - up * up)));
    group.direction_y.push_back(static_cast<float>(std::sin(around) * std::sqrt(1.0 - up * up)));
    group.direction_z.push_back(static_cast<float>(up));
  }
  return group;
}

/// Queries near each other, so that cells repeat.
void crowd(MadeRounds::Group& group) {
  for (stream::Queries& queries : group.rounds)
    for (std::vector<float>* axis : {&queries.x, &queries.y, &queries.z})
      for (float& place : *axis) place = 0.4f + 0.1f * place;
}

models::ChipSetup varied_setup(Rng& rng) {
  models::ChipSetup setup;
  setup.chip = varied_params(rng);
  setup.encoding = varied_encoding(rng, setup.chip.nfp.encoding_engine.engines);
  std::vector<float> scales;
  for (std::uint32_t l = 0; l < setup.encoding.levels; ++l) scales.push_back(static_cast<float>(2 + l));
  setup.levels = models::make_grid_levels(setup.encoding, scales, {.file = "test"});
  setup.network = {.width = 16u << rng.below(2),
                   .density_hidden_layers = 1,
                   .density_outputs = 16,
                   .color_hidden_layers = 1 + rng.below(2),
                   .color_outputs = 3};
  setup.host_costs = {.ps_per_pixel = 100.0, .ps_per_probe = 0.0, .ps_per_query = 50.0, .us_per_launch = 0.03};
  setup.host_mhz = 1695;
  setup.where = [](std::string_view path) { return InputLocation{.file = std::string(path)}; };
  return setup;
}

bool fits(const models::ChipSetup& setup) {
  try {
    models::check_setup(setup);
  } catch (const InputError&) {
    return false;
  }
  return true;
}

}  // namespace

VariedChip varied_chip(Rng& rng) {
  VariedChip c;
  do c.setup = varied_setup(rng);
  while (!fits(c.setup));
  c.setup.construction_seed = rng.below(100);
  for (std::uint32_t g = 0, count = 1 + rng.below(4); g < count; ++g) {
    c.rounds.groups.push_back(varied_group(rng));
    if (rng.below(2) == 0) crowd(c.rounds.groups.back());
  }
  c.frames.assign(1 + rng.below(2), 0);
  return c;
}

}  // namespace ngpcsim
