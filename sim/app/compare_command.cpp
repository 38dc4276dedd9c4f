#include <filesystem>
#include <map>
#include <set>

#include "sim/app/commands.h"
#include "sim/app/compare.h"
#include "sim/app/junit.h"
#include "sim/app/output_folder.h"
#include "sim/app/read_result.h"
#include "sim/base/error.h"

namespace ngpcsim::app {
namespace {

namespace fs = std::filesystem;

/// Results below a folder that is none itself, by name: NAME.json, and NAME/result.json.
std::map<std::string, fs::path> results_in(const fs::path& folder) {
  std::map<std::string, fs::path> results;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.is_directory() && fs::exists(entry.path() / "result.json")) results.emplace(entry.path().filename().string(), entry.path() / "result.json");
    else if (entry.is_regular_file() && entry.path().extension() == ".json") results.emplace(entry.path().stem().string(), entry.path());
  }
  if (results.empty()) throw InputError({folder.string()}, "has no result", "a result.json, a folder that has one, or a folder of NAME.json files or NAME/result.json");
  return results;
}

bool is_folder_of_results(const std::string& path) { return fs::is_directory(path) && !fs::exists(fs::path(path) / "result.json"); }

/// A comparison of two results, in words.
struct Case {
  std::string name, text;
  bool drifted = false;
};

class Comparer {
 public:
  explicit Comparer(const CompareOptions& options) : percent_(options.tolerance_percent) {
    for (const std::string& text : options.allow) tolerances_.push_back(parse_tolerance(text));
  }
  [[nodiscard]] Case compare(const std::string& name, const Json& base, const Json& now) const {
    const Comparison comparison = compare_results(base, now, percent_, tolerances_);
    return {name, comparison_text(comparison, base, now), !comparison.drifts.empty()};
  }

 private:
  double percent_;
  std::vector<Tolerance> tolerances_;
};

std::vector<Case> compare_folders(const Comparer& comparer, const fs::path& base, const fs::path& now) {
  const auto before = results_in(base), after = results_in(now);
  std::set<std::string> names;
  for (const auto& [name, file] : before) names.insert(name);
  for (const auto& [name, file] : after) names.insert(name);
  std::vector<Case> cases;
  for (const std::string& name : names) {
    if (!before.contains(name)) cases.push_back({name, "only in " + now.string() + "\n", true});
    else if (!after.contains(name)) cases.push_back({name, "missing in " + now.string() + "\n", true});
    else cases.push_back(comparer.compare(name, read_json(before.at(name)), read_json(after.at(name))));
  }
  return cases;
}

}  // namespace

ExitCode compare_command(const CompareOptions& options, const Console& console) {
  const Comparer comparer(options);
  if (!options.junit.empty()) require_writable_file(options.junit, "--junit");
  const bool folders = is_folder_of_results(options.base);
  if (folders != is_folder_of_results(options.now)) throw InputError({folders ? options.now : options.base}, "is one result, and the other one is a folder of results", "two of a kind");
  const std::vector<Case> cases = folders ? compare_folders(comparer, options.base, options.now)
                                          : std::vector<Case>{comparer.compare(fs::path(options.now).filename().string(), read_result(options.base), read_result(options.now))};
  std::size_t drifted = 0;
  std::vector<JunitCase> junit;
  for (const Case& c : cases) {
    console.out << (folders ? c.name + ": " : std::string()) << (folders && c.drifted ? "\n" : "") << c.text;
    drifted += c.drifted ? 1 : 0;
    junit.push_back({c.name, c.drifted ? c.text : std::string()});
  }
  if (folders) console.out << fmt::format("{} of {} results drifted\n", drifted, cases.size());
  if (!options.junit.empty()) {
    const fs::path file = options.junit;
    write_output(file.parent_path().empty() ? fs::path(".") : file.parent_path(), {{file.filename().string(), junit_xml("ngpcsim compare", junit)}});
  }
  return drifted == 0 ? ExitCode::kDone : ExitCode::kFailed;
}

}  // namespace ngpcsim::app
