#include "models/chip/collect.h"

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace ngpcsim::models {
namespace {

using stats::CycleAccount;
using stats::StallReason;

/// One block of the record: an instance, checked against the length of the run, and added to its kind.
class BlockBook {
 public:
  explicit BlockBook(RunRecord& record) : record_(record) {}

  void add(std::string_view kind, const std::string& instance, std::uint64_t active, const CycleAccount& account, std::uint64_t length) {
    account.check_total(length, instance);
    record_.instances.push_back({instance, 1, active, account});
    for (BlockRecord& block : record_.blocks) {
      if (block.name != kind) continue;
      ++block.instances;
      block.active_cycles += active;
      block.account += account;
      return;
    }
    record_.blocks.push_back({std::string(kind), 1, active, account});
  }

 private:
  RunRecord& record_;
};

CycleAccount lane_account(std::uint64_t busy, std::uint64_t service, const LaneWaits& waits) {
  CycleAccount account;
  account.busy(busy);
  account.stall(StallReason::kConflict, service - busy);
  account.stall(StallReason::kOutputFull, waits.output_full);
  account.stall(StallReason::kInputEmpty, waits.input_empty);
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

CycleAccount busy_or_idle(std::uint64_t busy, std::uint64_t length) {
  CycleAccount account;
  account.busy(busy);
  account.stall(StallReason::kInputEmpty, length - busy);
  return account;
}

std::uint64_t edges_between(bool any, std::uint64_t first, std::uint64_t last) { return any ? last - first + 1 : 0; }

void add_engines(BlockBook& book, const Nfp& nfp, const NfpModel& model, std::uint64_t length) {
  const PipelineSpan span = nfp.timing().span();
  const auto loads = nfp.encoding().lane_loads();
  const auto waits = nfp.timing().engine_waits();
  for (std::size_t n = 0; n < loads.size(); ++n) {
    const std::uint64_t busy = loads[n].queries * model.placement.lane_passes[n % model.placement.lanes()] * nfp.encoding().beats();
    book.add("encoding_engine", fmt::format("{}.encoding_engine_{}", nfp.name(), n), edges_between(loads[n].queries > 0, span.first_accept, span.last_join),
             lane_account(busy, loads[n].service, waits[n]), length);
  }
}

void add_nfp(BlockBook& book, const Nfp& nfp, const NfpModel& model, std::uint64_t length) {
  const PipelineSpan span = nfp.timing().span();
  const bool any = nfp.timing().queries() > 0;
  add_engines(book, nfp, model, length);
  if (model.geometry.has_direction_lane)
    book.add("direction_encoder", fmt::format("{}.direction_encoder", nfp.name()), edges_between(any, span.first_accept, span.last_join),
             lane_account(nfp.direction().queries(), nfp.direction().service(), nfp.timing().direction_waits()), length);
  book.add("mlp_engine", fmt::format("{}.mlp_engine", nfp.name()), edges_between(any, span.first_join, span.last_pop), mlp_account(nfp.timing().mlp_account()),
           length);
}

void add_nfp_counters(RunRecord& record, const Nfp& nfp, const NfpModel& model) {
  const MlpEngineParams& mlp = model.params.mlp_engine;
  const auto levels = nfp.encoding().level_counters();
  for (std::size_t l = 0; l < levels.size(); ++l) record.levels[l] += levels[l];
  record.queries += nfp.timing().queries();
  record.direction_evaluations += nfp.direction().evaluations();
  record.mlp_steps += nfp.timing().mlp_account().busy;
  record.weights_loaded += nfp.timing().weight_load_cycles() * mlp.weight_load_width;
  record.macs.useful += nfp.timing().popped() * useful_macs(model.layers);
  record.macs.clocked += nfp.timing().mlp_account().busy * mlp.rows * mlp.cols;
}

void name_ideals(RunRecord& record, const ChipSetup& setup) {
  record.idealised.emplace_back("memory: bandwidth and latency only, no banks, rows or refresh (memory `ideal`)");
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
  record.memory_read_bytes = cluster.memory().read_bytes();
  record.memory_write_bytes = cluster.memory().write_bytes();
  record.table_load_bytes = cluster.loader().bytes_read();
  record.table_write_bytes = cluster.loader().loads() * cluster.loader().plan().bytes * setup.chip.nfps;
  record.feature_beats = cluster.nfps().front()->encoding().beats();
  record.interrupted = cluster.interrupted();

  BlockBook book(record);
  for (const auto& nfp : cluster.nfps()) {
    add_nfp(book, *nfp, model, length.ngpc);
    add_nfp_counters(record, *nfp, model);
  }
  book.add("scheduler", "scheduler", cluster.scheduler().account().busy(), cluster.scheduler().account(), length.ngpc);
  const std::uint64_t memory_busy = cluster.memory().pipe().busy();
  book.add("memory", "memory", memory_busy, busy_or_idle(memory_busy, length.memory), length.memory);
  book.add("host", "host", cluster.host().account().busy(), cluster.host().account(), length.host);
  name_ideals(record, setup);
  return record;
}

}  // namespace ngpcsim::models
