#include "sim/config/tree_reader.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/config/suggest.h"
#include "sim/config/text.h"

namespace ngpcsim::config {

TreeReader::TreeReader(const ConfigDocument& document) {
  const ConfigNode& root = document.root();
  levels_.push_back({&root, root.name, root.at, {}});
  provenance_.add(root.name, {root.at, to_string(root.at), root.source, true});
}

const ConfigNode* TreeReader::find_in_current(std::string_view name) {
  Level& level = levels_.back();
  path_ = join_path(level.path, name);
  check(std::find(level.known.begin(), level.known.end(), name) == level.known.end(), "{} is described twice", path_);
  level.known.push_back(name);
  return level.node == nullptr ? nullptr : level.node->find(name);
}

void TreeReader::enter_group(std::string_view name) {
  const ConfigNode* const node = find_in_current(name);
  if (node != nullptr && !node->is_group()) {
    throw InputError(node->at, fmt::format("{} is a group and takes no value, got {}", path_, in_quotes(*node->value)), "elements below it");
  }
  const bool in_file = node != nullptr && node->in_file();
  InputLocation at = in_file ? node->at : levels_.back().at;
  provenance_.add(path_, {at, to_string(at), {}, true});
  levels_.push_back({node, path_, std::move(at), {}});
}

void TreeReader::leave_group() {
  collect_unknown(levels_.back());
  levels_.pop_back();
}

const ConfigNode* TreeReader::take(std::string_view name, const Doc& doc) {
  const ConfigNode* const node = find_in_current(name);
  if (node == nullptr) {
    provenance_.add(path_, {levels_.back().at, std::string(Provenance::kDefault), std::string(doc.source)});
    return nullptr;
  }
  if (node->is_group()) {
    throw InputError(node->at, fmt::format("{} is a parameter and needs a value", path_), fmt::format("<{} value=\"...\"/>", name));
  }
  if (!node->unit.empty() && node->unit != doc.unit) {
    throw InputError(node->at, fmt::format("{} = {} is given in {}", path_, in_quotes(*node->value), in_quotes(node->unit)),
                     doc.unit.empty() ? "no unit" : std::string(doc.unit));
  }
  provenance_.add(path_, {node->at, node->origin.empty() ? to_string(node->at) : node->origin, node->source});
  return node;
}

Provenance TreeReader::finish() {
  check(levels_.size() == 1, "{} groups were entered and not left", levels_.size() - 1);
  collect_unknown(levels_.back());
  if (!unknown_.empty()) reject(unknown_.front());
  return std::move(provenance_);
}

void TreeReader::collect_unknown(const Level& level) {
  if (level.node == nullptr) return;
  for (const ConfigNode& child : level.node->children) {
    const bool known = std::find(level.known.begin(), level.known.end(), child.name) != level.known.end();
    if (!known) unknown_.push_back({&child, join_path(level.path, child.name), level.known});
  }
}

void TreeReader::reject(const Unknown& unknown) const {
  std::string path = unknown.path;
  const ConfigNode* leaf = unknown.node;
  // A flag makes one parameter and the groups above it: name the parameter that was asked for.
  while (!leaf->in_file() && leaf->is_group() && !leaf->children.empty()) {
    leaf = &leaf->children.front();
    path = join_path(path, leaf->name);
  }
  std::vector<std::string> hints;
  if (const auto near = nearest(unknown.node->name, unknown.known)) hints.emplace_back(*near);
  constexpr std::size_t kMostHints = 3;
  for (const std::string_view known : provenance_.parameters()) {
    const bool same_name = split_path(known).back() == leaf->name;
    if (same_name && hints.size() < kMostHints) hints.emplace_back(known);
  }
  throw InputError(leaf->at,
                   fmt::format("unknown {} {}{}{}", leaf->is_group() ? "group" : "parameter", path,
                               leaf->value ? " = " + in_quotes(*leaf->value) : "",
                               hints.empty() ? "" : fmt::format(" (did you mean {}?)", fmt::join(hints, " or "))),
                   unknown.known.empty() ? "nothing here" : comma_list(unknown.known));
}

}  // namespace ngpcsim::config
