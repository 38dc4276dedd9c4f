#include "sim/config/provenance.h"

namespace ngpcsim::config {

const Provenance::Entry& Provenance::of(std::string_view path) const {
  const auto it = entries_.find(path);
  check(it != entries_.end(), "no parameter or group is described as {}", path);
  return it->second;
}

std::vector<std::string_view> Provenance::parameters() const {
  std::vector<std::string_view> paths;
  for (const auto& [path, entry] : entries_) {
    if (!entry.is_group) paths.push_back(path);
  }
  return paths;
}

}  // namespace ngpcsim::config
