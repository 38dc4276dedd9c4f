#include "sim/app/gemm/gemm_config.h"

#include "sim/config/text.h"

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
  GemmConfig run{.chip = {}, .workload = {}, .energy = {}, .roots = ConfigRoots(options.set, {"chip", "workload", "energy"}), .workload_file = {}};
  run.workload_file = store.find(ConfigKind::kWorkload, options.workload, {.file = "WORKLOAD"});
  run.chip = run.roots.load<models::ChipParams>(store.find(ConfigKind::kChip, options.chip, {.file = "CHIP"}), {.element = "chip", .attributes = {"machine"}});
  run.roots.require_attribute("machine", "ngpc");
  run.workload = run.roots.load<workloads::GemmParams>(run.workload_file, {.element = "workload", .attributes = {"application"}});
  const std::filesystem::path energy = store.find(ConfigKind::kEnergy, run.chip.energy, run.roots.where("chip.energy"));
  run.energy = run.roots.load<energy::EnergyParams>(energy, {.element = "energy"});
  refuse_rtl(run);
  return run;
}

GemmInputs open_gemm_inputs(const GemmConfig& config, const ConfigStore& store) {
  const workloads::PathContext context{.base_dir = config.workload_file.parent_path(),
                                       .data_dir = store.default_data(),
                                       .locate = [&config](std::string_view parameter) { return config.roots.where(config::join_path("workload", parameter)); }};
  GemmInputs inputs;
  inputs.list = workloads::make_gemm_list(config.workload, context, inputs.warnings);
  return inputs;
}

models::GemmSetup gemm_setup(const GemmConfig& config, std::uint64_t seed) {
  return {.chip = config.chip, .where = [&config](std::string_view path) { return config.roots.where(path); }, .construction_seed = seed};
}

}  // namespace ngpcsim::app
