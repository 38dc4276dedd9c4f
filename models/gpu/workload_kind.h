#pragma once
#include <array>

#include "sim/config/describe.h"

namespace ngpcsim::gpu {

/// The applications for which GPU frame times were published; kOther has none.
enum class Application { kNerf, kNsdf, kGia, kNvr, kOther };
inline constexpr std::array<config::Choice<Application>, 5> kApplications{{{Application::kNerf, "nerf"},
                                                                           {Application::kNsdf, "nsdf"},
                                                                           {Application::kGia, "gia"},
                                                                           {Application::kNvr, "nvr"},
                                                                           {Application::kOther, "other"}}};

/// The encodings of the published workloads; kOther is any other set of levels.
enum class Encoding { kHashgrid, kDensegrid, kLowresDensegrid, kOther };
inline constexpr std::array<config::Choice<Encoding>, 4> kEncodings{{{Encoding::kHashgrid, "hashgrid"},
                                                                     {Encoding::kDensegrid, "densegrid"},
                                                                     {Encoding::kLowresDensegrid, "lowres_densegrid"},
                                                                     {Encoding::kOther, "other"}}};

}  // namespace ngpcsim::gpu
