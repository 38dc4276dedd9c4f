#include "workloads/gemm/yaml_tree.h"

#include <algorithm>
#include <new>

#include <yaml.h>

#include "sim/config/text.h"

namespace ngpcsim::workloads {
namespace {

constexpr std::size_t kMaxYamlDepth = 32;

std::string text_of(const yaml_char_t* value, std::size_t length) {
  std::string text;
  for (std::size_t i = 0; i < length; ++i) text += static_cast<char>(value[i]);
  return text;
}

/// One event of the parser, freed with it.
class Event {
 public:
  Event() = default;
  ~Event() { yaml_event_delete(&event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  yaml_event_t* raw() { return &event_; }
  [[nodiscard]] yaml_event_type_t type() const { return event_.type; }
  [[nodiscard]] int line() const { return static_cast<int>(event_.start_mark.line) + 1; }
  [[nodiscard]] std::string scalar() const { return text_of(event_.data.scalar.value, event_.data.scalar.length); }
  [[nodiscard]] std::string alias() const {
    const std::string_view name = reinterpret_cast<const char*>(event_.data.alias.anchor);
    return std::string(name);
  }

 private:
  yaml_event_t event_{};
};

class TreeParser {
 public:
  TreeParser(std::string_view text, const std::string& file) : file_(file) {
    if (yaml_parser_initialize(&parser_) == 0) throw std::bad_alloc();
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  }
  ~TreeParser() { yaml_parser_delete(&parser_); }
  TreeParser(const TreeParser&) = delete;
  TreeParser& operator=(const TreeParser&) = delete;

  YamlNode document() {
    YamlNode root;
    bool found = false;
    for (;;) {
      Event event;
      next(event);
      if (event.type() == YAML_STREAM_END_EVENT) return root;
      if (event.type() != YAML_DOCUMENT_START_EVENT) continue;  // start of the stream, end of the document
      if (found) throw InputError({file_, event.line()}, "a second YAML document", "one problem a file");
      found = true;
      Event first;
      next(first);
      root = value(first, 0);
    }
  }

 private:
  void next(Event& event) {
    if (yaml_parser_parse(&parser_, event.raw()) != 0) return;
    const bool placed = parser_.error == YAML_SCANNER_ERROR || parser_.error == YAML_PARSER_ERROR;
    throw InputError({file_, static_cast<int>(placed ? parser_.problem_mark.line : parser_.mark.line) + 1},
                     fmt::format("not valid YAML: {}", parser_.problem ? parser_.problem : "no reason given"), "YAML 1.1 in UTF-8");
  }

  YamlNode value(const Event& event, std::size_t depth) {
    if (depth > kMaxYamlDepth) throw InputError({file_, event.line()}, "values are nested too deeply", fmt::format("at most {} levels", kMaxYamlDepth));
    YamlNode node;
    node.line = event.line();
    switch (event.type()) {
      case YAML_SCALAR_EVENT:
        node.kind = YamlNode::Kind::kScalar;
        node.text = event.scalar();
        break;
      case YAML_ALIAS_EVENT:
        node.kind = YamlNode::Kind::kAlias;
        node.text = event.alias();
        break;
      case YAML_SEQUENCE_START_EVENT:
        node.kind = YamlNode::Kind::kList;
        list(node, depth);
        break;
      case YAML_MAPPING_START_EVENT:
        node.kind = YamlNode::Kind::kMap;
        map(node, depth);
        break;
      default: throw InvariantError("a YAML event where a value begins");
    }
    return node;
  }

  void list(YamlNode& node, std::size_t depth) {
    for (;;) {
      Event event;
      next(event);
      if (event.type() == YAML_SEQUENCE_END_EVENT) return;
      node.items.push_back(value(event, depth + 1));
    }
  }

  void map(YamlNode& node, std::size_t depth) {
    for (;;) {
      Event key;
      next(key);
      if (key.type() == YAML_MAPPING_END_EVENT) return;
      if (key.type() != YAML_SCALAR_EVENT) throw InputError({file_, key.line()}, "a key that is no plain text", "names as keys");
      std::string name = key.scalar();
      if (node.find(name)) throw InputError({file_, key.line()}, fmt::format("the key {} is repeated", config::in_quotes(name)), "each key once");
      if (node.keys.size() == kMaxKeys) throw InputError({file_, key.line()}, "too many keys", fmt::format("at most {} in a map", kMaxKeys));
      Event item;
      next(item);
      node.keys.push_back(std::move(name));
      node.items.push_back(value(item, depth + 1));
    }
  }

  static constexpr std::size_t kMaxKeys = 1000;  ///< problems have a dozen; a search beats an index as long as that holds

  const std::string& file_;
  yaml_parser_t parser_{};
};

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
  for (std::size_t i = 0; i < std::min(keys.size(), items.size()); ++i)
    if (keys[i] == key) return &items[i];
  return nullptr;
}

YamlNode parse_yaml(std::string_view text, const std::string& file) { return TreeParser(text, file).document(); }

}  // namespace ngpcsim::workloads
