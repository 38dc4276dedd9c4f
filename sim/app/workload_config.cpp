#include "sim/app/workload_config.h"

#include <utility>

#include "sim/app/trained_files.h"
#include "sim/config/text.h"
#include "workloads/apps/nerf_source.h"
#include "workloads/trace/position_source.h"
#include "workloads/trace/trace_source.h"

namespace ngpcsim::app {
namespace {

using workloads::trace::TraceFile;
using workloads::trace::TraceSource;

/// Rays that a marched source puts into a group at most: their numbers have 32 bits.
constexpr std::uint64_t kMarchedGroup = std::uint64_t{1} << 31;

const config::RootKind kWorkloadRoot{.element = "workload", .attributes = {"application"}};

/// Binary and missing files have no lines: their errors name the parameter that led there, too.
template <class Open>
auto open_files(const Open& open, const workloads::PathContext& context, const std::vector<std::pair<const char*, const std::string*>>& files) {
  try {
    return open();
  } catch (const InputError& error) {
    for (const auto& [name, text] : files) {
      const std::string file = workloads::expand_path(*text, context, name).string();
      if (!text->empty() && std::string_view(error.what()).starts_with(file + ": ")) throw InputError(context.at(name), error.what());
    }
    throw;
  }
}

OpenedWorkload open_trace(const std::filesystem::path& file) {
  auto source = std::make_unique<TraceSource>(std::make_shared<const TraceFile>(file));
  const workloads::trace::QueryIndex index = source->index();
  return {.source = std::move(source), .aabb_scale = index.aabb_scale, .group_limit = index.group_limit, .source_frames = index.source_frames};
}

OpenedWorkload open_nerf(const workloads::NerfParams& params, const workloads::Snapshot* trained, const workloads::PathContext& context) {
  auto source = open_files([&] { return workloads::make_nerf_source(params, context, trained); }, context, {{"occupancy", &params.occupancy}, {"transforms", &params.transforms}, {"camera_path", &params.path.file}});
  const std::uint32_t aabb_scale = source->scene().aabb_scale;
  const std::uint64_t frames = source->frames();
  return {.source = std::move(source), .aabb_scale = aabb_scale, .group_limit = kMarchedGroup, .source_frames = frames};
}

OpenedWorkload marched(std::unique_ptr<stream::QuerySource> source, std::vector<std::string> notes = {}) {
  const std::uint64_t frames = source->frames();
  return {.source = std::move(source), .aabb_scale = 1, .group_limit = kMarchedGroup, .source_frames = frames, .notes = std::move(notes)};
}

OpenedWorkload open_nsdf(const workloads::NsdfParams& params, const workloads::PathContext& context) {
  std::vector<std::string> notes;
  auto source = open_files([&] { return workloads::make_nsdf_source(params, context, notes); }, context, {{"mesh", &params.mesh}, {"transforms", &params.view.transforms}, {"camera_path", &params.view.path.file}});
  return marched(std::move(source), std::move(notes));
}

OpenedWorkload open_gia(const workloads::GiaParams& params, const workloads::PathContext& context) {
  return marched(open_files([&] { return workloads::make_gia_source(params, context); }, context, {{"image", &params.image}}));
}

OpenedWorkload open_nvr(const workloads::NvrParams& params, const workloads::PathContext& context) {
  return marched(open_files([&] { return workloads::make_nvr_source(params, context); }, context, {{"density", &params.density}, {"transforms", &params.view.transforms}, {"camera_path", &params.view.path.file}}));
}

/// The places of an application have as many dimensions as its scene, whatever the encoding.
void require_dims(const WorkloadParams& workload, std::uint32_t dims, const workloads::PathContext& context) {
  if (workload.encoding.dims != dims)
    throw InputError(context.at("encoding.dims"), fmt::format("encoding.dims = {} with application {}", workload.encoding.dims, config::name_of(kApplications, workload.application)), fmt::format("{}", dims));
}

OpenedWorkload open_positions(const workloads::PositionParams& params, std::uint32_t dims, const workloads::PathContext& context) {
  auto source = open_files([&] { return workloads::make_position_source(params, context); }, context, {{"positions", &params.positions}, {"directions", &params.directions}});
  if (source->dims() != dims)
    throw InputError(context.at("positions"), fmt::format("positions of {} dimensions and encoding.dims = {}", source->dims(), dims), "the same number");
  return {.source = std::move(source), .aabb_scale = 1, .group_limit = params.queries_per_round, .source_frames = 1};
}

OpenedWorkload open_application(const WorkloadParams& workload, const workloads::PathContext& context) {
  switch (workload.application) {
    case Application::kNerf: return open_nerf(workload.nerf, workload.trained.get(), context);
    case Application::kNsdf: return open_nsdf(workload.nsdf, context);
    case Application::kGia: return open_gia(workload.gia, context);
    case Application::kNvr: return open_nvr(workload.nvr, context);
    case Application::kQueries: return open_positions(workload.positions, workload.encoding.dims, context);
    case Application::kGemm: break;
  }
  throw InvariantError("a list of multiplications opened as queries");
}

}  // namespace

workloads::PathContext path_context(const ConfigRoots& roots, const std::filesystem::path& file, const ConfigStore& store) {
  return {.base_dir = file.parent_path(),
          .data_dir = store.default_data(),
          .locate = [&roots](std::string_view parameter) { return roots.where(config::join_path("workload", parameter)); }};
}

config::ConfigDocument load_workload_document(const std::filesystem::path& file) {
  if (!workloads::trace::is_trace(file)) return config::load(file.string(), kWorkloadRoot);
  return config::load_text(TraceFile(file).workload_xml(), file.string(), kWorkloadRoot);
}

void refuse_sets_of_a_trace(const std::filesystem::path& file, const std::vector<std::string>& sets) {
  if (!workloads::trace::is_trace(file)) return;
  for (const std::string& set : sets) {
    const bool decides_queries = set.starts_with("workload.") && !set.starts_with("workload.encoding.") && !set.starts_with("workload.network.") &&
                                 !set.starts_with("workload.query_order=") && !set.starts_with("workload.bin_side=") && !set.starts_with("workload.scene_switch_frames=");
    if (decides_queries) throw InputError({.file = "--set"}, fmt::format("{} would change what the trace {} has recorded", set, file.string()), "workload.encoding., workload.network., workload.query_order, workload.bin_side and workload.scene_switch_frames");
  }
}

WorkloadParams load_workload(ConfigRoots& roots, const std::filesystem::path& file, const std::vector<std::string>& sets, const ConfigStore& store) {
  refuse_sets_of_a_trace(file, sets);
  config::ConfigDocument document = load_workload_document(file);
  const Application application = application_of(document);
  if (application == Application::kGemm) throw InputError(document.location(), "a list of multiplications gives no queries", "an application of queries");
  auto workload = roots.take<WorkloadParams>(std::move(document), default_workload(application));
  apply_trained_files(workload, roots, path_context(roots, file, store));
  return workload;
}

OpenedWorkload open_workload(const WorkloadParams& workload, const ConfigRoots& roots, const std::filesystem::path& file, const ConfigStore& store) {
  if (workloads::trace::is_trace(file)) return open_trace(file);
  const workloads::PathContext context = path_context(roots, file, store);
  if (workload.application != Application::kQueries) require_dims(workload, workload.application == Application::kGia ? 2 : 3, context);
  OpenedWorkload opened = open_application(workload, context);
  if (workload.trained != nullptr)
    for (const std::string& note : workload.trained->notes) opened.notes.push_back(fmt::format("{}: {}", workload.snapshot, note));
  return opened;
}

std::vector<std::uint64_t> chosen_frames(const OpenedWorkload& workload, std::optional<std::uint64_t> wanted) {
  const std::uint64_t available = workload.source->frames();
  if (wanted.value_or(0) > available && available < workload.source_frames)
    throw InputError({.file = "--frames"}, fmt::format("{}, the trace holds {} of the {} frames of its workload", *wanted, available, workload.source_frames), fmt::format("1 to {}", available));
  std::vector<std::uint64_t> frames(wanted.value_or(available));
  for (std::uint64_t i = 0; i < frames.size(); ++i) frames[i] = i % available;
  return frames;
}

}  // namespace ngpcsim::app
