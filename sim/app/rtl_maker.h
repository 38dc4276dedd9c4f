#pragma once
#include <functional>
#include <memory>

#include "models/nfp/online/factory.h"
#include "rtl/bridge/waves.h"

namespace ngpcsim::app {

/// Where the program gets the RTL of blocks from: rtl::make_rtl_factory, or what a test puts in its place. It gives null where the build has no RTL;
/// an empty one means the same.
using RtlMaker = std::function<std::unique_ptr<models::online::Factory>(const rtl::Waves&)>;

}  // namespace ngpcsim::app
