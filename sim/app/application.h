#pragma once
#include <array>
#include <cstdint>
#include <limits>

#include "models/gpu/workload_kind.h"
#include "sim/config/describe.h"
#include "sim/config/document.h"

namespace ngpcsim::app {

/// What a workload is: attribute `application` of its file. All but kGemm give queries.
enum class Application { kNerf, kNsdf, kGia, kNvr, kQueries, kGemm };
inline constexpr std::array<config::Choice<Application>, 6> kApplications{{{Application::kNerf, "nerf"},
                                                                           {Application::kNsdf, "nsdf"},
                                                                           {Application::kGia, "gia"},
                                                                           {Application::kNvr, "nvr"},
                                                                           {Application::kQueries, "queries"},
                                                                           {Application::kGemm, "gemm"}}};

/// Throws InputError where the document has none, or one that is not known.
[[nodiscard]] Application application_of(const config::ConfigDocument& workload);

/// That of the published times.
[[nodiscard]] gpu::Application gpu_application(Application application);

/// Queries of a ray that do not wait for each other's results, at most: a march of NeRF goes on whatever its samples' values are, the other applications
/// ask for one and look at its result.
[[nodiscard]] constexpr std::uint32_t most_steps_per_round(Application application) {
  return application == Application::kNerf || application == Application::kQueries ? std::numeric_limits<std::uint32_t>::max() : 1;
}

}  // namespace ngpcsim::app
