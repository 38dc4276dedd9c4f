#pragma once
#include <vector>

#include "rtl/bridge/build.h"

namespace ngpcsim::equiv {

/// The builds of the whole NFP that this program is linked with.
[[nodiscard]] const std::vector<const rtl::Build*>& nfp_builds();

}  // namespace ngpcsim::equiv
