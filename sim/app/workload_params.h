#pragma once
#include "models/common/network_spec.h"
#include "sim/config/describe.h"
#include "workloads/apps/nerf_params.h"

namespace ngpcsim::app {

/// A workload file of application `nerf`: what is drawn, and the encoding and the networks that every query evaluates.
struct WorkloadParams {
  workloads::NerfParams nerf;
  models::EncodingParams encoding;
  models::NetworkParams network;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    workloads::NerfParams::describe(p.nerf, v);
    v.group("encoding", p.encoding, "the multi-resolution grid");
    v.group("network", p.network, "the density and colour networks");
  }
};

}  // namespace ngpcsim::app
