#include "models/chip/chip.h"

#include <fmt/format.h>

#include <systemc>

#include "models/chip/clocked_cores.h"
#include "models/chip/cluster.h"
#include "models/chip/collect.h"

namespace ngpcsim::models {
namespace {

NfpModel model_of(const ChipSetup& setup) { return make_nfp_model(setup.chip.nfp, setup.encoding, setup.network, setup.levels, setup.where); }

HostJob job_of(const ChipSetup& setup, const stream::QuerySource& source, std::span<const std::uint64_t> frames) {
  const GridSramParams& sram = setup.chip.nfp.encoding_engine.grid_sram;
  return {.source = &source,
          .frames = {frames.begin(), frames.end()},
          .load_first_frame = sram.mode == SramMode::kReload || !sram.warm_start,
          .load_period = sram.mode == SramMode::kReload ? 1 : setup.scene_switch_frames};
}

}  // namespace

void check_setup(const ChipSetup& setup) {
  static_cast<void>(model_of(setup));
  if (setup.scene_switch_frames > 0 && setup.chip.nfp.encoding_engine.grid_sram.mode == SramMode::kPaged)
    throw InputError(setup.where("workload.scene_switch_frames"), fmt::format("scene_switch_frames {} with grid_sram.mode paged", setup.scene_switch_frames), "0, or another mode");
  static_cast<void>(ChipMemory(setup.chip.memory, setup.dram, setup.where));
  require_rtl(setup);
}

RunRecord run_chip(const ChipSetup& setup, const stream::QuerySource& source, std::span<const std::uint64_t> frames, const RunHooks& hooks) {
  check(!frames.empty(), "a run without frames");
  const NfpModel model = model_of(setup);
  ClockedCores cores = make_clocked_cores(setup, model);
  sc_core::sc_set_time_resolution(1, sc_core::SC_PS);
  Cluster cluster(setup, model, cores, job_of(setup, source, frames), hooks);
  cluster.run();
  return collect(cluster, setup, model);
}

}  // namespace ngpcsim::models
