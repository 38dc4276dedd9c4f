#include "sim/app/result/chip_geometry.h"

#include <algorithm>
#include <bit>

#include "models/common/ceil_div.h"
#include "models/mlp_engine/lowering.h"
#include "sim/app/result/chip_bits.h"
#include "sim/app/result/network_shape.h"

namespace ngpcsim::app {
namespace {

/// Bytes of an engine's tags: of each line the part of its number that the set does not give, and whether it is valid.
std::uint64_t tag_bytes(const models::GridSramParams& sram) {
  if (sram.mode != models::SramMode::kCached) return 0;
  constexpr std::uint32_t kLineNumberBits = 32;
  const std::uint64_t lines = std::uint64_t{sram.size_kib} * 1024 / sram.cache.line_bytes, sets = std::max<std::uint64_t>(1, lines / sram.cache.ways);
  return lines * (kLineNumberBits - static_cast<std::uint32_t>(std::bit_width(sets) - 1) + 1) / 8;
}

/// Lines on their way to the grid SRAMs of an NFP.
std::uint64_t fill_buffer_bytes(const models::GridSramParams& sram) {
  return sram.mode == models::SramMode::kCached ? std::uint64_t{sram.cache.fill_buffer_lines} * sram.cache.line_bytes : 0;
}

/// Bins of two sweeps, each with a place for every corner's query, and partial sums: an engine's share of those of all levels.
struct PageBuffers {
  std::uint64_t bin_bytes = 0, sum_bytes = 0;
  std::uint32_t bin_word_bytes = 0;
};
PageBuffers page_buffers(const models::EncodingEngineParams& e, const models::EncodingParams& encoding) {
  if (e.grid_sram.mode != models::SramMode::kPaged) return {};
  const models::PagingParams& paging = e.grid_sram.paging;
  const auto number_bytes = static_cast<std::uint32_t>((std::bit_width(paging.sweep_queries - 1u) + 7) / 8);
  return {.bin_bytes = models::ceil_div(std::uint64_t{2} * paging.sweep_queries * (std::uint64_t{encoding.levels} << encoding.dims) * number_bytes, e.engines),
          .sum_bytes = models::ceil_div(std::uint64_t{paging.partial_sum_queries} * encoding.levels * encoding.features * kFp16Bytes, e.engines),
          .bin_word_bytes = number_bytes};
}

energy::EncodingGeometry encoding_geometry(const models::EncodingEngineParams& e, const models::EncodingParams& encoding) {
  const PageBuffers buffers = page_buffers(e, encoding);
  const std::uint64_t index_places = e.index_queue_depth + e.pos_fract_cycles + e.grid_index_cycles;
  const std::uint64_t feature_places = e.output_queue_depth + e.grid_sram.latency_cycles + e.interpolate_cycles;
  return {.engines = e.engines,
          .banks = e.grid_sram.banks,
          .bank_bytes = (std::uint64_t{e.grid_sram.size_kib} * 1024 + tag_bytes(e.grid_sram)) / e.grid_sram.banks,
          .word_bytes = grid_word_bytes(e),
          .dims = encoding.dims,
          .features_per_cycle = e.features_per_cycle,
          .queue_bits = std::uint64_t{e.input_queue_depth} * position_bits(encoding) + index_places * index_bits(encoding) +
                        feature_places * level_feature_bits(encoding),
          .bin_bytes = buffers.bin_bytes,
          .sum_bytes = buffers.sum_bytes,
          .bin_word_bytes = buffers.bin_word_bytes,
          .sum_word_bytes = encoding.features * kFp16Bytes};
}

/// The unit is there whatever the workload: a chip does not change with it.
energy::DirectionGeometry direction_geometry(const models::NfpParams& nfp) {
  const models::DirectionEncoderParams& d = nfp.direction_encoder;
  const std::uint64_t operand_places = d.input_queue_depth + d.operand_queue_depth;
  const std::uint64_t result_places = d.output_queue_depth + d.latency_cycles;
  return {.units = d.placement == models::DirectionPlacement::kNfp ? 1u : 0u,
          .interval_cycles = d.interval_cycles,
          .queue_bits = operand_places * nfp.direction_bytes * 8 + result_places * models::kDirectionCoefficients * kFp16Bits};
}

energy::MlpGeometry mlp_geometry(const models::MlpEngineParams& m, const models::EncodingParams& encoding, const models::NetworkParams& network,
                                 std::uint64_t output_record_bytes) {
  const std::uint64_t weight_registers = std::uint64_t{m.rows} * m.cols * kFp16Bits * (m.double_buffering ? 2 : 1);
  return {.rows = m.rows,
          .cols = m.cols,
          .weight_bytes = weight_bytes(encoding, network),
          .weight_word_bytes = weight_word_bytes(m),
          .activation_bytes = std::uint64_t{2} * m.tile_queries * widest_activation_bytes(encoding, network),
          .activation_word_bytes = m.rows * kFp16Bits / 8,
          .register_bits = weight_registers + std::uint64_t{m.cols} * kFp32Bits * m.latency_cycles + m.output_queue_depth * output_record_bytes * 8};
}

}  // namespace

energy::ChipGeometry chip_geometry(const models::ChipParams& chip, const models::EncodingParams& encoding, const models::NetworkParams& network,
                                   std::uint64_t input_record_bytes, std::uint64_t output_record_bytes) {
  const models::NfpParams& nfp = chip.nfp;
  return {.nfps = chip.nfps,
          .encoding = encoding_geometry(nfp.encoding_engine, encoding),
          .direction = direction_geometry(nfp),
          .mlp = mlp_geometry(nfp.mlp_engine, encoding, network, output_record_bytes),
          .feature_buffer = {.bytes = std::uint64_t{nfp.feature_buffer_queries} * feature_vector_bytes(encoding, network), .word_bytes = kSramWordBytes},
          .dma = {.buffer_bytes = (nfp.dma.input_chunks * input_record_bytes + nfp.dma.output_chunks * output_record_bytes) * nfp.dma.chunk_queries +
                                  fill_buffer_bytes(nfp.encoding_engine.grid_sram),
                  .word_bytes = kSramWordBytes},
          .scheduler = {.queue_bits = std::uint64_t{chip.nfps} * chip.scheduler.queue_batches * kBatchDescriptorBits}};
}

}  // namespace ngpcsim::app
