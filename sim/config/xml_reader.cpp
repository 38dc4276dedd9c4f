#include "sim/config/xml_reader.h"

#include <filesystem>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "sim/config/line_index.h"
#include "sim/config/suggest.h"
#include "sim/config/text.h"

namespace ngpcsim::config {
namespace {

constexpr int kDeepest = 32;  // models nest five deep; the limit keeps the recursion small whatever the input

class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : lines_(text), file_(file) {}

  [[nodiscard]] InputLocation at(const pugi::xml_node& node) const {
    return {file_, lines_.line(static_cast<std::size_t>(std::max<std::ptrdiff_t>(node.offset_debug(), 0)))};
  }

  /// The only element of `parent`, which is the document or the `config` element around several kinds.
  [[nodiscard]] pugi::xml_node root_of(const pugi::xml_document& document, std::string_view element) const {
    pugi::xml_node root;
    for (const pugi::xml_node& node : document) {
      if (node.type() != pugi::node_element) reject_text(node);
      if (root) throw InputError(at(node), fmt::format("a second root element <{}>", node.name()), "one root element");
      root = node;
    }
    if (!root) throw InputError({file_}, "the file has no element", fmt::format("<{} name=\"...\">", element));
    return root.name() == std::string_view("config") && element != "config" ? unwrap(root, element) : root;
  }

  [[nodiscard]] XmlFile read_root(const pugi::xml_node& element, const RootKind& kind) const {
    if (element.name() != kind.element) {
      throw InputError(at(element), fmt::format("the root element is <{}>", element.name()), fmt::format("<{}>", kind.element));
    }
    std::vector<std::string_view> known{"name", "base"};
    known.insert(known.end(), kind.attributes.begin(), kind.attributes.end());
    check_attributes(element, known, std::string(kind.element));

    XmlFile result;
    result.tag.element = kind.element;
    const pugi::xml_attribute name = element.attribute("name");
    result.tag.name = name ? name.value() : std::filesystem::path(file_).stem().string();
    if (const pugi::xml_attribute base = element.attribute("base")) result.base = base.value();
    for (const std::string_view key : kind.attributes) {
      const std::string attribute(key);
      if (element.attribute(attribute.c_str())) result.tag.attributes.emplace_back(attribute, element.attribute(attribute.c_str()).value());
    }
    result.root.name = kind.element;
    result.root.at = at(element);
    read_children(element, result.root, std::string(kind.element), 1);
    return result;
  }

 private:
  [[nodiscard]] pugi::xml_node unwrap(const pugi::xml_node& config, std::string_view element) const {
    check_attributes(config, {}, "config");
    pugi::xml_node found;
    for (const pugi::xml_node& child : config) {
      if (child.type() != pugi::node_element) reject_text(child);
      if (child.name() != element) continue;
      if (found) throw InputError(at(child), fmt::format("<{}> appears twice, first in line {}", element, at(found).line));
      found = child;
    }
    if (!found) throw InputError(at(config), fmt::format("<config> has no <{}>", element), fmt::format("<{}>", element));
    return found;
  }

  void read_children(const pugi::xml_node& element, ConfigNode& node, const std::string& path, int depth) const {
    for (const pugi::xml_node& child : element) {
      if (child.type() != pugi::node_element) reject_text(child);
      const std::string child_path = join_path(path, child.name());
      if (depth >= kDeepest) throw InputError(at(child), "elements are nested too deep", fmt::format("{} levels", kDeepest));
      if (const ConfigNode* const first = node.find(child.name())) {
        throw InputError(at(child), fmt::format("{} appears twice, first in line {}", child_path, first->at.line));
      }
      node.children.push_back(read_element(child, child_path, depth));
    }
  }

  [[nodiscard]] ConfigNode read_element(const pugi::xml_node& element, const std::string& path, int depth) const {
    ConfigNode node;
    node.name = element.name();
    node.at = at(element);
    if (const pugi::xml_attribute value = element.attribute("value")) {
      check_attributes(element, {"value", "source", "unit", "origin"}, path);
      node.value = value.value();
      node.source = element.attribute("source").value();
      node.unit = element.attribute("unit").value();
      node.origin = element.attribute("origin").value();
      for (const pugi::xml_node& child : element) {
        if (child.type() != pugi::node_element) reject_text(child);
        throw InputError(at(child), fmt::format("{} has a value and an element <{}> below it", path, child.name()), "a value or elements");
      }
    } else {
      check_attributes(element, {"value"}, path);
      read_children(element, node, path, depth + 1);
    }
    return node;
  }

  void check_attributes(const pugi::xml_node& element, const std::vector<std::string_view>& known, const std::string& path) const {
    std::vector<std::string_view> seen;
    for (const pugi::xml_attribute& attribute : element.attributes()) {
      const std::string_view name = attribute.name();
      if (std::find(known.begin(), known.end(), name) == known.end()) {
        const auto hint = nearest(name, known);
        throw InputError(at(element), fmt::format("{}: unknown attribute {}={}{}", path, name, in_quotes(attribute.value()),
                                                  hint ? fmt::format(" (did you mean \"{}\"?)", *hint) : ""),
                         known.empty() ? "no attributes" : comma_list(known));
      }
      if (std::find(seen.begin(), seen.end(), name) != seen.end()) {
        throw InputError(at(element), fmt::format("{}: attribute {} appears twice, again as {}", path, name, in_quotes(attribute.value())), "once");
      }
      seen.push_back(name);
    }
  }

  [[noreturn]] void reject_text(const pugi::xml_node& node) const {
    throw InputError(at(node), fmt::format("text {} between elements", in_quotes(node.value())), "elements with a value attribute");
  }

  LineIndex lines_;
  const std::string& file_;
};

}  // namespace

XmlFile read_xml(std::string_view text, const std::string& file, const RootKind& kind) {
  // pugixml would take a NUL for the end and ignore what follows.
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    throw InputError({file, LineIndex(text).line(nul)}, "the file has a NUL byte", "XML text in UTF-8");
  }
  pugi::xml_document document;
  // A fragment keeps what is outside the root, so that we can reject it; trimming lets the position of a text be its first letter; UTF-8
  // keeps the offsets those of the file.
  constexpr unsigned kOptions = pugi::parse_default | pugi::parse_fragment | pugi::parse_trim_pcdata;
  const pugi::xml_parse_result parsed = document.load_buffer(text.data(), text.size(), kOptions, pugi::encoding_utf8);
  if (!parsed) {
    const LineIndex lines(text);
    const auto offset = std::min(static_cast<std::size_t>(std::max<std::ptrdiff_t>(parsed.offset, 0)), text.size());
    throw InputError({file, lines.line(offset)}, fmt::format("XML syntax, column {}: {}", lines.column(offset), parsed.description()));
  }
  const Reader reader(text, file);
  return reader.read_root(reader.root_of(document, kind.element), kind);
}

}  // namespace ngpcsim::config
