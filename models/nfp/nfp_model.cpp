#include "models/nfp/nfp_model.h"

#include <bit>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace ngpcsim::models {
namespace {

LaneGeometry engine_lane(const EncodingEngineParams& engine) {
  return {.input_depth = engine.input_queue_depth,
          .index_depth = engine.index_queue_depth,
          .output_depth = engine.output_queue_depth,
          .front_latency = engine.pos_fract_cycles + engine.grid_index_cycles,
          .back_latency = engine.grid_sram.latency_cycles + engine.interpolate_cycles};
}

LaneGeometry direction_lane(const DirectionEncoderParams& direction) {
  return {.input_depth = direction.input_queue_depth,
          .index_depth = direction.operand_queue_depth,
          .output_depth = direction.output_queue_depth,
          .front_latency = 1,  // the operand register
          .back_latency = direction.latency_cycles};
}

void check_array(const MlpEngineParams& engine, const WhereIs& where) {
  if (engine.dataflow != Dataflow::kBroadcast)
    throw InputError(where("chip.nfp.mlp_engine.dataflow"), "networks run in dataflow broadcast only, the systolic ones run lists of matrix multiplications", "broadcast");
  const auto check_side = [&](std::string_view name, std::uint32_t size) {
    if (size < kLeastNetworkSide || size > kMostNetworkSide || !std::has_single_bit(size))
      throw InputError(where(fmt::format("chip.nfp.mlp_engine.{}", name)), fmt::format("{} {} with a network", name, size), fmt::format("a power of two from {} to {}", kLeastNetworkSide, kMostNetworkSide));
  };
  check_side("rows", engine.rows);
  check_side("cols", engine.cols);
}

void check_packing(const NfpModel& model, const WhereIs& where) {
  const std::uint32_t first = model.geometry.mlp.phases.front().pack, last = model.geometry.mlp.phases.back().pack;
  if (model.params.feature_buffer_queries < first)
    throw InputError(where("chip.nfp.feature_buffer_queries"),
                     fmt::format("feature_buffer_queries {} is less than the {} queries of a packed step of the first layer", model.params.feature_buffer_queries, first),
                     fmt::format("at least {}", first));
  if (model.params.mlp_engine.output_queue_depth < last)
    throw InputError(where("chip.nfp.mlp_engine.output_queue_depth"),
                     fmt::format("output_queue_depth {} is less than the {} queries of a packed step of the last layer", model.params.mlp_engine.output_queue_depth, last),
                     fmt::format("at least {}", last));
}

void check_window(const NfpModel& model, const WhereIs& where) {
  constexpr std::uint32_t kMostBanks = 256;
  const BankGeometry& banks = model.geometry.banks;
  if (!model.geometry.overlaps() || banks.banks <= kMostBanks) return;
  throw InputError(where("chip.nfp.encoding_engine.grid_sram.conflict_policy"), fmt::format("overlap with {} banks in one lane", banks.banks),
                   fmt::format("serial, or at most {} banks in all engines that hold a level together", kMostBanks));
}

/// Corners at banks are those of a whole cell where passes overlap, and where they are binned by page.
void check_nearest(const NfpModel& model, const WhereIs& where) {
  const GridSramParams& sram = model.params.encoding_engine.grid_sram;
  if (model.encoding.interpolation != Interpolation::kNearest) return;
  const bool overlap = sram.conflict_policy == ConflictPolicy::kOverlap;
  if (overlap || sram.mode == SramMode::kPaged)
    throw InputError(where("workload.encoding.interpolation"), fmt::format("nearest with {}", overlap ? "grid_sram.conflict_policy overlap" : "grid_sram.mode paged"),
                     overlap ? "conflict_policy serial, or interpolation linear or smoothstep" : "another mode, or interpolation linear or smoothstep");
}

/// What engines cannot do whose grid SRAM does not hold whole tables.
void check_table_gates(const NfpModel& model, const WhereInSram& in_sram, const WhereIs& where) {
  const GridSramParams& sram = model.params.encoding_engine.grid_sram;
  const std::string_view mode = config::name_of(kSramModes, sram.mode);
  if (sram.conflict_policy != ConflictPolicy::kSerial) throw InputError(in_sram("conflict_policy"), fmt::format("overlap with grid_sram.mode {}", mode), "serial");
  if (const auto rtl = asks_for_rtl(model.params)) throw InputError(where(*rtl), fmt::format("RTL with grid_sram.mode {}", mode), "model");
}

void check_sweep(const NfpModel& model, const WhereInSram& in_sram, const WhereIs& where) {
  const GridSramParams& sram = model.params.encoding_engine.grid_sram;
  const PagingParams& paging = sram.paging;
  const DmaParams& dma = model.params.dma;
  if (sram.corner_reuse != CornerReuse::kNone) throw InputError(in_sram("corner_reuse"), "cell with grid_sram.mode paged", "none");
  if (paging.sweep_queries % dma.chunk_queries != 0)
    throw InputError(in_sram("paging.sweep_queries"), fmt::format("a sweep of {} queries is no whole number of chunks of {}", paging.sweep_queries, dma.chunk_queries), "a multiple of chip.nfp.dma.chunk_queries");
  const std::uint32_t chunks = paging.sweep_queries / dma.chunk_queries;
  if (dma.input_chunks < chunks)
    throw InputError(where("chip.nfp.dma.input_chunks"), fmt::format("{} input chunks of {} queries cannot hold a sweep of {} queries", dma.input_chunks, dma.chunk_queries, paging.sweep_queries),
                     fmt::format("at least {}, and {} so that the next sweep can begin; or a smaller grid_sram.paging.sweep_queries", chunks, 2 * chunks));
  if (paging.partial_sum_queries < paging.sweep_queries)
    throw InputError(in_sram("paging.partial_sum_queries"), fmt::format("places for {} queries cannot hold a sweep of {}", paging.partial_sum_queries, paging.sweep_queries),
                     fmt::format("at least {}, and {} so that the next sweep can begin", paging.sweep_queries, 2 * paging.sweep_queries));
}

void resolve_table_gates(NfpModel& model, const WhereIs& where) {
  const WhereInSram in_sram = [&where](std::string_view name) { return where(fmt::format("chip.nfp.encoding_engine.grid_sram.{}", name)); };
  const EncodingEngineParams& engine = model.params.encoding_engine;
  if (model.cached()) {
    check_table_gates(model, in_sram, where);
    model.lines = line_geometry(model.levels, model.encoding, engine, model.placement, in_sram);
  }
  if (engine.grid_sram.mode != SramMode::kPaged) return;
  check_table_gates(model, in_sram, where);
  check_sweep(model, in_sram, where);
  model.pages = page_geometry(model.levels, model.encoding, engine, model.placement, in_sram);
  for (const PagedLaneGeometry& lane : model.pages.lanes)
    for (const std::uint32_t level : lane.levels) model.costs[level] = make_sum_cost();
}

/// A tile is computed once all of its queries are there, and they come in chunks whose output buffers are reserved.
void check_buffers(const NfpModel& model, const WhereIs& where) {
  const DmaParams& dma = model.params.dma;
  const std::uint32_t tile = model.params.mlp_engine.tile_queries;
  const std::uint32_t chunks = (tile + dma.chunk_queries - 1) / dma.chunk_queries + (tile % dma.chunk_queries == 0 || dma.chunk_queries % tile == 0 ? 0 : 1);
  if (dma.output_chunks < chunks)
    throw InputError(where("chip.nfp.dma.output_chunks"),
                     fmt::format("{} output chunks of {} queries cannot hold what a tile of {} queries spans", dma.output_chunks, dma.chunk_queries, tile),
                     fmt::format("at least {}, or a smaller chip.nfp.mlp_engine.tile_queries", chunks));
}

void check_composite(const EncodingParams& encoding, const WhereIs& where) {
  const auto refuse = [&](const std::string& what, const char* allowed) { throw InputError(where("workload.encoding.composite_detail"), what, allowed); };
  if (encoding.composite == CompositeKind::kOneBlob && !std::has_single_bit(encoding.composite_detail)) refuse(fmt::format("one_blob of {} bins", encoding.composite_detail), "a power of two");
  if (encoding.composite == CompositeKind::kSphericalHarmonics && encoding.composite_detail > 4) refuse(fmt::format("spherical_harmonics of degree {}", encoding.composite_detail), "1 to 4");
  if (encoding.composite == CompositeKind::kSphericalHarmonics && encoding.dims != 3)
    throw InputError(where("workload.encoding.composite"), "spherical_harmonics of a position in 2-D", "3-D, or another kind");
  constexpr std::uint32_t kMostInputs = 256;
  if (encoded_values(encoding) > kMostInputs)
    throw InputError(where("workload.encoding"), fmt::format("{} values of the grid and {} beside it", encoding.levels * encoding.features, composite_values(encoding)), fmt::format("at most {} together", kMostInputs));
}

}  // namespace

