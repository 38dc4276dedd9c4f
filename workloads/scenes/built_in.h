#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/error.h"
#include "workloads/scenes/demo_scene.h"

namespace ngpcsim::workloads {

/// Names of the scenes that are computed, not read.
[[nodiscard]] std::vector<std::string> built_in_scene_names();

/// The scene of that name. Throws InputError at `where` with the known names otherwise.
[[nodiscard]] BuiltInScene make_built_in_scene(std::string_view name, const InputLocation& where);

}  // namespace ngpcsim::workloads
