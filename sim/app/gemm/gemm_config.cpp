#include "sim/app/gemm/gemm_config.h"

#include <utility>

#include "sim/app/chip_dram.h"
#include "sim/app/workload_config.h"
#include "sim/config/text.h"
#include "workloads/trace/gemm_trace.h"

namespace ngpcsim::app {
namespace {

/// What only frames have.
void refuse_frame_options(const RunOptions& options) {
  const auto refuse = [](bool given, const char* flag, const char* what) {
    if (given) throw InputError({.file = flag}, fmt::format("a GEMM list has no {}", what), "a workload of another application");
  };
  refuse(options.frames.has_value(), "--frames", "frames");
  refuse(options.timeline, "--timeline", "kernels, launches and batches");
  refuse(!options.waves.file.empty(), "--waves", "blocks in RTL");
}

/// Networks need the blocks around the array, a GEMM list only the array, and that as a model.
void refuse_rtl(const GemmConfig& config) {
  if (const auto block = models::asks_for_rtl(config.chip.nfp))
    throw InputError(config.roots.where(*block), "a GEMM list does not run on RTL", "implementation = model");
}

}  // namespace

GemmConfig load_gemm_config(const RunOptions& options, const ConfigStore& store) {
  refuse_frame_options(options);
  GemmConfig run{.chip = {}, .workload = {}, .gpu = {}, .energy = {}, .dram = {}, .roots = ConfigRoots(options.set, {"chip", "workload", "gpu", "energy", "dram"}), .workload_file = {}};
  run.workload_file = store.find(ConfigKind::kWorkload, options.workload, {.file = "WORKLOAD"});
  run.chip = run.roots.load<models::ChipParams>(store.find(ConfigKind::kChip, options.chip, {.file = "CHIP"}), {.element = "chip", .attributes = {"machine"}});
  run.roots.require_attribute("machine", "ngpc");
  refuse_sets_of_a_trace(run.workload_file, options.set);
  run.workload = run.roots.take<workloads::GemmParams>(load_workload_document(run.workload_file));
  run.gpu = run.roots.load<gpu::GpuParams>(store.find(ConfigKind::kGpu, options.gpu, {.file = "--gpu"}), {.element = "gpu"});
  const std::filesystem::path energy = store.find(ConfigKind::kEnergy, run.chip.energy, run.roots.where("chip.energy"));
  run.energy = run.roots.load<energy::EnergyParams>(energy, {.element = "energy"});
  run.dram = load_chip_dram(run.roots, run.chip.memory, store);
  refuse_rtl(run);
  return run;
}

GemmInputs open_gemm_inputs(const GemmConfig& config, const ConfigStore& store) {
  const workloads::PathContext context{.base_dir = config.workload_file.parent_path(),
                                       .data_dir = store.default_data(),
                                       .locate = [&config](std::string_view parameter) { return config.roots.where(config::join_path("workload", parameter)); }};
  GemmInputs inputs;
  if (workloads::trace::is_trace(config.workload_file)) {
    workloads::trace::GemmTrace trace = workloads::trace::read_gemm_trace(workloads::trace::TraceFile(config.workload_file));
    return {std::move(trace.list), std::move(trace.notes)};
  }
  inputs.list = workloads::make_gemm_list(config.workload, context, inputs.warnings);
  return inputs;
}

models::GemmSetup gemm_setup(const GemmConfig& config, std::uint64_t seed) {
  return {.chip = config.chip, .dram = config.dram, .where = [&config](std::string_view path) { return config.roots.where(path); }, .construction_seed = seed};
}

}  // namespace ngpcsim::app
