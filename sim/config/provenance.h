#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/error.h"

namespace ngpcsim::config {

/// Where every value of a bound struct came from, by path ("chip.nfp.encoding_engine.engines"); groups are in it too.
class Provenance {
 public:
  struct Entry {
    InputLocation at;     ///< to blame in a message: the element, the flag, or for a default the nearest enclosing element
    std::string origin;   ///< for people: "configs/chips/ngpc-8.xml:3", "--set", or "default"; kept when a resolved file is read again
    std::string source;   ///< why this value: the `source` attribute, or for a default the source in its description; may be empty
    bool is_group = false;
  };

  void add(std::string path, Entry entry) { entries_.insert_or_assign(std::move(path), std::move(entry)); }

  /// Throws InvariantError for a path that no description has.
  [[nodiscard]] const Entry& of(std::string_view path) const;
  /// Of a parameter or a group, for cross-checks after binding: `throw InputError(provenance.location_of("chip.nfps"), ...)`.
  [[nodiscard]] const InputLocation& location_of(std::string_view path) const { return of(path).at; }
  [[nodiscard]] bool is_default(std::string_view path) const { return of(path).origin == kDefault; }

  /// Every parameter, in order of the path.
  [[nodiscard]] std::vector<std::string_view> parameters() const;

  /// Takes over the entries of another root, so that one object answers for chip, workload and GPU.
  void merge(const Provenance& other) { entries_.insert(other.entries_.begin(), other.entries_.end()); }

  static constexpr std::string_view kDefault = "default";

 private:
  std::map<std::string, Entry, std::less<>> entries_;
};

}  // namespace ngpcsim::config
