#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/error.h"

namespace ngpcsim::config {

/// An XML element as written, for files whose elements may repeat and are no parameters (experiments). Plain data, free of any XML library.
struct Element {
  std::string name;
  InputLocation at;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<Element> children;

  [[nodiscard]] std::optional<std::string> attribute(std::string_view key) const;
  /// Throws InputError where the attribute is missing or empty.
  [[nodiscard]] std::string required(std::string_view key) const;
  /// Throws InputError for the first attribute that is not among `known`, with near matches.
  void check_attributes(const std::vector<std::string_view>& known) const;
};

/// Reads the XML file `path` with root element `root`. Throws InputError with file and line for a file that cannot be read or is larger than 4 MiB, syntax errors,
/// another root, text between elements, a repeated attribute and nesting deeper than 8.
[[nodiscard]] Element load_element_tree(const std::string& path, std::string_view root);

}  // namespace ngpcsim::config
