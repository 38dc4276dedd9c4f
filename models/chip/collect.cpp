#include "models/chip/collect.h"

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace ngpcsim::models {
namespace {

using stats::CycleAccount;
using stats::StallReason;

/// One block of the record: an instance, checked against the length of the run, and added to its kind.
class BlockBook {
 public:
  explicit BlockBook(RunRecord& record) : record_(record) {}

  void add(std::string_view kind, const std::string& instance, std::uint64_t active, const CycleAccount& account, std::uint64_t length,
           const std::optional<BlockRecord::FirstQuery>& first = std::nullopt) {
    account.check_total(length, instance);
    record_.instances.push_back({instance, 1, active, first, account});
    for (BlockRecord& block : record_.blocks) {
      if (block.name != kind) continue;
      ++block.instances;
      block.active_cycles += active;
      block.account += account;
      if (first && (!block.first || first->in < block.first->in)) block.first = first;
      return;
    }
    record_.blocks.push_back({std::string(kind), 1, active, first, account});
  }
  /// Slices of a cache do not stand alone in the record.
  void add_memory(const ChipMemory& memory, std::uint64_t length) {
    const CycleAccount account = memory.account(length);
    account.check_total(length * memory.instances(), "memory");
    record_.instances.push_back({"memory", memory.instances(), account.busy(), std::nullopt, account});
    record_.blocks.push_back(record_.instances.back());
  }

 private:
  RunRecord& record_;
};

CycleAccount lane_account(const online::LaneCount& lane) {
  CycleAccount account;
  account.busy(lane.busy);
  account.stall(StallReason::kConflict, lane.conflict);
  account.stall(StallReason::kLineFill, lane.line_fill);
  account.stall(StallReason::kTableMiss, lane.table_miss);
  account.stall(StallReason::kPageSweep, lane.page_sweep);
  account.stall(StallReason::kOutputFull, lane.output_full);
  account.stall(StallReason::kInputEmpty, lane.input_empty);
  return account;
}

CycleAccount mlp_account(const MlpAccount& from) {
  CycleAccount account;
  account.busy(from.busy);
  account.stall(StallReason::kOutputFull, from.output_full);
  account.stall(StallReason::kWeights, from.weights);
  account.stall(StallReason::kDependency, from.dependency);
  account.stall(StallReason::kInputEmpty, from.input_empty);
  return account;
}

/// An interrupted run may end before anything came out.
std::uint64_t edges_between(bool any, std::uint64_t first, std::uint64_t last) { return any && last >= first ? last - first + 1 : 0; }

std::optional<BlockRecord::FirstQuery> first_query(bool any, std::uint64_t in, std::uint64_t out, std::uint64_t last_out) {
  return any && out >= in ? std::optional(BlockRecord::FirstQuery{in, out, last_out}) : std::nullopt;
}

void add_nfp(BlockBook& book, std::string_view name, const NfpCounts& counts, bool has_direction_lane, std::uint64_t length) {
  const PipelineSpan& span = counts.span;
  const auto encoding = [&span](const online::LaneCount& lane) { return edges_between(lane.queries > 0, span.first_accept, span.last_join); };
  for (std::size_t n = 0; n < counts.engines.size(); ++n)
    book.add("encoding_engine", fmt::format("{}.encoding_engine_{}", name, n), encoding(counts.engines[n]), lane_account(counts.engines[n]), length,
             first_query(counts.engines[n].queries > 0, span.first_accept, span.first_join, span.last_join));
  for (const NfpCounts::PageSweep& sweep : counts.page_sweeps)
    book.add("page_sweep", fmt::format("{}.page_sweep_{}", name, sweep.lane), sweep.active_cycles, sweep.account, length);
  if (has_direction_lane)
    book.add("direction_encoder", fmt::format("{}.direction_encoder", name), encoding(counts.direction), lane_account(counts.direction), length);
  const std::uint64_t mlp = edges_between(counts.queries > 0, span.first_join, span.last_pop);
  book.add("mlp_engine", fmt::format("{}.mlp_engine", name), mlp, mlp_account(counts.mlp), length, first_query(counts.popped > 0, span.first_join, span.first_pop, span.last_pop));
}

void add_nfp_counters(RunRecord& record, const NfpCounts& counts, const MlpEngineParams& mlp) {
  for (std::size_t l = 0; l < counts.levels.size(); ++l) record.levels[l] += counts.levels[l];
  record.queries += counts.queries;
  record.direction_evaluations += counts.direction_evaluations;
  for (const NfpCounts::PageSweep& sweep : counts.page_sweeps) {
    record.paging->uses += sweep.uses;
    record.paging->hits += sweep.hits;
  }
  if (record.paging) record.paging->sweeps += counts.sweeps;
  record.mlp_steps += counts.mlp.busy;
  record.weights_loaded += counts.weight_load_cycles * mlp.weight_load_width;
  record.macs.useful += counts.macs_useful;
  record.macs.clocked += counts.mlp.busy * mlp.rows * mlp.cols;
}

void name_ideals(RunRecord& record, const ChipMemory& memory, const ChipSetup& setup) {
  if (std::string part = memory.ideal_part(); !part.empty()) record.idealised.push_back(std::move(part));
  if (setup.chip.nfp.encoding_engine.grid_sram.mode == SramMode::kUnbounded)
    record.idealised.emplace_back("grid SRAM: capacity ignored (grid_sram.mode unbounded)");
}

}  // namespace

RunRecord collect(const Cluster& cluster, const ChipSetup& setup, const NfpModel& model) {
  const Cluster::Length& length = cluster.length();
  RunRecord record;
  record.nfps = setup.chip.nfps;
  record.ngpc_khz = setup.chip.clock_khz;
  record.memory_khz = setup.chip.memory.clock_khz;
  record.host_khz = std::uint64_t{setup.host_mhz} * 1000;
  record.ngpc_cycles = length.ngpc;
  record.memory_cycles = length.memory;
  record.host_cycles = length.host;
  record.frames = cluster.host().frames();
  record.levels.resize(model.levels.size());
  record.input_record_bytes = model.record.input;
  record.output_record_bytes = model.record.output;
  record.peak_queries_in_flight = cluster.host().peak_queries_held();
  record.batches = cluster.scheduler().batches();
  record.memory_read_bytes = cluster.memory().block().read_bytes();
  record.memory_write_bytes = cluster.memory().block().write_bytes();
  record.table_load_bytes = cluster.loader().bytes_read();
  record.table_write_bytes = cluster.loader().loads() * cluster.loader().plan().bytes * setup.chip.nfps;
  record.grid_write_bytes = cluster.loader().loads() * cluster.loader().plan().table_bytes * setup.chip.nfps;
  if (const PageLoader* const pages = cluster.page_loader())
    record.paging = PagingRecord{.page_bytes = model.pages.page_bytes, .frames = model.pages.frames, .loads = pages->loads(), .read_bytes = pages->bytes_read(), .delivered_bytes = pages->bytes_delivered()};
  record.feature_beats = model.beats();
  record.grid_line_bytes = model.cached() ? model.lines.line_bytes : 0;
  record.interrupted = cluster.interrupted();

  BlockBook book(record);
  for (const auto& nfp : cluster.nfps()) {
    const NfpCounts counts = nfp->counts();
    add_nfp(book, nfp->name(), counts, model.geometry.has_direction_lane, length.ngpc);
    add_nfp_counters(record, counts, model.params.mlp_engine);
  }
  book.add("scheduler", "scheduler", cluster.scheduler().account().busy(), cluster.scheduler().account(), length.ngpc);
  book.add_memory(cluster.memory(), length.memory);
  book.add("host", "host", cluster.host().account().busy(), cluster.host().account(), length.host);
  record.hierarchy = cluster.memory().record();
  name_ideals(record, cluster.memory(), setup);
  return record;
}

}  // namespace ngpcsim::models
