#include <gtest/gtest.h>

#include "sim/app/result/chip_actions.h"
#include "sim/app/result/chip_geometry.h"
#include "sim/app/result/network_shape.h"

namespace ngpcsim::app {
namespace {

// Two levels of a 3-D grid, F = 2: 1000 and 3000 entries, the second hashed.
struct RunCase {
  models::ChipParams chip;
  models::EncodingParams encoding{.levels = 2};
  models::NetworkParams network;
  std::vector<models::GridLevel> levels{models::GridLevel{.entries = 1000}, models::GridLevel{.entries = 3000, .hashed = true, .offset = 1000}};
  models::RunRecord record;

  RunCase() {
    record.queries = 100;
    record.levels.resize(2);
    for (models::LevelCounters& level : record.levels) level = {.queries = 100, .lookups = 800, .accesses = 700};
    record.feature_beats = 2;
    record.direction_evaluations = 10;
    record.mlp_steps = 500;
    record.weights_loaded = 1280;
    record.macs = {.useful = 5000, .clocked = 8000};
    record.memory_read_bytes = 10000;
    record.memory_write_bytes = 800;
    record.batches = 3;
  }
  [[nodiscard]] energy::ChipActions actions() const { return chip_actions(record, chip, encoding, network, levels); }
  [[nodiscard]] energy::ChipGeometry geometry() const { return chip_geometry(chip, encoding, network, 16, 8); }
};

TEST(NetworkShape, InstantNgp) {
  const models::EncodingParams encoding;
  const models::NetworkParams network;
  // 32 x 64 + 64 x 16, and 32 x 64 + 64 x 64 + 64 x 16 (3 outputs padded to 16): the 10240 weights of instant-ngp.
  EXPECT_EQ(weight_bytes(encoding, network), 2u * (3072 + 7168));
  EXPECT_EQ(feature_vector_bytes(encoding, network), 2u * (16 * 2 + 16));
  EXPECT_EQ(widest_activation_bytes(encoding, network), 2u * 64);
}

TEST(ChipActions, Encoding) {
  const energy::EncodingActions a = RunCase().actions().encoding;
  EXPECT_EQ(a.position_fmas, 200u * 3);
  EXPECT_EQ(a.index_xors, 100u * 2 * 8);  // the hashed level only
  EXPECT_EQ(a.interpolation_macs, 200u * 8 * 2);
  EXPECT_EQ(a.grid_reads, 1400u * 2);  // two beats an access
  EXPECT_EQ(a.grid_writes, 0u);
  // Per pass 8 addresses and 3 fractions of 32 bits and 2 fp16 features; per query, two engines take 3 fp32 coordinates.
  EXPECT_EQ(a.queue_bits, 200u * (11 * 32 + 2 * 16) + 100 * 2 * 96);
}

TEST(ChipActions, EverythingElse) {
  const energy::ChipActions a = RunCase().actions();
  EXPECT_EQ(a.direction.evaluations, 10u);
  EXPECT_EQ(a.direction.queue_bits, 100u * (32 + 16 * 16));
  EXPECT_EQ(a.mlp.macs_useful, 5000u);
  EXPECT_EQ(a.mlp.macs_clocked, 8000u);
  EXPECT_EQ(a.mlp.weight_reads, 10u);  // 128 weights a word
  EXPECT_EQ(a.mlp.activation_reads, 500u);
  EXPECT_EQ(a.mlp.register_bits, 1280u * 16 + 500u * 64 * 32);
  EXPECT_EQ(a.feature_buffer.writes, 100u * 2);  // 40 B: two words of 32
  EXPECT_EQ(a.dma.bytes, 10800u);
  EXPECT_EQ(a.scheduler.queue_bits, 3u * 128);
  EXPECT_EQ(a.dram.read_bytes, 10000u);
  EXPECT_EQ(a.dram.write_bytes, 800u);
}

TEST(ChipActions, LoadsAreSplitBetweenTablesAndWeights) {
  RunCase run;
  const std::uint64_t tables = 4000 * 2, weights = weight_bytes(run.encoding, run.network);
  run.record.table_load_bytes = tables + weights;
  run.record.table_write_bytes = 3 * (tables + weights);  // three NFPs
  run.record.grid_write_bytes = 3 * tables;
  run.record.memory_read_bytes += run.record.table_load_bytes;
  // Two levels on 16 engines: eight copies are written, in words of two int8 features.
  EXPECT_EQ(run.actions().encoding.grid_writes, 3 * 8 * tables / 2);
  EXPECT_EQ(run.actions().mlp.weight_writes, (3 * weights + 255) / 256);  // 128 fp16 weights a word
  EXPECT_EQ(run.actions().dma.bytes, 10800 + 3 * (tables + weights));
  run.chip.nfp.encoding_engine.regroup = models::Regroup::kShard;
  EXPECT_EQ(run.actions().encoding.grid_writes, 3 * tables / 2);
}

/// Level 1 is paged, a query visits 2.5 of its pages: each visit locates corners and weights again, but interpolates no more. Pages of 3000 B came once from memory for two NFPs.
TEST(ChipActions, VisitsToPages) {
  RunCase run;
  run.record.levels[1].page_visits = 250;
  run.record.paging = models::PagingRecord{.read_bytes = 3000, .delivered_bytes = 6000};
  const energy::ChipActions plain = RunCase().actions(), a = run.actions();
  EXPECT_EQ(a.encoding.interpolation_macs, plain.encoding.interpolation_macs);
  EXPECT_EQ(a.encoding.position_fmas, (200u + 250) * 3);
  EXPECT_EQ(a.encoding.index_xors, (100u + 250) * 2 * 8);
  EXPECT_EQ(a.encoding.bin_accesses, 250u);
  EXPECT_EQ(a.encoding.sum_accesses, 250u + 100);
  EXPECT_EQ(a.encoding.grid_writes, 8u * 6000 / 2);  // in eight copies
  EXPECT_EQ(a.dma.bytes, plain.dma.bytes + 3000);
}

TEST(ChipActions, HostDirectionsCostNothingHere) {
  RunCase run;
  run.chip.nfp.direction_encoder.placement = models::DirectionPlacement::kHost;
  EXPECT_EQ(run.actions().direction.queue_bits, 0u);
  EXPECT_EQ(run.geometry().direction.units, 0u);
}

/// Two levels with 8 corners and F = 2 on 16 engines, for sweeps of 4096 queries, whose numbers take two bytes: bins of two sweeps, sums for 8192 queries.
TEST(ChipGeometry, BinsAndPartialSumsOfPagedTables) {
  RunCase run;
  EXPECT_EQ(run.geometry().encoding.bin_bytes, 0u);
  run.chip.nfp.encoding_engine.grid_sram.mode = models::SramMode::kPaged;
  EXPECT_EQ(run.geometry().encoding.bin_bytes, 2u * 4096 * 16 * 2 / 16);
  EXPECT_EQ(run.geometry().encoding.sum_bytes, 8192u * 2 * 2 * 2 / 16);
  EXPECT_EQ(run.geometry().encoding.bin_word_bytes, 2u);
  EXPECT_EQ(run.geometry().encoding.sum_word_bytes, 4u);
}

TEST(ChipGeometry, Defaults) {
  const energy::ChipGeometry g = RunCase().geometry();
  EXPECT_EQ(g.nfps, 8u);
  EXPECT_EQ(g.encoding.bank_bytes, 131072u);
  EXPECT_EQ(g.encoding.word_bytes, 2u);
  // Queues of 4, 8 and 16; 4 front stages and 5 back stages.
  EXPECT_EQ(g.encoding.queue_bits, 4u * 96 + 12 * 352 + 21 * 32);
  EXPECT_EQ(g.direction.queue_bits, 12u * 32 + 24 * 256);
  EXPECT_EQ(g.mlp.weight_word_bytes, 256u);
  EXPECT_EQ(g.mlp.activation_bytes, 2u * 64 * 128);
  EXPECT_EQ(g.mlp.register_bits, 2u * 4096 * 16 + 64 * 32 * 10 + 16 * 64);
  EXPECT_EQ(g.feature_buffer.bytes, 128u * 40);
  EXPECT_EQ(g.dma.buffer_bytes, 4u * 256 * 24);
  EXPECT_EQ(g.scheduler.queue_bits, 8u * 2 * 64);
}

}  // namespace
}  // namespace ngpcsim::app
