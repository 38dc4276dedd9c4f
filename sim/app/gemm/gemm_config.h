#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "models/chip/gemm_chip.h"
#include "models/energy/technology.h"
#include "models/gpu/params.h"
#include "sim/app/config_roots.h"
#include "sim/app/config_store.h"
#include "sim/app/run_options.h"
#include "workloads/gemm/gemm_params.h"
#include "workloads/stream/gemm_list.h"

namespace ngpcsim::app {

/// The files of a run of a GEMM list, with `--set` applied and every value in range.
struct GemmConfig {
  models::ChipParams chip;
  workloads::GemmParams workload;
  gpu::GpuParams gpu;
  energy::EnergyParams energy;
  models::DramChoice dram;  ///< of memory `hierarchy`
  ConfigRoots roots;  ///< in the order chip, workload, gpu, energy, and dram where the chip has one
  std::filesystem::path workload_file;
};

/// Reads and binds. Throws InputError as load_run_config does, and for options of `run` that a GEMM list has no use for.
[[nodiscard]] GemmConfig load_gemm_config(const RunOptions& options, const ConfigStore& store);

/// The list, and what its reader has to say of it.
struct GemmInputs {
  stream::GemmList list;
  std::vector<std::string> warnings;
};
[[nodiscard]] GemmInputs open_gemm_inputs(const GemmConfig& config, const ConfigStore& store);

[[nodiscard]] models::GemmSetup gemm_setup(const GemmConfig& config, std::uint64_t seed);

}  // namespace ngpcsim::app
