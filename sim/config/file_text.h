#pragma once
#include <string>

#include "sim/base/error.h"

namespace ngpcsim::config {

/// The text of a configuration file. Throws InputError for a file that is missing, a folder, unreadable or larger than 4 MiB; `asked_at` is the line that named it,
/// or the file itself.
[[nodiscard]] std::string read_file_text(const std::string& path, const InputLocation& asked_at);

}  // namespace ngpcsim::config
