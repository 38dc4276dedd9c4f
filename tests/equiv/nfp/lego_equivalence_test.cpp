#include <gtest/gtest.h>

#include "tests/equiv/nfp/nfp_builds.h"
#include "tests/equiv/nfp/nfp_equivalence.h"
#include "tests/equiv/nfp/sized_case.h"
#include "tests/contract/random_parts.h"
#include "tests/naive/half.h"
#include "tests/support/lego_scene.h"

// The first queries of a real frame (Lego, camera 0, 200 x 200) through the RTL of the small chip's NFP, with the NeRF network on small tables.
namespace ngpcsim::equiv {
namespace {

constexpr std::size_t kQueries = 3'000;
constexpr std::size_t kBatch = 256;

[[nodiscard]] std::vector<naive::Query> lego_queries() {
  const std::unique_ptr<workloads::NerfSource> source = testing_support::lego_source(200);
  const std::unique_ptr<stream::Frame> frame = source->open_frame(0);
  const std::unique_ptr<stream::RayGroup> group = frame->next_group(40'000);
  const stream::Directions directions = group->directions();
  std::vector<naive::Query> queries;
  for (stream::Queries round; queries.size() < kQueries && group->next_round(8, round).queries > 0; round.clear()) {
    for (std::size_t i = 0; i < round.size() && queries.size() < kQueries; ++i) {
      const std::uint32_t ray = round.ray[i];
      queries.push_back({.position = {round.x[i], round.y[i], round.z[i]}, .direction = {directions.x[ray], directions.y[ray], directions.z[ray]}, .ray = ray});
      queries.back().last_of_batch = queries.size() % kBatch == 0 || queries.size() == kQueries;
    }
  }
  return queries;
}

[[nodiscard]] naive::Layer layer(Rng& rng, unsigned in, unsigned out, bool relu) {
  naive::Layer made;
  made.in = in;
  made.out = out;
  made.relu = relu;
  for (unsigned n = 0; n < in * out; ++n) made.weights.push_back(naive::to_half(0.5F * (2.0F * rng.unit() - 1.0F)));
  return made;
}

TEST(LegoEquivalence, RtlEqualsModelOnRealQueries) {
  if (!testing_support::has_lego_scene()) GTEST_SKIP() << "no Lego scene in " << testing_support::data_folder();
  const rtl::Build& build = *nfp_builds().front();
  Rng rng(1);
  contract::Case c{.seed = 1, .setup = {}, .stimulus = {.queries = lego_queries(), .valid = {}, .ready = {}}};
  c.setup.grid = {.kind = naive::Grid::kHash, .dims = 3, .features = 2, .log2_table_entries = 12, .base_resolution = 16, .levels = {}};
  float size = 16.0F;
  for (unsigned level = 0; level < 16; ++level, size *= 1.38191F) {
    c.setup.grid.levels.push_back({size - 1.0F, {}});
    for (unsigned n = 0; n < 2U << 12U; ++n) c.setup.grid.levels.back().table.push_back(naive::to_half((static_cast<float>(rng.below(256)) - 128.0F) / 128.0F));
  }
  c.setup.direction.emplace();
  c.setup.mlp.double_buffering = true;
  c.setup.mlp.layers = {layer(rng, 32, 64, true), layer(rng, 64, 16, false), layer(rng, 32, 64, true), layer(rng, 64, 64, true), layer(rng, 64, 3, false)};
  c.setup.mlp.layers[1].first_output_leaves = true;
  c.setup.mlp.layers[2].append_direction = true;
  c.setup.functional = true;
  apply_sizes(c.setup, build.sizes);
  ASSERT_EQ(c.stimulus.queries.size(), kQueries);
  EXPECT_EQ(nfp_difference(c, build), "");
}

}  // namespace
}  // namespace ngpcsim::equiv
