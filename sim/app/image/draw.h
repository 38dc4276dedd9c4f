#pragma once
#include <cstdint>
#include <optional>

#include "sim/app/image/picture.h"
#include "sim/app/image/value_field.h"
#include "sim/app/workload_params.h"
#include "workloads/apps/path_context.h"

namespace ngpcsim::app {

/// One frame of a workload, drawn with the values of a network as the application's own renderer composites them: whatever a query decides (transmittance, the next
/// step of a sphere, the opacity of a flight) is decided by the network, not by the scene. Every pixel is drawn, row by row, from the middle between the eyes,
/// whatever the workload's order, fovea and stereo. Nothing where progress stopped it.
[[nodiscard]] std::optional<FloatPicture> draw_nerf(const workloads::NerfParams& params, const workloads::PathContext& context, const workloads::Snapshot* trained,
                                                    std::uint64_t frame, const ValueField& field, const DrawProgress& progress);
[[nodiscard]] std::optional<FloatPicture> draw_nsdf(const workloads::NsdfParams& params, const workloads::PathContext& context, std::uint64_t frame, const ValueField& field, const DrawProgress& progress);
[[nodiscard]] std::optional<FloatPicture> draw_gia(const workloads::GiaParams& params, const workloads::PathContext& context, std::uint64_t frame, const ValueField& field, const DrawProgress& progress);
[[nodiscard]] std::optional<FloatPicture> draw_nvr(const workloads::NvrParams& params, const workloads::PathContext& context, std::uint64_t frame, const ValueField& field, const DrawProgress& progress);

/// Of any application that has pictures.
[[nodiscard]] std::optional<FloatPicture> draw(const WorkloadParams& workload, const workloads::PathContext& context, std::uint64_t frame, const ValueField& field, const DrawProgress& progress);

}  // namespace ngpcsim::app
