#include "workloads/apps/nsdf_params.h"

namespace ngpcsim::workloads {

std::unique_ptr<NsdfSource> make_nsdf_source(const NsdfParams& params, const PathContext& context, std::vector<std::string>& notes) {
  if (params.scene.empty() == params.mesh.empty())
    throw InputError(context.at(params.scene.empty() ? "mesh" : "scene"), fmt::format("scene = \"{}\" and mesh = \"{}\"", params.scene, params.mesh), "the name of a built-in solid, or a file");
  if (!params.scene.empty() && params.scene != kAutomatonName) throw InputError(context.at("scene"), fmt::format("no built-in solid \"{}\"", params.scene), std::string(kAutomatonName));
  const SphereRule rule{.step_fraction = static_cast<float>(params.step_fraction),
                        .stop_distance = static_cast<float>(params.stop_distance),
                        .max_steps = params.max_steps,
                        .compaction_rounds = params.compaction_rounds};
  std::vector<ChosenCamera> cameras = chosen_cameras(params.view, context);
  if (params.mesh.empty()) return std::make_unique<NsdfSourceOf<SolidField>>(SolidField{}, std::move(cameras), params.view, rule);
  const std::filesystem::path file = expand_path(params.mesh, context, "mesh");
  Mesh mesh = read_obj(file);
  for (const std::string& note : mesh.notes) notes.push_back(fmt::format("{}: {}", file.string(), note));
  const MeshBounds bounds = normalise(mesh);
  return std::make_unique<NsdfSourceOf<MeshField>>(MeshField(std::move(mesh), bounds), std::move(cameras), params.view, rule);
}

}  // namespace ngpcsim::workloads
