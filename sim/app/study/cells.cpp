#include "sim/app/study/cells.h"

#include <fmt/format.h>

#include "sim/base/error.h"

namespace ngpcsim::app {
namespace {

double published_ms(const gpu::AppTimes& times, gpu::Encoding encoding) {
  switch (encoding) {
    case gpu::Encoding::kHashgrid: return times.hashgrid_ms;
    case gpu::Encoding::kDensegrid: return times.densegrid_ms;
    case gpu::Encoding::kLowresDensegrid: return times.lowres_densegrid_ms;
    case gpu::Encoding::kOther: break;
  }
  throw InvariantError("an encoding without a published time");
}

/// Edges of all instances as time of one.
double instance_ms(const Json& block, double edges, double clock_ghz) { return edges / block.at("instances").get<double>() / clock_ghz / 1e6; }

}  // namespace

const Assumption& StudyParams::of(gpu::Application application) const {
  switch (application) {
    case gpu::Application::kNerf: return nerf;
    case gpu::Application::kNsdf: return nsdf;
    case gpu::Application::kGia: return gia;
    case gpu::Application::kNvr: return nvr;
    case gpu::Application::kOther: break;
  }
  throw InvariantError("an application without assumptions");
}

std::vector<Cell> study_cells() {
  std::vector<Cell> cells;
  for (const gpu::Encoding encoding : kStudyEncodings)
    for (const gpu::Application application : kStudyApplications)
      for (const std::uint32_t nfps : kStudyNfps) cells.push_back({application, encoding, nfps});
  return cells;
}

std::string workload_of(gpu::Application application, gpu::Encoding encoding) {
  const std::string demo = fmt::format("{}-demo", config::name_of(gpu::kApplications, application));
  return encoding == gpu::Encoding::kHashgrid ? demo : demo + (encoding == gpu::Encoding::kDensegrid ? "-densegrid" : "-lowres");
}

Simulated simulated_of(const Json& result) {
  const double clock = result.at("clock_ghz").get<double>();
  const Json& encoder = result.at("blocks").at("encoding_engine");
  const Json& mlp = result.at("blocks").at("mlp_engine");
  return {.clock_ghz = clock,
          .ngpc_ms = result.at("ngpc_ms").get<double>(),
          .queries = result.at("queries").get<double>(),
          .pixels = result.at("pixels").get<double>(),
          .encoding_ms = instance_ms(encoder, encoder.at("busy").get<double>() + encoder.at("stalls").at("conflict").get<double>(), clock),
          .mlp_ms = instance_ms(mlp, mlp.at("busy").get<double>(), clock),
          .bytes_per_query = result.at("memory").at("bytes_per_query").get<double>(),
          .area_mm2 = result.at("area_mm2").get<double>(),
          .ngpc_w = result.at("power").at("ngpc_w").get<double>()};
}

CellTimes cell_times(const Cell& cell, const Simulated& simulated, const gpu::GpuParams& gpu, const Assumption& assumption) {
  const gpu::AppTimes* const times = gpu.software.times(cell.application);
  check(times != nullptr, "an application without published times");
  const double queries = assumption.queries_per_pixel * gpu.software.pixels();
  return {.gpu_ms = published_ms(*times, cell.encoding),
          .rest_ms = times->hashgrid_ms * assumption.rest_percent / 100.0 / gpu.software.fusion_gain,
          .ngpc_ms = simulated.ngpc_ms / simulated.queries * queries};
}

}  // namespace ngpcsim::app
