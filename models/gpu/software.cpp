#include "models/gpu/software.h"

namespace ngpcsim::gpu {

const AppTimes* SoftwareParams::times(Application application) const {
  switch (application) {
    case Application::kNerf: return &nerf;
    case Application::kNsdf: return &nsdf;
    case Application::kGia: return &gia;
    case Application::kNvr: return &nvr;
    case Application::kOther: break;
  }
  return nullptr;
}

const KernelShares* SoftwareParams::shares(Encoding encoding) const {
  switch (encoding) {
    case Encoding::kHashgrid: return &hashgrid;
    case Encoding::kDensegrid: return &densegrid;
    case Encoding::kLowresDensegrid: return &lowres_densegrid;
    case Encoding::kOther: break;
  }
  return nullptr;
}

}  // namespace ngpcsim::gpu
