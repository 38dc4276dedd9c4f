#include <functional>

#include <gtest/gtest.h>

#include "tests/contract/random_case.h"
#include "tests/naive/nfp.h"

// Ten thousand random cases prove nothing about what they never contain.
namespace ngpcsim::contract {
namespace {

using Predicate = std::function<bool(const Case&)>;

struct Feature {
  const char* name;
  Predicate holds;
};

const Feature kFeatures[] = {
    {"one engine", [](const Case& c) { return c.setup.engine.engines == 1; }},
    {"16 engines", [](const Case& c) { return c.setup.engine.engines == 16; }},
    {"several passes", [](const Case& c) { return c.setup.grid.levels.size() > 2 * c.setup.engine.engines; }},
    {"replicated groups",
     [](const Case& c) { return c.setup.engine.regroup == naive::Regroup::kReplicate && c.setup.engine.engines >= 2 * c.setup.grid.levels.size(); }},
    {"shards",
     [](const Case& c) { return c.setup.engine.regroup == naive::Regroup::kShard && c.setup.engine.engines >= 2 * c.setup.grid.levels.size(); }},
    {"F = 8", [](const Case& c) { return c.setup.grid.features == 8; }},
    {"several beats", [](const Case& c) { return c.setup.grid.features > c.setup.engine.features_per_cycle; }},
    {"2-D", [](const Case& c) { return c.setup.grid.dims == 2; }},
    {"dense", [](const Case& c) { return c.setup.grid.kind == naive::Grid::kDense; }},
    {"tiled", [](const Case& c) { return c.setup.grid.kind == naive::Grid::kTiled; }},
    {"parity map on 16 banks", [](const Case& c) { return c.setup.engine.bank_map == naive::BankMap::kParity && c.setup.engine.banks == 16; }},
    {"one bank", [](const Case& c) { return c.setup.engine.banks == 1; }},
    {"words of 8", [](const Case& c) { return c.setup.engine.word_entries == 8; }},
    {"overlap of two passes", [](const Case& c) { return c.setup.engine.window == 2; }},
    {"overlap of more passes than eight", [](const Case& c) { return c.setup.engine.window > 8; }},
    {"overlap with reuse, merging and several passes and beats",
     [](const Case& c) {
       const naive::EngineSetup& engine = c.setup.engine;
       return engine.window > 1 && engine.corner_reuse && engine.word_entries > 1 && c.setup.grid.levels.size() > engine.engines &&
              c.setup.grid.features > engine.features_per_cycle;
     }},
    {"overlap in shards",
     [](const Case& c) {
       const naive::EngineSetup& engine = c.setup.engine;
       return engine.window > 1 && engine.regroup == naive::Regroup::kShard && engine.engines >= 2 * c.setup.grid.levels.size();
     }},
    {"overlap with reuse in replicated groups",
     [](const Case& c) {
       const naive::EngineSetup& engine = c.setup.engine;
       return engine.window > 1 && engine.corner_reuse && engine.regroup == naive::Regroup::kReplicate && engine.engines >= 2 * c.setup.grid.levels.size();
     }},
    {"every queue of a lane of depth 1",
     [](const Case& c) { return c.setup.engine.input_queue_depth * c.setup.engine.index_queue_depth * c.setup.engine.output_queue_depth == 1; }},
    {"feature buffer of 1", [](const Case& c) { return c.setup.feature_buffer_queries == 1; }},
    {"no direction encoder", [](const Case& c) { return !c.setup.direction; }},
    {"direction per query", [](const Case& c) { return c.setup.direction && !c.setup.direction->per_ray && c.setup.direction->interval > 1; }},
    {"tile of 1", [](const Case& c) { return c.setup.mlp.tile_queries == 1; }},
    {"tile above 64", [](const Case& c) { return c.setup.mlp.tile_queries > 64; }},
    {"packed steps", [](const Case& c) { return naive::lower(c.setup.mlp).front().pack > 1 && c.setup.mlp.tile_queries > 1; }},
    {"one phase", [](const Case& c) { return naive::lower(c.setup.mlp).size() == 1; }},
    {"more than ten phases", [](const Case& c) { return naive::lower(c.setup.mlp).size() > 10; }},
    {"several batches", [](const Case& c) { return c.stimulus.queries.size() > 20 && c.stimulus.queries[5].last_of_batch; }},
    {"5 % valid", [](const Case& c) { return c.stimulus.valid.percent == 5; }},
    {"5 % ready", [](const Case& c) { return c.stimulus.ready.percent == 5; }},
    {"never held up", [](const Case& c) { return c.stimulus.valid.percent == 100 && c.stimulus.ready.percent == 100; }},
};

TEST(RandomCases, ContainEverythingTheContractNames) {
  std::vector<std::uint64_t> counts(std::size(kFeatures), 0);
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    const Case c = random_case(seed);
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += kFeatures[i].holds(c) ? 1U : 0U;
  }
  for (std::size_t i = 0; i < counts.size(); ++i) EXPECT_GE(counts[i], 10U) << kFeatures[i].name;
}

TEST(RandomCases, ReachEveryReasonToWait) {
  naive::EdgeCount engines;
  naive::EdgeCount mlp;
  std::uint64_t eight_in_one_bank = 0;
  std::uint64_t reused = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Case c = random_case(seed);
    const naive::NfpResult r = naive::simulate(c.setup, c.stimulus);
    for (const naive::LaneResult& lane : r.lanes) {
      engines.output_full += lane.edges.output_full;
      engines.conflict += lane.edges.conflict;
      engines.input_empty += lane.edges.input_empty;
    }
    mlp.output_full += r.mlp.output_full;
    mlp.weights += r.mlp.weights;
    mlp.dependency += r.mlp.dependency;
    mlp.input_empty += r.mlp.input_empty;
    for (const naive::LevelCount& level : r.levels) {
      eight_in_one_bank += level.by_fullest_bank[8];
      reused += level.reused;
    }
  }
  for (const std::uint64_t count : {engines.output_full, engines.conflict, engines.input_empty, mlp.output_full, mlp.weights, mlp.dependency,
                                    mlp.input_empty, eight_in_one_bank, reused}) {
    EXPECT_GT(count, 1'000U);
  }
}

}  // namespace
}  // namespace ngpcsim::contract
