#include "models/gpu/host_params.h"

namespace ngpcsim::gpu {

const RestCosts& HostParams::rest(Application application) const {
  switch (application) {
    case Application::kNsdf: return nsdf;
    case Application::kGia: return gia;
    case Application::kNvr: return nvr;
    case Application::kNerf:
    case Application::kOther: break;
  }
  return nerf;
}

}  // namespace ngpcsim::gpu
