#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "sim/config/document.h"
#include "sim/config/node.h"

namespace ngpcsim::config {

/// One file as written, its base not yet looked at.
struct XmlFile {
  RootTag tag;
  std::optional<std::string> base;
  ConfigNode root;
};

/// Reads the XML `text` of `file`. The root element is `kind.element`, or `config` with one such child (a resolved configuration of a
/// whole run). Throws InputError with file and line for XML syntax errors (and the column), a wrong root, an unknown or repeated
/// attribute, an element that appears twice, text between elements, elements below a parameter, and nesting deeper than 32.
[[nodiscard]] XmlFile read_xml(std::string_view text, const std::string& file, const RootKind& kind);

}  // namespace ngpcsim::config