NfpModel make_nfp_model(const NfpParams& params, const EncodingParams& encoding, const NetworkParams& network, std::vector<GridLevel> levels,
                        const WhereIs& where) {
  check_array(params.mlp_engine, where);
  check_composite(encoding, where);
  const EncodingEngineParams& engine = params.encoding_engine;
  NfpModel model;
  model.params = params;
  model.encoding = encoding;
  model.levels = std::move(levels);
  model.placement = place_levels(encoding.levels, engine, where("chip.nfp.encoding_engine.levels_per_engine"));
  check_capacity(model.levels, encoding.features, engine, model.placement, where("chip.nfp.encoding_engine.grid_sram.size_kib"));
  model.costs = make_level_costs(model.levels, encoding.dims, engine, model.placement);
  model.layers = network_layers(network, encoded_values(encoding));
  model.geometry = {.groups = model.placement.groups,
                    .lane_passes = model.placement.lane_passes,
                    .engine = engine_lane(engine),
                    .banks = {.window = engine.grid_sram.window(), .banks = engine.grid_sram.banks * model.placement.shards, .beats = model.beats()},
                    .has_direction_lane = network.kind == NetworkKind::kRadiance && params.direction_encoder.placement == DirectionPlacement::kNfp,
                    .direction = direction_lane(params.direction_encoder),
                    .feature_buffer = params.feature_buffer_queries,
                    .mlp = lower_network(model.layers, params.mlp_engine)};
  model.record = record_bytes(params, encoding, network);
  check_nearest(model, where);
  resolve_table_gates(model, where);
  check_window(model, where);
  check_packing(model, where);
  check_buffers(model, where);
  return model;
}

}  // namespace ngpcsim::models
