#include "models/chip/gemm_cluster.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "models/chip/links.h"
#include "models/common/ceil_div.h"
#include "sim/base/rng.h"

namespace ngpcsim::models {
namespace {

/// Edges of the NGPC that every request takes at least, both crossings among them.
std::uint64_t least_round_trip(const ChipParams& chip) {
  const std::uint64_t in_memory = chip.memory.sync_cycles + least_latency(chip.memory);
  return ceil_div(in_memory * chip.clock_khz, chip.memory.clock_khz) + chip.memory.sync_cycles;
}

GemmProgressMeter::Show show_on(const GemmHooks& hooks, std::span<const stream::Gemm> list) {
  if (!hooks.progress) return {};
  const std::uint64_t macs = std::accumulate(list.begin(), list.end(), std::uint64_t{0},
                                             [](std::uint64_t sum, const stream::Gemm& gemm) { return sum + gemm.m * gemm.n * gemm.k * gemm.batch; });
  return [show = hooks.progress, layers = list.size(), macs](std::size_t layer, std::uint64_t done) {
    return show({.layer = layer, .layers = layers, .macs_done = done, .macs = macs});
  };
}

}  // namespace

GemmArray gemm_array(const ChipParams& chip) {
  const MlpEngineParams& engine = chip.nfp.mlp_engine;
  const GemmUnitParams& gemm = chip.gemm;
  return {.dataflow = engine.dataflow,
          .rows = engine.rows,
          .cols = engine.cols,
          .latency = engine.latency_cycles,
          .load_width = engine.weight_load_width,
          .prefetch = gemm.prefetch,
          .unlimited = gemm.supply == GemmSupply::kUnlimited,
          .operand_queue = gemm.operand_queue_bytes,
          .result_queue = gemm.result_queue_bytes,
          .operand_store = gemm.operand_store_bytes,
          .accumulator = gemm.accumulator_bytes,
          .request = gemm.request_bytes};
}

SplitSetup gemm_split(const ChipParams& chip) {
  return {.array = gemm_array(chip),
          .split = chip.gemm.split,
          .nfps = chip.nfps,
          .bytes_times = peak_bytes(chip.memory) * chip.memory.clock_khz,
          .bytes_per = chip.clock_khz};
}

GemmCluster::GemmCluster(const GemmSetup& setup, std::span<const stream::Gemm> list, const GemmHooks& hooks)
    : ngpc_clock_(setup.chip.clock_khz),
      memory_clock_(setup.chip.memory.clock_khz),
      watchdog_cycles_(setup.chip.watchdog_cycles),
      progress_(show_on(hooks, list), setup.chip.nfps),
      memory_(setup.chip.memory, setup.dram, setup.where),
      nfps_(setup.chip.nfps) {
  construct(setup, list);
  wire(setup);
  if (hooks.request) memory_.block().observe(hooks.request);
}

void GemmCluster::construct(const GemmSetup& setup, std::span<const stream::Gemm> list) {
  const ChipParams& chip = setup.chip;
  const GemmArray array = gemm_array(chip);
  const GemmNfp::Shared shared{.progress = progress_, .round_trip = least_round_trip(chip)};
  std::vector<std::function<void()>> makers;
  makers.emplace_back([&] {
    controller_ =
        std::make_unique<GemmController>("gemm_controller", ngpc_clock_, control_, gemm_split(chip), stream::GemmList(list.begin(), list.end()), progress_);
  });
  makers.emplace_back([&] { memory_.construct(memory_clock_, control_, chip.nfps); });
  makers.emplace_back([&] { watchdog_ = std::make_unique<Watchdog>("watchdog", ngpc_clock_, control_, watchdog_cycles_, [this] { return work(); }); });
  for (std::uint32_t n = 0; n < chip.nfps; ++n)
    makers.emplace_back([&, n] { nfps_[n] = std::make_unique<GemmNfp>(fmt::format("nfp_{}", n).c_str(), ngpc_clock_, control_, n, array, shared); });
  if (setup.construction_seed != 0) {
    Rng rng(setup.construction_seed);
    for (std::size_t n = makers.size(); n > 1; --n) std::swap(makers[n - 1], makers[rng.below(static_cast<std::uint32_t>(n))]);
  }
  for (const auto& make : makers) make();
}

void GemmCluster::wire(const GemmSetup& setup) {
  const std::uint32_t to_memory = setup.chip.memory.sync_cycles;
  MemoryBlock& memory = memory_.block();
  std::vector<Link<GemmCommand>> commands;
  for (std::uint32_t n = 0; n < nfps_.size(); ++n) {
    GemmNfp& nfp = *nfps_[n];
    commands.emplace_back(ngpc_clock_, kOnlySource, nfp, nfp.commands(), setup.chip.scheduler.dispatch_cycles);
    memory.connect(SourceId(n), Link(memory_clock_, kOnlySource, nfp, nfp.responses(), to_memory));
    nfp.connect(Link(ngpc_clock_, n, memory, memory.requests(), to_memory), Link(ngpc_clock_, n, *controller_, controller_->done(), kLocalCycles));
  }
  controller_->connect(std::move(commands));
}

/// Steps that are settled but lie ahead are progress too: an array may be busy for longer than the watchdog's period without anything that happens between.
Watchdog::Work GemmCluster::work() {
  const std::uint64_t edge = ++looks_ * watchdog_cycles_;
  std::uint64_t done = progress_.reports();
  bool ahead = false;
  for (const auto& nfp : nfps_) {
    done += nfp->answers();
    ahead = ahead || nfp->settled_until() >= edge;
  }
  busy_looks_ += ahead ? 1 : 0;
  return {done + busy_looks_, !controller_->finished()};
}

void GemmCluster::run() {
  control_.run();
  close();
}

/// The run ends where the controller knows the last part to be done. NFPs run ahead, so an interrupted run ends where the furthest of them is.
void GemmCluster::close() {
  ngpc_cycles_ = controller_->last_edge();
  if (interrupted())
    for (const auto& nfp : nfps_) ngpc_cycles_ = std::max(ngpc_cycles_, nfp->charged_until());
  memory_cycles_ = memory_.block().finish(memory_clock_.first_edge_from(ngpc_cycles_, ngpc_clock_), interrupted());
  for (const auto& nfp : nfps_) nfp->finish(ngpc_cycles_);
}

}  // namespace ngpcsim::models
