#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "models/chip/chip_memory.h"
#include "models/chip/params.h"
#include "models/energy/technology.h"
#include "models/gpu/params.h"
#include "sim/app/config_roots.h"
#include "sim/app/config_store.h"
#include "sim/app/run_options.h"
#include "sim/app/workload_params.h"

namespace ngpcsim::app {

/// The files of a run, with `--set` applied and every value in range.
struct RunConfig {
  models::ChipParams chip;
  WorkloadParams workload;
  gpu::GpuParams gpu;
  energy::EnergyParams energy;
  models::DramChoice dram;  ///< of memory `hierarchy`

  ConfigRoots roots;  ///< in the order chip, workload, gpu, energy, and dram where the chip has one
  std::filesystem::path workload_file;

  [[nodiscard]] const std::string& chip_name() const { return roots.name_of("chip"); }
  [[nodiscard]] const std::string& workload_name() const { return roots.name_of("workload"); }
  [[nodiscard]] const std::string& gpu_name() const { return roots.name_of("gpu"); }
  [[nodiscard]] const std::string& energy_name() const { return roots.name_of("energy"); }
  [[nodiscard]] InputLocation where(std::string_view path) const { return roots.where(path); }
  [[nodiscard]] std::string hash() const { return roots.hash(); }
};

/// Reads and binds. Throws InputError: unknown names, whatever the files hold that does not fit, a `--set` that starts with none of the
/// roots, a machine other than `ngpc`, and an application that gives no queries.
[[nodiscard]] RunConfig load_run_config(const RunOptions& options, const ConfigStore& store);

}  // namespace ngpcsim::app
