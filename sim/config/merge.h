#pragma once
#include "sim/config/document.h"
#include "sim/config/xml_reader.h"

namespace ngpcsim::config {

/// `own` laid over its base: parameters and root attributes of `own` win, groups are merged member by member, the name is that of `own`.
/// Throws InputError where one has a group and the other a parameter of that path.
[[nodiscard]] ConfigDocument merge(const ConfigDocument& base, XmlFile own, const RootKind& kind);

}  // namespace ngpcsim::config
