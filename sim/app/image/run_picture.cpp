#include "sim/app/image/run_picture.h"

#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "sim/app/image/draw.h"
#include "sim/app/run_network.h"
#include "sim/app/workload_config.h"
#include "sim/base/error.h"
#include "workloads/trace/trace_file.h"

namespace ngpcsim::app {
namespace {

const char* const kFlag = "--image";
constexpr std::uint64_t kMostPixels = std::uint64_t{1} << 27;  // 1.5 GB, twice
constexpr double kHardwareShare = 0.6;  // of the time that both pictures take, for progress

std::uint64_t pixels_of(const WorkloadParams& w) {
  const auto area = [](std::uint32_t width, std::uint32_t height) { return std::uint64_t{width} * height; };
  switch (w.application) {
    case Application::kNerf: return area(w.nerf.width, w.nerf.height);
    case Application::kNsdf: return area(w.nsdf.view.width, w.nsdf.view.height);
    case Application::kGia: return area(w.gia.width, w.gia.height);
    case Application::kNvr: return area(w.nvr.view.width, w.nvr.view.height);
    case Application::kQueries:
    case Application::kGemm: break;
  }
  return 0;
}

/// Of NeRF, picture, solid and volume: how many outputs of the network its renderer looks at.
std::uint32_t outputs_needed(Application application) {
  switch (application) {
    case Application::kNerf:
    case Application::kGia: return 3;
    case Application::kNsdf: return 1;
    case Application::kNvr: return 4;
    case Application::kQueries:
    case Application::kGemm: break;
  }
  return 0;
}

}  // namespace

void require_picture(const RunConfig& config) {
  require_whole_tables(config, kFlag);
  const WorkloadParams& workload = config.workload;
  const std::uint32_t needed = outputs_needed(workload.application);
  const auto refuse = [](const std::string& what, const char* allowed) { throw InputError({.file = kFlag}, what, allowed); };
  if (needed == 0 || workloads::trace::is_trace(config.workload_file)) refuse(fmt::format("{} has positions and no pixels", config.workload_name()), "a workload of application nerf, nsdf, gia or nvr");
  if (workload.trained == nullptr || workload.trained->parameters.empty())
    refuse(fmt::format("{} has no trained parameters: its picture would be noise", config.workload_name()), "a workload with a snapshot, such as nerf-demo-trained");
  if (pixels_of(workload) > kMostPixels) refuse(fmt::format("a picture of {} pixels", pixels_of(workload)), "at most 134217728 pixels: a smaller width or height");
  const std::uint32_t outputs = workload.network.kind == models::NetworkKind::kPlain ? workload.network.outputs : workload.network.color_outputs;
  if (outputs < needed || (workload.application == Application::kNerf && outputs != needed))
    refuse(fmt::format("a network of {} outputs", outputs), needed == 1 ? "a distance" : needed == 3 ? "red, green and blue" : "red, green, blue and density");
}

std::optional<RunPicture> draw_run(const RunConfig& config, const ConfigStore& store, const std::vector<models::GridLevel>& levels, std::uint64_t frame, const DrawProgress& progress) {
  const workloads::PathContext context = path_context(config.roots, config.workload_file, store);
  const models::FunctionalNetwork hardware = functional_network(config, levels, kFlag);
  std::optional<FloatPicture> drawn = draw(config.workload, context, frame, ValueField(hardware), [&](double done) { return progress(kHardwareShare * done); });
  if (!drawn) return std::nullopt;
  const models::FloatNetwork floats = float_network(config, levels);
  const std::optional<FloatPicture> reference = draw(config.workload, context, frame, ValueField(floats), [&](double done) { return progress(kHardwareShare + (1.0 - kHardwareShare) * done); });
  if (!reference) return std::nullopt;
  const std::optional<double> psnr = psnr_db(*drawn, *reference);
  return RunPicture{std::move(*drawn), psnr};
}

Json image_json(const RunConfig& config, const std::string& frame_name, const RunPicture& drawn) {
  return {{"frame", frame_name},
          {"width", drawn.picture.width},
          {"height", drawn.picture.height},
          {"features", config::name_of(models::kFeatureTypes, config.chip.nfp.encoding_engine.feature_type)},
          {"psnr_db", drawn.psnr_db ? Json(*drawn.psnr_db) : Json(nullptr)}};
}

}  // namespace ngpcsim::app
