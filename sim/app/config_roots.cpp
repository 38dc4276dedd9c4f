#include "sim/app/config_roots.h"

#include <algorithm>

#include "sim/config/hash.h"
#include "sim/config/text.h"

namespace ngpcsim::app {
namespace {

const InputLocation kSetFlag{.file = "--set"};

std::string_view root_of(std::string_view path) { return path.substr(0, path.find('.')); }

std::string starts(const std::vector<std::string_view>& roots) {
  std::vector<std::string> names;
  for (const std::string_view root : roots) names.push_back(std::string(root) + ".");
  std::string text = names.front();
  for (std::size_t i = 1; i < names.size(); ++i) text += (i + 1 == names.size() ? " or " : ", ") + names[i];
  return text;
}

}  // namespace

ConfigRoots::ConfigRoots(const std::vector<std::string>& sets, std::vector<std::string_view> roots) {
  for (const std::string& text : sets) {
    sets_.push_back(config::parse_assignment(text, kSetFlag));
    if (std::find(roots.begin(), roots.end(), root_of(sets_.back().path)) == roots.end())
      throw InputError(kSetFlag, fmt::format("{} belongs to no file of the run", text), fmt::format("paths that start with {}", starts(roots)));
  }
}

const InputLocation& ConfigRoots::set_flag() { return kSetFlag; }

void ConfigRoots::refuse_sets(std::string_view element, std::string_view why, std::string_view allowed) const {
  for (const config::Assignment& set : sets_)
    if (root_of(set.path) == element) throw InputError(kSetFlag, fmt::format("{}={}: {}", set.path, set.value, why), std::string(allowed));
}

void ConfigRoots::override_values(config::ConfigDocument& document) const {
  for (const config::Assignment& set : sets_)
    if (root_of(set.path) == document.tag().element) document.override_value(set.path, set.value, kSetFlag);
}

void ConfigRoots::require_attribute(std::string_view attribute, std::string_view known) const {
  const config::ResolvedRoot& root = roots_.back();
  const InputLocation at = root.provenance.location_of(root.tag.element);
  for (const auto& [name, value] : root.tag.attributes) {
    if (name != attribute) continue;
    if (value != known) throw InputError(at, fmt::format("{} = \"{}\"", attribute, value), std::string(known));
    return;
  }
  throw InputError(at, fmt::format("<{}> has no attribute {}", root.tag.element, attribute), fmt::format("{}=\"{}\"", attribute, known));
}

const config::ResolvedRoot& ConfigRoots::at(std::string_view element) const {
  const auto root = std::find_if(roots_.begin(), roots_.end(), [element](const config::ResolvedRoot& r) { return r.tag.element == element; });
  if (root == roots_.end()) throw InvariantError(fmt::format("{} lies in no file of the run", element));
  return *root;
}

std::optional<std::string> ConfigRoots::explicit_value(std::string_view path) const {
  const config::ResolvedRoot& root = at(root_of(path));
  const auto param = std::find_if(root.params.begin(), root.params.end(), [path](const config::ParamInfo& p) { return p.path == path; });
  if (param == root.params.end() || root.provenance.is_default(path)) return std::nullopt;
  return param->value;
}

void ConfigRoots::take_values(const std::vector<config::ParamInfo>& params, bool (*chosen)(std::string_view path), const config::Provenance::Entry& entry) {
  config::ResolvedRoot& root = roots_.back();
  for (const config::ParamInfo& param : params) {
    if (!chosen(param.path) || !root.provenance.is_default(param.path)) continue;
    const auto known = std::find_if(root.params.begin(), root.params.end(), [&param](const config::ParamInfo& p) { return p.path == param.path; });
    check(known != root.params.end(), "{} is no parameter of {}", param.path, root.tag.element);
    known->value = param.value;
    root.provenance.add(param.path, entry);
  }
}

InputLocation ConfigRoots::where(std::string_view path) const { return at(root_of(path)).provenance.location_of(path); }

std::string ConfigRoots::hash() const {
  std::vector<config::ParamInfo> all;
  for (const config::ResolvedRoot& root : roots_) all.insert(all.end(), root.params.begin(), root.params.end());
  return config::config_hash(all);
}

}  // namespace ngpcsim::app
