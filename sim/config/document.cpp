#include "sim/config/document.h"

#include <fmt/format.h>

#include "sim/config/text.h"

namespace ngpcsim::config {
namespace {

/// The group `name` of `parent`, made when it is missing.
ConfigNode& open_group(ConfigNode& parent, std::string_view name, std::string_view path, const InputLocation& at) {
  if (ConfigNode* const found = parent.find(name)) {
    if (!found->is_group()) {
      throw InputError(at, fmt::format("{}: {} is a parameter and has nothing below it ({})", path, in_quotes(name), to_string(found->at)));
    }
    return *found;
  }
  ConfigNode group;
  group.name = name;
  group.at = at;
  return parent.children.emplace_back(std::move(group));
}

}  // namespace

std::optional<std::string_view> ConfigDocument::attribute(std::string_view name) const {
  for (const auto& [key, value] : tag_.attributes) {
    if (key == name) return value;
  }
  return std::nullopt;
}

void ConfigDocument::override_value(std::string_view path, std::string_view text, const InputLocation& at) {
  const std::vector<std::string_view> parts = split_path(path);
  const bool empty_part = std::find(parts.begin(), parts.end(), "") != parts.end();
  if (parts.size() < 2 || empty_part || parts.front() != tag_.element) {
    throw InputError(at, fmt::format("{} is not the path of a parameter", in_quotes(path)), fmt::format("{}.<parameter>", tag_.element));
  }
  ConfigNode* group = &root_;
  for (std::size_t i = 1; i + 1 < parts.size(); ++i) group = &open_group(*group, parts[i], path, at);

  ConfigNode parameter;
  parameter.name = parts.back();
  parameter.at = at;
  parameter.value = text;
  if (ConfigNode* const old = group->find(parameter.name)) {
    if (old->is_group()) throw InputError(at, fmt::format("{} is a group and takes no value, got {}", path, in_quotes(text)));
    *old = std::move(parameter);
  } else {
    group->children.push_back(std::move(parameter));
  }
}

Assignment parse_assignment(std::string_view text, const InputLocation& at) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    throw InputError(at, fmt::format("{} sets nothing", in_quotes(text)), "PATH=VALUE, such as chip.nfps=16");
  }
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

}  // namespace ngpcsim::config
