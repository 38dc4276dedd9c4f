#pragma once
#include <filesystem>

#include "sim/app/config_roots.h"
#include "sim/app/workload_params.h"
#include "workloads/apps/path_context.h"

namespace ngpcsim::app {

/// Encoding and networks of a configuration as the simulator has them. Throws InputError at `at` for what no engine evaluates: an encoding that is no grid, directions
/// other than spherical harmonics of degree 4, widths and layers beyond those of workload.network, activations other than ReLU, and NeRF without a colour network.
void take_network(const workloads::NetworkConfig& config, Application application, const InputLocation& at, models::EncodingParams& encoding, models::NetworkParams& network);

/// Where `workload` names a network_config or a snapshot, encoding and networks become those of that file, and `roots` say so; a snapshot is kept in
/// workload.trained. Throws InputError for a file that cannot be read or run, for both of them together, and for a parameter of encoding or network that
/// says something else than the file.
void apply_trained_files(WorkloadParams& workload, ConfigRoots& roots, const workloads::PathContext& context);

}  // namespace ngpcsim::app
