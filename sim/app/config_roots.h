#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/error.h"
#include "sim/config/bind.h"
#include "sim/config/load.h"
#include "sim/config/resolved.h"

namespace ngpcsim::app {

/// The configuration files of a run as they were read, one root each, and the `--set` that apply to them.
class ConfigRoots {
 public:
  /// `sets` as typed, `roots` the elements of the run, such as chip, workload. Throws InputError for a `--set` that starts with none of them.
  ConfigRoots(const std::vector<std::string>& sets, std::vector<std::string_view> roots);

  /// Loads one root, applies its overrides and fills the struct. Throws InputError for whatever does not fit.
  template <class Params>
  Params load(const std::filesystem::path& file, const config::RootKind& kind) {
    return take<Params>(config::load(file.string(), kind));
  }
  /// The same for a root that was read already.
  template <class Params>
  Params take(config::ConfigDocument document, Params defaults = {}) {
    override_values(document);
    config::Bound<Params> bound = config::bind<Params>(document, std::move(defaults));
    roots_.push_back(config::resolve(document, bound));
    return std::move(bound.params);
  }
  /// The root loaded last has this attribute with this value; throws InputError otherwise.
  void require_attribute(std::string_view attribute, std::string_view known) const;

  /// A root that was read by somebody else, with the overrides of `sets` applied.
  void adopt(config::ResolvedRoot root) { roots_.push_back(std::move(root)); }
  [[nodiscard]] const std::vector<config::Assignment>& sets() const { return sets_; }
  [[nodiscard]] static const InputLocation& set_flag();
  /// No `--set` belongs to this element; throws InputError otherwise.
  void refuse_sets(std::string_view element, std::string_view why, std::string_view allowed) const;

  /// The text of a parameter's value where a file or --set gives it; nothing where it is the default.
  [[nodiscard]] std::optional<std::string> explicit_value(std::string_view path) const;
  /// Parameters of the root loaded last whose path is `chosen`: from now on they have the values of `params`, and came from `entry` where they were defaults.
  void take_values(const std::vector<config::ParamInfo>& params, bool (*chosen)(std::string_view path), const config::Provenance::Entry& entry);

  /// In the order in which they were loaded.
  [[nodiscard]] const std::vector<config::ResolvedRoot>& all() const { return roots_; }
  /// The name of the file of a root: "ngpc-8" of the chip.
  [[nodiscard]] const std::string& name_of(std::string_view element) const { return at(element).tag.name; }
  /// Where a parameter or group ("chip.nfps", "workload.encoding") was written, for messages.
  [[nodiscard]] InputLocation where(std::string_view path) const;
  /// One hash of all values of all roots.
  [[nodiscard]] std::string hash() const;

 private:
  void override_values(config::ConfigDocument& document) const;
  [[nodiscard]] const config::ResolvedRoot& at(std::string_view element) const;

  std::vector<config::Assignment> sets_;
  std::vector<config::ResolvedRoot> roots_;
};

}  // namespace ngpcsim::app
