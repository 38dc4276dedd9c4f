#pragma once
#include "models/common/network_spec.h"
#include "sim/config/describe.h"
#include "workloads/apps/nerf_params.h"
#include "workloads/trace/position_params.h"

namespace ngpcsim::app {

/// Where the queries of a workload come from: attribute `application` of its file.
enum class Application { kNerf, kQueries };

/// A workload that gives queries: where they come from, and the encoding and the networks that every query evaluates. Described as application `nerf`.
struct WorkloadParams {
  Application application = Application::kNerf;
  workloads::NerfParams nerf;
  workloads::PositionParams positions;  ///< of application `queries`
  models::EncodingParams encoding;
  models::NetworkParams network;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    workloads::NerfParams::describe(p.nerf, v);
    v.group("encoding", p.encoding, "the multi-resolution grid");
    v.group("network", p.network, "the density and colour networks");
  }
};

/// A workload file of application `queries`: positions of a file, with encoding and networks as of `nerf`.
struct PositionWorkloadParams {
  workloads::PositionParams positions;
  models::EncodingParams encoding;
  models::NetworkParams network;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    workloads::PositionParams::describe(p.positions, v);
    v.group("encoding", p.encoding, "the multi-resolution grid");
    v.group("network", p.network, "the density and colour networks");
  }
};

}  // namespace ngpcsim::app
