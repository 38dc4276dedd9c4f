#include "sim/config/element_tree.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "sim/config/file_text.h"
#include "sim/config/line_index.h"
#include "sim/config/suggest.h"
#include "sim/config/text.h"

namespace ngpcsim::config {
namespace {

constexpr int kDeepestElement = 8;

class ElementReader {
 public:
  ElementReader(std::string_view text, const std::string& file) : lines_(text), file_(file) {}

  [[nodiscard]] InputLocation at(std::ptrdiff_t offset) const { return {file_, lines_.line(static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0)))}; }

  [[nodiscard]] Element read(const pugi::xml_node& node, int depth) const {
    Element element{.name = node.name(), .at = at(node.offset_debug()), .attributes = {}, .children = {}};
    if (depth > kDeepestElement) throw InputError(element.at, "elements are nested too deep", fmt::format("{} levels", kDeepestElement));
    for (const pugi::xml_attribute& attribute : node.attributes()) {
      if (element.attribute(attribute.name())) throw InputError(element.at, fmt::format("attribute {} of <{}> appears twice", attribute.name(), node.name()), "once");
      element.attributes.emplace_back(attribute.name(), attribute.value());
    }
    for (const pugi::xml_node& child : node) {
      if (child.type() != pugi::node_element) throw InputError(at(child.offset_debug()), fmt::format("text {} between elements", in_quotes(child.value())), "elements");
      element.children.push_back(read(child, depth + 1));
    }
    return element;
  }

 private:
  LineIndex lines_;
  const std::string& file_;
};

}  // namespace

std::optional<std::string> Element::attribute(std::string_view key) const {
  for (const auto& [name_of, value] : attributes)
    if (name_of == key) return value;
  return std::nullopt;
}

std::string Element::required(std::string_view key) const {
  const auto value = attribute(key);
  if (!value || value->empty()) throw InputError(at, fmt::format("<{}> has no attribute {}", name, key), fmt::format("<{} {}=\"...\"/>", name, key));
  return *value;
}

void Element::check_attributes(const std::vector<std::string_view>& known) const {
  for (const auto& [key, value] : attributes) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    const auto hint = nearest(key, known);
    throw InputError(at, fmt::format("<{}>: unknown attribute {}={}{}", name, key, in_quotes(value), hint ? fmt::format(" (did you mean {}?)", *hint) : ""), comma_list(known));
  }
}

Element load_element_tree(const std::string& path, std::string_view root) {
  const std::string text = read_file_text(path, {path});
  pugi::xml_document document;
  constexpr unsigned kOptions = pugi::parse_default | pugi::parse_fragment | pugi::parse_trim_pcdata;
  const pugi::xml_parse_result parsed = document.load_buffer(text.data(), text.size(), kOptions, pugi::encoding_utf8);
  const ElementReader reader(text, path);
  if (!parsed) throw InputError(reader.at(parsed.offset), fmt::format("XML syntax: {}", parsed.description()));
  std::optional<Element> found;
  for (const pugi::xml_node& node : document) {
    if (node.type() != pugi::node_element || found) throw InputError(reader.at(node.offset_debug()), "more than one root element", fmt::format("one <{}>", root));
    if (node.name() != root) throw InputError(reader.at(node.offset_debug()), fmt::format("the root element is <{}>", node.name()), fmt::format("<{}>", root));
    found = reader.read(node, 1);
  }
  if (!found) throw InputError({path}, "the file has no element", fmt::format("<{} name=\"...\">", root));
  return *found;
}

}  // namespace ngpcsim::config
