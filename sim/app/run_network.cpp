#include "sim/app/run_network.h"

#include <string>

#include <fmt/format.h>

#include "models/nfp/parameters.h"
#include "sim/base/error.h"

namespace ngpcsim::app {
namespace {

std::vector<models::Fp16> parameters_of(const WorkloadParams& workload) {
  std::vector<models::Fp16> parameters;
  parameters.reserve(workload.trained->parameters.size());
  for (const std::uint16_t bits : workload.trained->parameters) parameters.push_back({bits});
  return parameters;
}

}  // namespace

void require_whole_tables(const RunConfig& config, std::string_view flag) {
  if (config.chip.nfp.encoding_engine.grid_sram.mode == models::SramMode::kPaged)
    throw InputError({.file = std::string(flag)}, "values with grid_sram.mode paged, whose partial sums are rounded in the order of pages", "a mode of the grid SRAM that holds whole tables, or no values");
}

models::FunctionalNetwork functional_network(const RunConfig& config, const std::vector<models::GridLevel>& levels, std::string_view flag) {
  require_whole_tables(config, flag);
  const WorkloadParams& workload = config.workload;
  const models::NfpParams& nfp = config.chip.nfp;
  if (workload.trained == nullptr) return models::make_synthetic_network(workload.encoding, levels, workload.network, nfp);
  if (workload.trained->parameters.empty()) throw InputError(config.where("workload.snapshot"), fmt::format("{} with a snapshot without parameters", flag), "a snapshot with params_binary, or no values");
  return models::make_trained_network(workload.encoding, levels, workload.network, nfp.mlp_engine.rows, nfp.encoding_engine.feature_type, parameters_of(workload));
}

models::FloatNetwork float_network(const RunConfig& config, const std::vector<models::GridLevel>& levels) {
  return {config.workload.encoding, levels, config.workload.network, parameters_of(config.workload)};
}

}  // namespace ngpcsim::app
