#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/error.h"

namespace ngpcsim::config {

/// One element of a configuration: a parameter (it has a value) or a group (it has none). Plain data, free of any XML library.
struct ConfigNode {
  std::string name;
  InputLocation at;                  ///< the element in its file, or the flag that made it (line 0)
  std::optional<std::string> value;  ///< as written; absent in a group
  std::string source;                ///< attribute `source`: why this value, for people
  std::string unit;                  ///< attribute `unit`, if written: must equal the unit of the parameter
  std::string origin;                ///< attribute `origin` of a resolved file: where the value was first written
  std::vector<ConfigNode> children;  ///< of a group; names are unique

  [[nodiscard]] bool is_group() const { return !value.has_value(); }
  /// False for elements that a flag such as `--set` made.
  [[nodiscard]] bool in_file() const { return at.line > 0; }

  [[nodiscard]] const ConfigNode* find(std::string_view child) const {
    const auto it = std::find_if(children.begin(), children.end(), [&](const ConfigNode& c) { return c.name == child; });
    return it == children.end() ? nullptr : &*it;
  }
  [[nodiscard]] ConfigNode* find(std::string_view child) {
    const auto it = std::find_if(children.begin(), children.end(), [&](const ConfigNode& c) { return c.name == child; });
    return it == children.end() ? nullptr : &*it;
  }
};

}  // namespace ngpcsim::config
