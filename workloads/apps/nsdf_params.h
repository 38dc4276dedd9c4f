#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "sim/config/describe.h"
#include "workloads/apps/nsdf_source.h"
#include "workloads/apps/path_context.h"
#include "workloads/apps/view_params.h"

namespace ngpcsim::workloads {

/// A neural signed distance function as a workload: sphere tracing of a solid.
struct NsdfParams {
  ViewParams view;
  std::string scene;
  std::string mesh;
  double step_fraction = 0.95;
  double stop_distance = 3e-4;
  std::uint32_t max_steps = 10000;
  std::uint32_t compaction_rounds = 4;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    ViewParams::describe(p.view, v);
    v.text("scene", p.scene, {.unit = "", .meaning = "name of a built-in solid (automaton); empty: mesh is read", .source = "our choice"});
    v.text("mesh", p.mesh, {.unit = "", .meaning = "Wavefront OBJ file; ${NGPCSIM_DATA} is replaced", .source = "docs/file_formats.md"});
    v.real("step_fraction", p.step_fraction, {.min = 0.01, .max = 1.0}, {.unit = "", .meaning = "part of the distance that a step goes", .source = "instant-ngp, testbed_sdf: 0.95"});
    v.real("stop_distance", p.stop_distance, {.min = 1e-6, .max = 0.1}, {.unit = "cube sides", .meaning = "distance at which a ray has hit", .source = "instant-ngp, testbed_sdf: above 5e-5, and half of it above 1.5e-4"});
    v.integer("max_steps", p.max_steps, {.min = 1, .max = 1000000}, {.unit = "queries", .meaning = "a ray ends after that many", .source = "instant-ngp: MARCH_ITER 10000"});
    v.integer("compaction_rounds", p.compaction_rounds, {.min = 1, .max = 1024}, {.unit = "rounds", .meaning = "rays that have ended are dropped from the launches after 1, 2, 3 ... rounds, this many at most; until then their last query is evaluated again", .source = "instant-ngp, testbed_sdf: min(i, 4)"});
  }
};

/// The queries of an NSDF workload; notes of the mesh's reader are appended to `notes`. Throws InputError at the parameter's location on an unknown scene, a scene
/// together with a file, neither of them, and cameras that do not exist; and at the file on what its reader rejects.
[[nodiscard]] std::unique_ptr<NsdfSource> make_nsdf_source(const NsdfParams& params, const PathContext& context, std::vector<std::string>& notes);

}  // namespace ngpcsim::workloads
