#pragma once
#include <optional>
#include <vector>

#include "sim/app/config_store.h"
#include "sim/app/image/picture.h"
#include "sim/app/image/value_field.h"
#include "sim/app/json.h"
#include "sim/app/run_config.h"

namespace ngpcsim::app {

/// A frame of a run, drawn with the arithmetic of its NFPs, and how much it differs from the same frame in fp32.
struct RunPicture {
  FloatPicture picture;
  std::optional<double> psnr_db;  ///< nothing where no pixel differs
};

/// Throws InputError, at --image, for a workload without pixels, a trace, one without trained parameters, and paged grid SRAMs. Cheap.
void require_picture(const RunConfig& config);

/// Frame number `frame` of the workload; nothing where progress stopped it.
[[nodiscard]] std::optional<RunPicture> draw_run(const RunConfig& config, const ConfigStore& store, const std::vector<models::GridLevel>& levels, std::uint64_t frame, const DrawProgress& progress);

/// Key `image` of the result.
[[nodiscard]] Json image_json(const RunConfig& config, const std::string& frame_name, const RunPicture& picture);

}  // namespace ngpcsim::app
