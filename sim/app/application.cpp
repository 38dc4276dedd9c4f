#include "sim/app/application.h"

#include "sim/config/text.h"

namespace ngpcsim::app {

Application application_of(const config::ConfigDocument& workload) {
  const auto name = workload.attribute("application");
  std::vector<std::string_view> known;
  for (const auto& application : kApplications) {
    if (application.name == name) return application.value;
    known.push_back(application.name);
  }
  const std::string allowed = config::comma_list(known);
  if (!name) throw InputError(workload.location(), "<workload> has no attribute application", fmt::format("application=\"...\", one of {}", allowed));
  throw InputError(workload.location(), fmt::format("application = \"{}\"", *name), allowed);
}

gpu::Application gpu_application(Application application) {
  switch (application) {
    case Application::kNerf: return gpu::Application::kNerf;
    case Application::kNsdf: return gpu::Application::kNsdf;
    case Application::kGia: return gpu::Application::kGia;
    case Application::kNvr: return gpu::Application::kNvr;
    case Application::kQueries:
    case Application::kGemm: break;
  }
  return gpu::Application::kOther;
}

}  // namespace ngpcsim::app
