#include "sim/app/run_config.h"

#include "sim/app/chip_dram.h"
#include "sim/app/workload_config.h"

namespace ngpcsim::app {

RunConfig load_run_config(const RunOptions& options, const ConfigStore& store) {
  RunConfig run{.chip = {}, .workload = {}, .gpu = {}, .energy = {}, .dram = {}, .roots = ConfigRoots(options.set, {"chip", "workload", "gpu", "energy", "dram"}), .workload_file = {}};
  run.workload_file = store.find(ConfigKind::kWorkload, options.workload, {.file = "WORKLOAD"});
  run.chip = run.roots.load<models::ChipParams>(store.find(ConfigKind::kChip, options.chip, {.file = "CHIP"}), {.element = "chip", .attributes = {"machine"}});
  run.roots.require_attribute("machine", "ngpc");
  run.workload = load_workload(run.roots, run.workload_file, options.set, store);
  run.gpu = run.roots.load<gpu::GpuParams>(store.find(ConfigKind::kGpu, options.gpu, {.file = "--gpu"}), {.element = "gpu"});
  const std::filesystem::path energy = store.find(ConfigKind::kEnergy, run.chip.energy, run.where("chip.energy"));
  run.energy = run.roots.load<energy::EnergyParams>(energy, {.element = "energy"});
  run.dram = load_chip_dram(run.roots, run.chip.memory, store);
  return run;
}

}  // namespace ngpcsim::app
