#include "sim/app/run_config.h"

#include <algorithm>

#include "sim/config/bind.h"
#include "sim/config/hash.h"
#include "sim/config/load.h"

namespace ngpcsim::app {
namespace {

const InputLocation kSetFlag{.file = "--set"};
constexpr std::array<std::string_view, 4> kRoots{"chip", "workload", "gpu", "energy"};

std::vector<config::Assignment> parse_sets(const std::vector<std::string>& texts) {
  std::vector<config::Assignment> sets;
  for (const std::string& text : texts) {
    sets.push_back(config::parse_assignment(text, kSetFlag));
    const std::string& path = sets.back().path;
    const std::string_view root = std::string_view(path).substr(0, path.find('.'));
    if (std::find(kRoots.begin(), kRoots.end(), root) == kRoots.end())
      throw InputError(kSetFlag, fmt::format("{} belongs to no file of the run", text), "paths that start with chip., workload., gpu. or energy.");
  }
  return sets;
}

/// Loads one root, applies its overrides and fills the struct.
template <class Params>
Params load_root(const std::filesystem::path& file, const config::RootKind& kind, const std::vector<config::Assignment>& sets, RunConfig& run) {
  config::ConfigDocument document = config::load(file.string(), kind);
  for (const config::Assignment& set : sets)
    if (std::string_view(set.path).substr(0, set.path.find('.')) == kind.element) document.override_value(set.path, set.value, kSetFlag);
  config::Bound<Params> bound = config::bind<Params>(document);
  run.roots.push_back(config::resolve(document, bound));
  return std::move(bound.params);
}

/// The root attribute that says which program reads the rest; one value each is known.
void require_attribute(const RunConfig& run, std::string_view attribute, std::string_view known) {
  const config::ResolvedRoot& root = run.roots.back();
  const InputLocation at = root.provenance.location_of(root.tag.element);
  for (const auto& [name, value] : root.tag.attributes) {
    if (name != attribute) continue;
    if (value != known) throw InputError(at, fmt::format("{} = \"{}\"", attribute, value), std::string(known));
    return;
  }
  throw InputError(at, fmt::format("<{}> has no attribute {}", root.tag.element, attribute), fmt::format("{}=\"{}\"", attribute, known));
}

}  // namespace

InputLocation RunConfig::where(std::string_view path) const {
  const std::string_view element = path.substr(0, path.find('.'));
  for (const config::ResolvedRoot& root : roots)
    if (root.tag.element == element) return root.provenance.location_of(path);
  throw InvariantError(fmt::format("{} lies in no file of the run", path));
}

std::string RunConfig::hash() const {
  std::vector<config::ParamInfo> all;
  for (const config::ResolvedRoot& root : roots) all.insert(all.end(), root.params.begin(), root.params.end());
  return config::config_hash(all);
}

RunConfig load_run_config(const RunOptions& options, const ConfigStore& store) {
  const std::vector<config::Assignment> sets = parse_sets(options.set);
  RunConfig run;
  run.workload_file = store.find(ConfigKind::kWorkload, options.workload, {.file = "WORKLOAD"});
  run.chip = load_root<models::ChipParams>(store.find(ConfigKind::kChip, options.chip, {.file = "CHIP"}), {.element = "chip", .attributes = {"machine"}}, sets, run);
  require_attribute(run, "machine", "ngpc");
  run.workload = load_root<WorkloadParams>(run.workload_file, {.element = "workload", .attributes = {"application"}}, sets, run);
  require_attribute(run, "application", "nerf");
  run.gpu = load_root<gpu::GpuParams>(store.find(ConfigKind::kGpu, options.gpu, {.file = "--gpu"}), {.element = "gpu"}, sets, run);
  const std::filesystem::path energy = store.find(ConfigKind::kEnergy, run.chip.energy, run.where("chip.energy"));
  run.energy = load_root<energy::EnergyParams>(energy, {.element = "energy"}, sets, run);
  return run;
}

}  // namespace ngpcsim::app
