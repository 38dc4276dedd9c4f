#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "models/common/network_spec.h"
#include "sim/app/application.h"
#include "sim/config/describe.h"
#include "workloads/apps/binned_source.h"
#include "workloads/apps/gia_params.h"
#include "workloads/apps/nerf_params.h"
#include "workloads/apps/nsdf_params.h"
#include "workloads/apps/nvr_params.h"
#include "workloads/import/snapshot.h"
#include "workloads/trace/position_params.h"

namespace ngpcsim::app {

/// The order in which the queries of a round go to the chip.
enum class QueryOrder { kRay, kBinned };
inline constexpr std::array<config::Choice<QueryOrder>, 2> kQueryOrders{{{QueryOrder::kRay, "ray"}, {QueryOrder::kBinned, "binned"}}};

/// A workload that gives queries: where they come from, and the encoding and the networks that every query evaluates. It describes what its application has.
struct WorkloadParams {
  Application application = Application::kNerf;
  workloads::NerfParams nerf;
  workloads::NsdfParams nsdf;
  workloads::GiaParams gia;
  workloads::NvrParams nvr;
  workloads::PositionParams positions;  ///< of application `queries`
  QueryOrder query_order = QueryOrder::kRay;
  std::uint32_t bin_side = 16;
  std::string network_config;
  std::string snapshot;
  std::shared_ptr<const workloads::Snapshot> trained;  ///< what `snapshot` holds, once it was read
  std::uint32_t scene_switch_frames = 0;
  models::EncodingParams encoding;
  models::NetworkParams network;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    switch (p.application) {
      case Application::kNerf: workloads::NerfParams::describe(p.nerf, v); break;
      case Application::kNsdf: workloads::NsdfParams::describe(p.nsdf, v); break;
      case Application::kGia: workloads::GiaParams::describe(p.gia, v); break;
      case Application::kNvr: workloads::NvrParams::describe(p.nvr, v); break;
      case Application::kQueries:
        workloads::PositionParams::describe(p.positions, v);
        v.choice("network_kind", p.network.kind, models::kNetworkKinds,
                 {.unit = "", .meaning = "networks that evaluate a position: radiance: density and colour, as NeRF; plain: one, as the other applications", .source = "our choice: NeRF"});
        break;
      case Application::kGemm: break;  // gives no queries
    }
    v.text("network_config", p.network_config, {.unit = "", .meaning = "configuration of instant-ngp or tiny-cuda-nn that gives encoding and network; ${NGPCSIM_DATA} is replaced", .source = "docs/file_formats.md"});
    v.text("snapshot", p.snapshot, {.unit = "", .meaning = "trained model of instant-ngp (.ingp, .msgpack) that gives encoding, network, parameters, and with NeRF the scene; ${NGPCSIM_DATA} is replaced", .source = "docs/file_formats.md"});
    v.choice("query_order", p.query_order, kQueryOrders,
             {.unit = "", .meaning = "order of the queries of a round: ray: ray by ray, steps in order; binned: sorted by the cell of a grid over the scene, for which the host pays (gpu.host.ps_per_sorted_query)", .source = "instant-ngp: ray by ray"});
    v.integer("bin_side", p.bin_side, {.min = 2, .max = workloads::kMostBinSide, .power_of_two = true},
              {.unit = "cells", .meaning = "side of the grid of query_order binned, whose cells follow each other along the Morton curve", .source = "our choice: 16, the coarsest level of the encodings"});
    v.integer("scene_switch_frames", p.scene_switch_frames, {.min = 0, .max = 1000000},
              {.unit = "frames", .meaning = "before every so-many-th frame another scene's tables and weights are loaded, of the same size; 0: one scene", .source = "our choice: one scene"});
    v.group("encoding", p.encoding, "the multi-resolution grid");
    v.group("network", p.network, p.network.kind == models::NetworkKind::kRadiance ? "the density and colour networks" : "the network");
  }
};

/// What a workload's file starts from: the parameters of its application as the references have them.
[[nodiscard]] WorkloadParams default_workload(Application application);

}  // namespace ngpcsim::app
