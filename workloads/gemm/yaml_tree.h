#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/error.h"

/// YAML that remembers where each value stands.
namespace ngpcsim::workloads {

/// One value of a YAML text. `line` counts from 1 and is the line on which the value starts.
struct YamlNode {
  enum class Kind { kNull, kScalar, kList, kMap, kAlias };

  Kind kind = Kind::kNull;
  int line = 0;
  std::string text;                ///< of a scalar; the name of an alias
  std::vector<std::string> keys;   ///< of a map, in file order; as long as `items`
  std::vector<YamlNode> items;     ///< of a list or map

  /// The member `key` of a map, or null.
  [[nodiscard]] const YamlNode* find(std::string_view key) const;
};

/// Parses one YAML 1.1 document. Aliases stay what they are: nothing is resolved or merged, so a small file stays small. `file` is only named in
/// messages. Throws InputError with the line on a syntax error, a key that is no scalar or is repeated, nesting deeper than 32, or a second document.
[[nodiscard]] YamlNode parse_yaml(std::string_view text, const std::string& file);

}  // namespace ngpcsim::workloads
