#pragma once
#include <filesystem>
#include <optional>
#include <string>

namespace ngpcsim::app {

/// What a file of a scene or a model is and which workload it would be part of: cameras, camera paths, network configurations, snapshots, meshes, pictures, volumes,
/// occupancy bitfields.
/// Nothing where the file is none of them. Throws InputError where it is one that cannot be read.
[[nodiscard]] std::optional<std::string> scene_file_text(const std::filesystem::path& file);

}  // namespace ngpcsim::app
