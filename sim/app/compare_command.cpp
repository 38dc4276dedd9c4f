#include <algorithm>
#include <fstream>
#include <iterator>

#include "sim/app/commands.h"
#include "sim/app/compare.h"
#include "sim/base/error.h"

namespace ngpcsim::app {
namespace {

namespace fs = std::filesystem;

/// Throws InputError, with the line, where the file is missing or is no JSON object.
Json read_result(const std::string& text) {
  fs::path path(text);
  std::error_code error;
  if (fs::is_directory(path, error)) path /= "result.json";
  std::ifstream in(path);
  if (!in || fs::is_directory(path, error)) throw InputError({.file = path.string()}, "cannot be read", "a result.json, or a folder that has one");
  const std::string content{std::istreambuf_iterator<char>(in), {}};
  try {
    Json json = Json::parse(content);
    if (!json.is_object()) throw InputError({.file = path.string(), .line = 1}, "is no JSON object", "a result.json");
    return json;
  } catch (const Json::parse_error& parse) {
    const auto end = content.begin() + static_cast<std::ptrdiff_t>(std::min(parse.byte, content.size()));
    throw InputError({.file = path.string(), .line = 1 + static_cast<int>(std::count(content.begin(), end, '\n'))}, "is no JSON", "a result.json");
  }
}

}  // namespace

ExitCode compare_command(const CompareOptions& options, const Console& console) {
  const Json base = read_result(options.base);
  const Json now = read_result(options.now);
  const Comparison comparison = compare_results(base, now, options.tolerance_percent);
  console.out << comparison_text(comparison, base, now);
  return comparison.drifts.empty() ? ExitCode::kDone : ExitCode::kFailed;
}

}  // namespace ngpcsim::app
