#include "sim/config/merge.h"

#include <fmt/format.h>

#include "sim/config/text.h"

namespace ngpcsim::config {
namespace {

void lay_over(ConfigNode& base, ConfigNode&& own, const std::string& path) {
  if (base.is_group() != own.is_group()) {
    throw InputError(own.at, fmt::format("{} is a {} here and a {} in the base ({})", path, own.is_group() ? "group" : "parameter",
                                         base.is_group() ? "group" : "parameter", to_string(base.at)));
  }
  if (!own.is_group()) {
    base = std::move(own);
    return;
  }
  base.at = own.at;
  for (ConfigNode& child : own.children) {
    if (ConfigNode* const below = base.find(child.name)) {
      lay_over(*below, std::move(child), join_path(path, child.name));
    } else {
      base.children.push_back(std::move(child));
    }
  }
}

}  // namespace

ConfigDocument merge(const ConfigDocument& base, XmlFile own, const RootKind& kind) {
  RootTag tag{own.tag.element, own.tag.name, {}};
  const ConfigDocument over(std::move(own.tag), {});
  for (const std::string_view key : kind.attributes) {
    const auto written = over.attribute(key) ? over.attribute(key) : base.attribute(key);
    if (written) tag.attributes.emplace_back(key, *written);
  }
  ConfigNode root = base.root();
  const std::string path = root.name;
  lay_over(root, std::move(own.root), path);
  return {std::move(tag), std::move(root)};
}

}  // namespace ngpcsim::config
