#include "sim/app/result/chip_actions.h"

#include <algorithm>

#include "models/common/ceil_div.h"
#include "models/mlp_engine/lowering.h"
#include "sim/app/result/chip_bits.h"
#include "sim/app/result/hierarchy_result.h"
#include "sim/app/result/network_shape.h"

namespace ngpcsim::app {
namespace {

/// Bytes written by table loads. A load brings the tables and the padded weights to every NFP once (models/chip), and pages come as they are asked for; there, each
/// of the copies that `replicate` makes is written.
struct LoadedBytes {
  std::uint64_t grid = 0;
  std::uint64_t weights = 0;
};
LoadedBytes loaded_bytes(const models::RunRecord& record, const models::EncodingEngineParams& engine, const models::EncodingParams& encoding) {
  const bool replicated = engine.regroup == models::Regroup::kReplicate;
  const std::uint64_t copies = replicated ? std::max<std::uint64_t>(engine.engines / encoding.levels, 1) : 1;
  const std::uint64_t pages = record.paging ? record.paging->delivered_bytes : 0;
  return {(record.grid_write_bytes + pages) * copies, record.table_write_bytes - record.grid_write_bytes};
}

energy::EncodingActions encoding_actions(const models::RunRecord& record, const models::EncodingEngineParams& engine,
                                         const models::EncodingParams& encoding, std::span<const models::GridLevel> levels, std::uint64_t grid_bytes) {
  energy::EncodingPasses passes{.dims = encoding.dims, .features = encoding.features, .nearest = encoding.interpolation == models::Interpolation::kNearest, .smoothstep = encoding.interpolation == models::Interpolation::kSmoothstep}, visits = passes;
  std::uint64_t accesses = 0, lines = 0, paged_passes = 0;
  for (std::size_t l = 0; l < record.levels.size(); ++l) {
    (levels[l].hashed ? passes.hashed : passes.dense) += record.levels[l].queries;
    (levels[l].hashed ? visits.hashed : visits.dense) += record.levels[l].page_visits;
    accesses += record.levels[l].accesses;
    lines += record.levels[l].line_misses;
    paged_passes += record.levels[l].page_visits > 0 ? record.levels[l].queries : 0;
  }
  energy::EncodingActions actions = energy::encoding_arithmetic(passes);
  energy::add_locations(actions, visits);
  actions.bin_accesses = visits.dense + visits.hashed;
  actions.sum_accesses = visits.dense + visits.hashed + paged_passes;  // the last read is that of the pipeline, the first write clears
  actions.grid_reads = accesses * record.feature_beats;
  actions.grid_writes = models::ceil_div(grid_bytes + lines * engine.grid_sram.cache.line_bytes, grid_word_bytes(engine));
  const std::uint64_t lanes = std::min(engine.engines, encoding.levels);
  actions.queue_bits = (passes.dense + passes.hashed) * (index_bits(encoding) + level_feature_bits(encoding)) + record.queries * lanes * position_bits(encoding);
  return actions;
}

energy::DirectionActions direction_actions(const models::RunRecord& record, const models::NfpParams& nfp, const models::NetworkParams& network) {
  if (network.kind == models::NetworkKind::kPlain || nfp.direction_encoder.placement == models::DirectionPlacement::kHost) return {};
  const std::uint64_t bits_per_query = nfp.direction_bytes * 8 + models::kDirectionCoefficients * kFp16Bits;
  return {.evaluations = record.direction_evaluations, .queue_bits = record.queries * bits_per_query};
}

energy::MlpActions mlp_actions(const models::RunRecord& record, const models::MlpEngineParams& mlp, std::uint64_t weight_bytes_written) {
  return {.macs_useful = record.macs.useful,
          .macs_clocked = record.macs.clocked,
          .weight_reads = models::ceil_div(record.weights_loaded, mlp.weight_load_width),
          .weight_writes = models::ceil_div(weight_bytes_written, weight_word_bytes(mlp)),
          .activation_reads = record.mlp_steps,
          .activation_writes = record.mlp_steps,
          .register_bits = record.weights_loaded * kFp16Bits + record.mlp_steps * mlp.cols * kFp32Bits};
}

}  // namespace

energy::ChipActions chip_actions(const models::RunRecord& record, const models::ChipParams& chip, const models::EncodingParams& encoding,
                                 const models::NetworkParams& network, std::span<const models::GridLevel> levels) {
  const LoadedBytes load = loaded_bytes(record, chip.nfp.encoding_engine, encoding);
  const std::uint64_t shared_pages = record.paging ? record.paging->delivered_bytes - record.paging->read_bytes : 0;
  const std::uint64_t vector_words = record.queries * models::ceil_div(feature_vector_bytes(encoding, network), kSramWordBytes);
  return {.encoding = encoding_actions(record, chip.nfp.encoding_engine, encoding, levels, load.grid),
          .direction = direction_actions(record, chip.nfp, network),
          .mlp = mlp_actions(record, chip.nfp.mlp_engine, load.weights),
          .feature_buffer = {.reads = vector_words, .writes = vector_words},
          .dma = {.bytes = record.memory_read_bytes - record.table_load_bytes + record.memory_write_bytes + record.table_write_bytes + shared_pages},
          .scheduler = {.queue_bits = record.batches * 2 * kBatchDescriptorBits},
          .dram = dram_actions(record.hierarchy, record.memory_read_bytes, record.memory_write_bytes)};
}

}  // namespace ngpcsim::app
