#pragma once
#include <filesystem>
#include <string>

#include "sim/app/json.h"

namespace ngpcsim::app {

/// A JSON file. Throws InputError, with the line, where it cannot be read or is no JSON object.
[[nodiscard]] Json read_json(const std::filesystem::path& file);

/// What an input is called in pictures: the name of its folder, or of the file.
[[nodiscard]] std::string input_name(const std::string& input);

/// A result.json, or that of a folder.
[[nodiscard]] Json read_result(const std::string& text);

}  // namespace ngpcsim::app
