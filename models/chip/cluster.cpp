#include "models/chip/cluster.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "models/chip/links.h"
#include "models/chip/timeline_tracks.h"
#include "models/nfp/clocked_nfp.h"
#include "models/nfp/run_ahead_nfp.h"
#include "sim/base/rng.h"

namespace ngpcsim::models {
namespace {

template <class T>
void shuffle(std::vector<T>& items, std::uint64_t seed) {
  Rng rng(seed);
  for (std::size_t n = items.size(); n > 1; --n) std::swap(items[n - 1], items[rng.below(static_cast<std::uint32_t>(n))]);
}

/// Of the tables that are loaded as a whole.
std::uint64_t loaded_entries(const NfpModel& model) {
  std::uint64_t entries = 0;
  for (std::size_t l = 0; l < model.levels.size(); ++l) {
    const bool is_paged = model.pages.holds_lane(static_cast<std::uint32_t>(l % model.placement.lanes()));
    entries += model.cached() || is_paged ? 0 : model.levels[l].entries;
  }
  return entries;
}

PageLoaderPlan page_plan(const ChipParams& chip) {
  const GridSramParams& sram = chip.nfp.encoding_engine.grid_sram;
  return {.nfps = chip.nfps,
          .multicast = sram.table_load == TableLoad::kMulticast,
          .loads_in_flight = sram.paging.loads_in_flight,
          .wait_cycles = sram.paging.multicast_wait_cycles,
          .burst_bytes = chip.memory.load_burst_bytes};
}

TableLoadPlan load_plan(const ChipSetup& setup, const NfpModel& model) {
  const EncodingEngineParams& engine = setup.chip.nfp.encoding_engine;
  constexpr std::uint64_t kWeightBytes = 2;  // fp16
  const std::uint64_t tables = loaded_entries(model) * model.encoding.features * bytes_of(engine.feature_type), weights = padded_weights(model.layers) * kWeightBytes;
  const std::uint64_t all_tables = total_entries(model.levels) * model.encoding.features * bytes_of(engine.feature_type);
  return {.address = tables == 0 ? all_tables : 0,
          .bytes = tables + weights,
          .table_bytes = tables,
          .copies = engine.grid_sram.table_load == TableLoad::kUnicast ? setup.chip.nfps : 1,
          .burst_bytes = setup.chip.memory.load_burst_bytes,
          .window = setup.chip.memory.outstanding};
}

}  // namespace

Cluster::Cluster(const ChipSetup& setup, const NfpModel& model, ClockedCores& cores, HostJob job, const RunHooks& hooks)
    : ngpc_clock_(setup.chip.clock_khz), memory_clock_(setup.chip.memory.clock_khz), host_clock_(std::uint64_t{setup.host_mhz} * 1000), memory_(setup.chip.memory, setup.dram, setup.where), nfps_(setup.chip.nfps) {
  construct(setup, model, cores, job, hooks);
  wire(setup);
  if (model.cached()) wire_lines(setup.chip.memory.sync_cycles);
  if (model.paged()) wire_pages(setup.chip.memory.sync_cycles);
  if (hooks.timeline != nullptr) show_on(*hooks.timeline);
}

void Cluster::construct(const ChipSetup& setup, const NfpModel& model, ClockedCores& cores, HostJob& job, const RunHooks& hooks) {
  const ChipParams& chip = setup.chip;
  std::vector<std::function<void()>> makers;
  makers.emplace_back([&] { host_ = std::make_unique<Host>("host", host_clock_, control_, chip.host, setup.host_costs, std::move(job), hooks); });
  makers.emplace_back([&] { scheduler_ = std::make_unique<Scheduler>("scheduler", ngpc_clock_, control_, chip.scheduler, chip.nfps); });
  makers.emplace_back([&] { loader_ = std::make_unique<TableLoader>("table_loader", ngpc_clock_, control_, SourceId(chip.nfps), load_plan(setup, model)); });
  if (model.paged()) makers.emplace_back([&] { page_loader_ = std::make_unique<PageLoader>("page_loader", ngpc_clock_, control_, page_plan(chip)); });
  makers.emplace_back([&] {
    memory_.construct(memory_clock_, control_, chip.nfps + 1 + (model.cached() || model.paged() ? chip.nfps : 0));
    memory_.block().observe(hooks.request);
  });
  for (std::uint32_t n = 0; n < chip.nfps; ++n) makers.emplace_back([&, n] { construct_nfp(n, model, cores); });
  makers.emplace_back([&] {
    watchdog_ = std::make_unique<Watchdog>("watchdog", ngpc_clock_, control_, chip.watchdog_cycles,
                                           [this] { return Watchdog::Work{scheduler_->queries_done(), scheduler_->holds_work()}; });
  });
  if (setup.construction_seed != 0) shuffle(makers, setup.construction_seed);
  for (const auto& make : makers) make();
}

void Cluster::construct_nfp(std::uint32_t number, const NfpModel& model, ClockedCores& cores) {
  const std::string name = fmt::format("nfp_{}", number);
  std::unique_ptr<Nfp>& nfp = nfps_[number];
  if (cores.pipelines.empty()) nfp = std::make_unique<RunAheadNfp>(name.c_str(), ngpc_clock_, control_, NfpId(number), model);
  else nfp = std::make_unique<ClockedNfp>(name.c_str(), ngpc_clock_, control_, NfpId(number), model, std::move(cores.pipelines.at(number)), *cores.network);
}

void Cluster::wire(const ChipSetup& setup) {
  const std::uint32_t to_memory = setup.chip.memory.sync_cycles, to_host = setup.chip.host.sync_cycles;
  MemoryBlock& memory = memory_.block();
  std::vector<Link<Batch>> batches;
  for (std::uint32_t n = 0; n < nfps_.size(); ++n) {
    Nfp& nfp = *nfps_[n];
    batches.emplace_back(ngpc_clock_, kOnlySource, nfp, nfp.batches(), setup.chip.scheduler.dispatch_cycles);
    memory.connect(SourceId(n), Link(memory_clock_, kOnlySource, nfp, nfp.responses(), to_memory));
    nfp.connect(Link(ngpc_clock_, n, memory, memory.requests(), to_memory),
                Link(ngpc_clock_, n, *scheduler_, scheduler_->batches_done(), kLocalCycles));
  }
  const auto loader_source = static_cast<std::uint32_t>(nfps_.size());
  memory.connect(SourceId(loader_source), Link(memory_clock_, kOnlySource, *loader_, loader_->responses(), to_memory));
  loader_->connect(Link(ngpc_clock_, loader_source, memory, memory.requests(), to_memory),
                   Link(ngpc_clock_, kOnlySource, *scheduler_, scheduler_->tables_loaded(), kLocalCycles));
  scheduler_->connect(Link(ngpc_clock_, kOnlySource, *host_, host_->launches_done(), to_host),
                      Link(ngpc_clock_, kOnlySource, *loader_, loader_->commands(), kLocalCycles), std::move(batches));
  host_->connect(Link(host_clock_, kOnlySource, *scheduler_, scheduler_->launches(), to_host));
}

/// The ports by which NFPs fetch lines of the tables come behind all others. Such NFPs run ahead (make_nfp_model).
void Cluster::wire_lines(std::uint32_t sync_cycles) {
  MemoryBlock& memory = memory_.block();
  for (std::uint32_t n = 0; n < nfps_.size(); ++n) {
    auto& nfp = dynamic_cast<RunAheadNfp&>(*nfps_[n]);
    const auto source = static_cast<std::uint32_t>(nfps_.size()) + 1 + n;
    memory.connect(SourceId(source), Link(memory_clock_, kOnlySource, nfp, nfp.cache().lines(), sync_cycles));
    nfp.cache().connect(SourceId(source), Link(ngpc_clock_, source, memory, memory.requests(), sync_cycles));
  }
}

/// The same places are those of the page loader's ports.
void Cluster::wire_pages(std::uint32_t sync_cycles) {
  MemoryBlock& memory = memory_.block();
  for (std::uint32_t n = 0; n < nfps_.size(); ++n) {
    auto& nfp = dynamic_cast<RunAheadNfp&>(*nfps_[n]);
    const auto source = static_cast<std::uint32_t>(nfps_.size()) + 1 + n;
    memory.connect(SourceId(source), Link(memory_clock_, n, *page_loader_, page_loader_->responses(), sync_cycles));
    page_loader_->connect_memory(SourceId(source), Link(ngpc_clock_, source, memory, memory.requests(), sync_cycles));
    page_loader_->connect_nfp(Link(ngpc_clock_, kOnlySource, nfp, nfp.pager().pages(), kLocalCycles));
    nfp.pager().connect(Link(ngpc_clock_, n, *page_loader_, page_loader_->asks(), kLocalCycles));
  }
}

void Cluster::show_on(events::Sink& timeline) {
  host_->show_kernels({timeline, kernel_track(host_clock_)});
  events::Track launches(timeline, launch_track(ngpc_clock_)), loads(timeline, load_track(ngpc_clock_));
  std::vector<events::Track> batches;
  for (std::uint32_t n = 0; n < nfps_.size(); ++n) {
    batches.emplace_back(timeline, batch_track(ngpc_clock_, NfpId(n)));
    nfps_[n]->show_batches(batches.back());
  }
  scheduler_->show_launches(launches, loads, std::move(batches));
}

void Cluster::run() {
  control_.run();
  close();
}

/// The run ends with the host's last edge. NFPs may run ahead of time, so an interrupted run ends where the furthest of them is.
void Cluster::close() {
  length_.host = host_->last_edge();
  length_.ngpc = ngpc_clock_.first_edge_from(length_.host, host_clock_);
  for (const auto& nfp : nfps_) length_.ngpc = std::max(length_.ngpc, nfp->done_until());
  length_.memory = memory_.block().finish(memory_clock_.first_edge_from(length_.ngpc, ngpc_clock_), interrupted());
  length_.host = std::max(length_.host, host_clock_.first_edge_from(length_.ngpc, ngpc_clock_) * (interrupted() ? 1 : 0));
  host_->finish(length_.host);
  scheduler_->finish(length_.ngpc);
  for (const auto& nfp : nfps_) nfp->finish(length_.ngpc);
}

}  // namespace ngpcsim::models
