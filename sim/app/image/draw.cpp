#include "sim/app/image/draw.h"

#include "sim/base/error.h"

namespace ngpcsim::app {

std::optional<FloatPicture> draw(const WorkloadParams& workload, const workloads::PathContext& context, std::uint64_t frame, const ValueField& field, const DrawProgress& progress) {
  switch (workload.application) {
    case Application::kNerf: return draw_nerf(workload.nerf, context, workload.trained.get(), frame, field, progress);
    case Application::kNsdf: return draw_nsdf(workload.nsdf, context, frame, field, progress);
    case Application::kGia: return draw_gia(workload.gia, context, frame, field, progress);
    case Application::kNvr: return draw_nvr(workload.nvr, context, frame, field, progress);
    case Application::kQueries:
    case Application::kGemm: break;
  }
  throw InvariantError("a picture of an application without pixels");
}

}  // namespace ngpcsim::app
