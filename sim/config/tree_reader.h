#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "sim/config/describe.h"
#include "sim/config/document.h"
#include "sim/config/provenance.h"

namespace ngpcsim::config {

/// Walks a document in step with a description: hands out the nodes of described parameters, records where values come from, and collects
/// the nodes that nothing described. The part of bind.h that does not depend on types. The document must outlive it.
class TreeReader {
 public:
  explicit TreeReader(const ConfigDocument& document);

  void enter_group(std::string_view name);
  void leave_group();

  /// The node of a parameter of the current group, or null where its default holds. Throws InputError where it is a group or has a unit
  /// other than the described one, InvariantError where the description names it twice.
  [[nodiscard]] const ConfigNode* take(std::string_view name, const Doc& doc);
  /// Of the parameter taken last.
  [[nodiscard]] const std::string& path() const { return path_; }

  /// Ends the walk. Throws InputError for the first node that nothing described, with the keys of its group and near matches.
  [[nodiscard]] Provenance finish();

 private:
  struct Level {
    const ConfigNode* node;  // null: the document does not have the group
    std::string path;
    InputLocation at;        // nearest enclosing element that stands in a file
    std::vector<std::string_view> known;
  };
  struct Unknown {
    const ConfigNode* node;
    std::string path;
    std::vector<std::string_view> known;
  };

  [[nodiscard]] const ConfigNode* find_in_current(std::string_view name);
  void collect_unknown(const Level& level);
  [[noreturn]] void reject(const Unknown& unknown) const;

  std::vector<Level> levels_;
  std::vector<Unknown> unknown_;
  Provenance provenance_;
  std::string path_;
};

}  // namespace ngpcsim::config
