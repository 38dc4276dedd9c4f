#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/error.h"
#include "sim/config/node.h"

namespace ngpcsim::config {

/// What a caller expects of a file: the root element, and the attributes it may have beside `name` and `base`.
struct RootKind {
  std::string_view element;
  std::vector<std::string_view> attributes = {};
};

/// The root element of a document without its parameters.
struct RootTag {
  std::string element;
  std::string name;  ///< attribute `name`, or the file's name without its extension
  std::vector<std::pair<std::string, std::string>> attributes;  ///< those of RootKind::attributes that were written, in order of RootKind
};

/// A configuration as written, bases merged in, before it is bound to a parameter struct (bind.h).
class ConfigDocument {
 public:
  ConfigDocument(RootTag tag, ConfigNode root) : tag_(std::move(tag)), root_(std::move(root)) {}

  [[nodiscard]] const RootTag& tag() const { return tag_; }
  [[nodiscard]] const std::string& name() const { return tag_.name; }
  /// Where the root element stands; the place to blame for what is missing altogether.
  [[nodiscard]] const InputLocation& location() const { return root_.at; }
  [[nodiscard]] const ConfigNode& root() const { return root_; }
  /// A root attribute that the caller listed in RootKind, if written.
  [[nodiscard]] std::optional<std::string_view> attribute(std::string_view name) const;

  /// Sets one parameter from outside the files, such as `--set chip.nfps=16`; the last one wins. `path` starts with the root element.
  /// Whether the parameter exists is known at bind, which then names `at`. Throws InputError for a path of another root, with an empty
  /// component, to a group that the document has, or through a parameter.
  void override_value(std::string_view path, std::string_view text, const InputLocation& at);

 private:
  RootTag tag_;
  ConfigNode root_;
};

/// `--set` as typed: "chip.nfps=16".
struct Assignment {
  std::string path;
  std::string value;
};
/// Splits at the first '='. Throws InputError where there is none, or no path before it.
[[nodiscard]] Assignment parse_assignment(std::string_view text, const InputLocation& at);

}  // namespace ngpcsim::config
