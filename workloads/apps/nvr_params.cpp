#include "workloads/apps/nvr_params.h"

#include "workloads/scenes/demo_cloud.h"

namespace ngpcsim::workloads {
namespace {

DensityGrid grid_of(const NvrParams& params, const PathContext& context) {
  if (params.scene.empty() == params.density.empty())
    throw InputError(context.at(params.scene.empty() ? "density" : "scene"), fmt::format("scene = \"{}\" and density = \"{}\"", params.scene, params.density), "the name of a built-in volume, or a file");
  if (params.scene.empty()) return read_density_grid(expand_path(params.density, context, "density"), {params.density_nx, params.density_ny, params.density_nz});
  if (params.scene != kCloudName) throw InputError(context.at("scene"), fmt::format("no built-in volume \"{}\"", params.scene), std::string(kCloudName));
  return cloud_grid();
}

}  // namespace

std::unique_ptr<NvrSource> make_nvr_source(const NvrParams& params, const PathContext& context) {
  const TrackingRule rule{.mean_free_path = static_cast<float>(1.0 / params.density_scale),
                          .stop_opacity = static_cast<float>(params.stop_opacity),
                          .max_queries = params.max_rounds,
                          .compaction_rounds = params.compaction_rounds,
                          .seed = params.tracking_seed};
  std::vector<ChosenCamera> cameras = chosen_cameras(params.view, context);
  return std::make_unique<NvrSource>(std::make_shared<const NvrVolume>(grid_of(params, context)), std::move(cameras), params.view, rule);
}

}  // namespace ngpcsim::workloads
