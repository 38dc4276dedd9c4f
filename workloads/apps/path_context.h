#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "sim/base/error.h"

namespace ngpcsim::workloads {

/// Where a workload's paths start from and where its parameters were written.
struct PathContext {
  std::filesystem::path base_dir;  ///< relative paths start here: the folder of the workload's file
  std::filesystem::path data_dir;  ///< stands for ${NGPCSIM_DATA} where the environment does not set it
  /// File and line of the parameter of that name (as in NerfParams::describe), for messages. May be empty.
  std::function<InputLocation(std::string_view)> locate;

  [[nodiscard]] InputLocation at(std::string_view parameter) const {
    return locate ? locate(parameter) : InputLocation{std::string(parameter), 0};
  }
};

/// The path a text stands for: ${NGPCSIM_DATA} is replaced by the environment variable, or `data_dir` where it is unset or empty, and a
/// relative path starts at `base_dir`. Throws InputError at the location of `parameter` on any other ${...}.
[[nodiscard]] std::filesystem::path expand_path(std::string_view text, const PathContext& context, std::string_view parameter);

}  // namespace ngpcsim::workloads
