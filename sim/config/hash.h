#pragma once
#include <span>
#include <string>
#include <string_view>

#include "sim/config/param_list.h"

namespace ngpcsim::config {

/// A hash of resolved values: 64-bit FNV-1a (Fowler, Noll, Vo; draft-eastlake-fnv) over "path NUL value NUL" of every parameter in order of
/// the path, as 16 hexadecimal digits. It knows values only: the order of elements, who wrote a value and why do not change it. Parameters that
/// say how a machine is simulated have no part in it. Several roots hash as one list, so a run has one hash.
[[nodiscard]] std::string config_hash(std::span<const ParamInfo> params);

/// The same hash over one text.
[[nodiscard]] std::string text_hash(std::string_view text);

}  // namespace ngpcsim::config
