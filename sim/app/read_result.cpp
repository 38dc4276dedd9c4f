#include "sim/app/read_result.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "sim/base/error.h"

namespace ngpcsim::app {

namespace fs = std::filesystem;

Json read_json(const fs::path& file) {
  std::error_code error;
  std::ifstream in(file);
  if (!in || fs::is_directory(file, error)) throw InputError({.file = file.string()}, "cannot be read", "a result.json, or a folder that has one");
  const std::string content{std::istreambuf_iterator<char>(in), {}};
  try {
    Json json = Json::parse(content);
    if (!json.is_object()) throw InputError({.file = file.string(), .line = 1}, "is no JSON object", "a result.json");
    return json;
  } catch (const Json::parse_error& parse) {
    const auto end = content.begin() + static_cast<std::ptrdiff_t>(std::min(parse.byte, content.size()));
    throw InputError({.file = file.string(), .line = 1 + static_cast<int>(std::count(content.begin(), end, '\n'))}, "is no JSON", "a result.json");
  }
}

std::string input_name(const std::string& input) { return fs::is_directory(input) ? (fs::path(input) / "").parent_path().filename().string() : fs::path(input).stem().string(); }

Json read_result(const std::string& text) {
  std::error_code error;
  return read_json(fs::is_directory(text, error) ? fs::path(text) / "result.json" : fs::path(text));
}

}  // namespace ngpcsim::app
