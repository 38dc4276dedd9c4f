#pragma once
#include <span>
#include <string>
#include <vector>

#include "sim/config/document.h"
#include "sim/config/param_list.h"
#include "sim/config/provenance.h"

namespace ngpcsim::config {

/// One root of a resolved configuration. `provenance` knows every path of `params`.
struct ResolvedRoot {
  RootTag tag;
  std::vector<ParamInfo> params;
  Provenance provenance;
};

/// `bound` as a root of a resolved configuration.
template <class Bound>
[[nodiscard]] ResolvedRoot resolve(const ConfigDocument& document, const Bound& bound) {
  return {document.tag(), list_params(bound.params, document.tag().element), bound.provenance};
}

/// The fully resolved configuration as XML: every parameter with value, unit, source and origin. load() reads it back to the same values,
/// and writing those again gives the same bytes.
[[nodiscard]] std::string resolved_xml(const ResolvedRoot& root);

/// Several roots as children of one `<config>`: load() finds the one it is asked for.
[[nodiscard]] std::string resolved_xml(std::span<const ResolvedRoot> roots);

}  // namespace ngpcsim::config
