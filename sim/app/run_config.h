#pragma once
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "models/chip/params.h"
#include "models/energy/technology.h"
#include "models/gpu/params.h"
#include "sim/app/config_store.h"
#include "sim/app/run_options.h"
#include "sim/app/workload_params.h"
#include "sim/config/resolved.h"

namespace ngpcsim::app {

/// The four files of a run, with `--set` applied and every value in range.
struct RunConfig {
  models::ChipParams chip;
  WorkloadParams workload;
  gpu::GpuParams gpu;
  energy::EnergyParams energy;

  /// In the order chip, workload, gpu, energy.
  std::vector<config::ResolvedRoot> roots;
  std::filesystem::path workload_file;

  [[nodiscard]] const std::string& chip_name() const { return roots[0].tag.name; }
  [[nodiscard]] const std::string& workload_name() const { return roots[1].tag.name; }
  [[nodiscard]] const std::string& gpu_name() const { return roots[2].tag.name; }
  [[nodiscard]] const std::string& energy_name() const { return roots[3].tag.name; }

  /// Where a parameter or group ("chip.nfps", "workload.encoding") was written, for messages.
  [[nodiscard]] InputLocation where(std::string_view path) const;
  /// One hash of all values of all roots.
  [[nodiscard]] std::string hash() const;
};

/// Reads and binds. Throws InputError: unknown names, whatever the files hold that does not fit, a `--set` that starts with none of the
/// roots, a machine other than `ngpc`, and an application other than `nerf`.
[[nodiscard]] RunConfig load_run_config(const RunOptions& options, const ConfigStore& store);

}  // namespace ngpcsim::app
