#include "sim/app/workload_params.h"

namespace ngpcsim::app {

WorkloadParams default_workload(Application application) {
  WorkloadParams workload;
  workload.application = application;
  const auto plain = [&workload](std::uint32_t outputs) {
    workload.network.kind = models::NetworkKind::kPlain;
    workload.network.outputs = outputs;
  };
  switch (application) {
    case Application::kNsdf: plain(1); break;
    case Application::kGia:
      plain(3);
      workload.encoding.dims = 2;
      workload.encoding.log2_table_entries = 24;
      break;
    case Application::kNvr:
      plain(4);
      workload.network.output_activation = models::OutputActivation::kRelu;
      break;
    case Application::kNerf:
    case Application::kQueries:
    case Application::kGemm: break;
  }
  return workload;
}

}  // namespace ngpcsim::app
