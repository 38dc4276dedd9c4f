#include "sim/app/trained_files.h"

#include <bit>
#include <memory>

#include <fmt/format.h>

#include "sim/config/param_list.h"

namespace ngpcsim::app {
namespace {

using workloads::EncodingConfig;
using workloads::MlpConfig;
using workloads::NetworkConfig;

void require(bool holds, const InputLocation& at, const std::string& what, std::string_view allowed) {
  if (!holds) throw InputError(at, what, std::string(allowed));
}

void take_grid(const EncodingConfig& from, const InputLocation& at, models::EncodingParams& to) {
  require(from.grid, at, fmt::format("encoding {}: the encoding engines look up grids", from.otype), "HashGrid, DenseGrid or TiledGrid");
  require(from.levels <= 32, at, fmt::format("{} levels", from.levels), "1 to 32 levels");
  require(from.base_resolution <= 4096, at, fmt::format("a base resolution of {}", from.base_resolution), "1 to 4096");
  const auto is = [&from](char first) { return (from.grid_type.front() | 0x20) == first; };
  to.grid = is('h') ? models::GridKind::kHash : is('d') ? models::GridKind::kDense : models::GridKind::kTiled;
  to.levels = from.levels;
  to.features = from.features;
  to.log2_table_entries = from.log2_table_entries;
  to.base_resolution = from.base_resolution;
  to.per_level_scale = from.per_level_scale.value_or(0.0);
  to.interpolation = from.interpolation == "Linear" ? models::Interpolation::kLinear : from.interpolation == "Nearest" ? models::Interpolation::kNearest : models::Interpolation::kSmoothstep;
}

void check_mlp(const MlpConfig& mlp, std::string_view name, const InputLocation& at) {
  require(mlp.neurons >= 16 && mlp.neurons <= 256, at, fmt::format("{} of {} neurons a layer", name, mlp.neurons), "16 to 256");
  require(mlp.hidden_layers >= 1 && mlp.hidden_layers <= 8, at, fmt::format("{} of {} hidden layers", name, mlp.hidden_layers), "1 to 8");
  require(mlp.activation == "ReLU", at, fmt::format("{} with activation {}", name, mlp.activation), "ReLU");
  require(mlp.output_activation == "None" || mlp.output_activation == "ReLU", at, fmt::format("{} with output activation {}", name, mlp.output_activation), "None or ReLU");
}

/// Spherical harmonics of degree 4 on the three components, whatever the composite has for further dimensions, which NeRF data sets rarely have.
void check_direction(const EncodingConfig& encoding, const InputLocation& at) {
  const EncodingConfig& first = encoding.otype == "Composite" ? encoding.nested.front() : encoding;
  require(first.otype == "SphericalHarmonics" && first.detail == 4, at, fmt::format("directions as {}{}", first.otype, first.detail > 0 ? fmt::format(" of {}", first.detail) : std::string()), "SphericalHarmonics of degree 4");
}

bool speaks_of_network(std::string_view path) { return path.starts_with("workload.encoding.") || path.starts_with("workload.network."); }

/// What files and --set say must be what the trained file says.
void check_agreement(const WorkloadParams& workload, const ConfigRoots& roots, const std::string& file) {
  for (const config::ParamInfo& param : config::list_params(workload, "workload")) {
    if (!speaks_of_network(param.path)) continue;
    const auto said = roots.explicit_value(param.path);
    if (said && *said != param.value)
      throw InputError(roots.where(param.path), fmt::format("{} = {}, but {} has {}", param.path, *said, file, param.value), "the same, or no value");
  }
}

}  // namespace

void take_network(const NetworkConfig& config, Application application, const InputLocation& at, models::EncodingParams& encoding, models::NetworkParams& network) {
  take_grid(config.encoding, at, encoding);
  check_mlp(config.network, "network", at);
  network.width = config.network.neurons;
  if (network.kind == models::NetworkKind::kPlain) {
    require(!config.rgb_network, at, fmt::format("a colour network with application {}", config::name_of(kApplications, application)), "a configuration without rgb_network");
    network.hidden_layers = config.network.hidden_layers;
    network.output_activation = config.network.output_activation == "ReLU" ? models::OutputActivation::kRelu : models::OutputActivation::kNone;
    return;
  }
  require(config.rgb_network.has_value(), at, fmt::format("no colour network with application {}", config::name_of(kApplications, application)), "a configuration with rgb_network");
  check_mlp(*config.rgb_network, "rgb_network", at);
  require(config.network.output_activation == "None" && config.rgb_network->output_activation == "None", at, "an output activation in the networks of NeRF", "None");
  require(config.rgb_network->neurons == config.network.neurons, at, fmt::format("networks of {} and {} neurons", config.network.neurons, config.rgb_network->neurons), "the same width");
  if (config.dir_encoding) check_direction(*config.dir_encoding, at);
  network.density_hidden_layers = config.network.hidden_layers;
  network.color_hidden_layers = config.rgb_network->hidden_layers;
}

void apply_trained_files(WorkloadParams& workload, ConfigRoots& roots, const workloads::PathContext& context) {
  const std::string& named = workload.snapshot.empty() ? workload.network_config : workload.snapshot;
  if (named.empty()) return;
  const bool is_snapshot = !workload.snapshot.empty();
  const InputLocation at = context.at(is_snapshot ? "snapshot" : "network_config");
  if (is_snapshot && !workload.network_config.empty()) throw InputError(at, "snapshot beside network_config", "one of them");
  const std::filesystem::path file = workloads::expand_path(named, context, is_snapshot ? "snapshot" : "network_config");
  const InputLocation in_file{file.string()};
  if (is_snapshot) {
    workload.trained = std::make_shared<const workloads::Snapshot>(workloads::read_snapshot(file));
    const std::string_view mode = workload.trained->mode;
    const Application trained_for = mode == "nerf" ? Application::kNerf : mode == "sdf" ? Application::kNsdf : mode == "image" ? Application::kGia : Application::kNvr;
    if (trained_for != workload.application)
      throw InputError(at, fmt::format("{} was trained in mode {}", file.string(), mode), fmt::format("a workload of application {}", config::name_of(kApplications, trained_for)));
    take_network(workload.trained->config, workload.application, in_file, workload.encoding, workload.network);
  } else {
    take_network(workloads::read_network_config(file), workload.application, in_file, workload.encoding, workload.network);
  }
  check_agreement(workload, roots, file.string());
  roots.take_values(config::list_params(workload, "workload"), speaks_of_network, {.at = at, .origin = fmt::format("{} ({})", file.string(), is_snapshot ? "snapshot" : "network_config"), .source = "as trained"});
}

}  // namespace ngpcsim::app
