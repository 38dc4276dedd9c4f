#include "sim/config/resolved.h"

#include <sstream>

#include <pugixml.hpp>

#include "sim/base/error.h"
#include "sim/config/text.h"

namespace ngpcsim::config {
namespace {

void set_attribute(pugi::xml_node& element, const char* name, const std::string& text) {
  if (!text.empty()) element.append_attribute(name).set_value(text.c_str());
}

/// The element of `param` below `root`, groups made on the way.
pugi::xml_node make_element(pugi::xml_node root, const ParamInfo& param) {
  const std::vector<std::string_view> parts = split_path(param.path);
  check(parts.front() == root.name() && parts.size() > 1, "{} does not lie below {}", param.path, root.name());
  pugi::xml_node node = root;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::string name(parts[i]);
    pugi::xml_node next = node.child(name.c_str());
    node = next ? next : node.append_child(name.c_str());
  }
  return node;
}

void write_root(pugi::xml_node parent, const ResolvedRoot& resolved) {
  pugi::xml_node root = parent.append_child(resolved.tag.element.c_str());
  root.append_attribute("name").set_value(resolved.tag.name.c_str());
  for (const auto& [name, value] : resolved.tag.attributes) root.append_attribute(name.c_str()).set_value(value.c_str());
  for (const ParamInfo& param : resolved.params) {
    pugi::xml_node element = make_element(root, param);
    const Provenance::Entry& entry = resolved.provenance.of(param.path);
    element.append_attribute("value").set_value(param.value.c_str());
    set_attribute(element, "unit", param.unit);
    set_attribute(element, "source", entry.source);
    set_attribute(element, "origin", entry.origin);
  }
}

std::string to_text(const pugi::xml_document& document) {
  std::ostringstream out;
  document.save(out, "  ", pugi::format_indent, pugi::encoding_utf8);
  return std::move(out).str();
}

}  // namespace

std::string resolved_xml(const ResolvedRoot& root) {
  pugi::xml_document document;
  write_root(document, root);
  return to_text(document);
}

std::string resolved_xml(std::span<const ResolvedRoot> roots) {
  pugi::xml_document document;
  pugi::xml_node config = document.append_child("config");
  for (const ResolvedRoot& root : roots) write_root(config, root);
  return to_text(document);
}

}  // namespace ngpcsim::config
