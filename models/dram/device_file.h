#pragma once
#include <string>
#include <vector>

#include "models/dram/device.h"
#include "sim/config/document.h"
#include "sim/config/resolved.h"

namespace ngpcsim::models::dram {

/// A device file, read, checked and resolved.
struct DeviceFile {
  DramParams params;
  config::ResolvedRoot root;  ///< for config.xml and the hash

  /// Where a parameter or group was written, for messages.
  [[nodiscard]] InputLocation where(std::string_view path) const { return root.provenance.location_of(path); }
};

/// Reads `file` and its bases, applies the assignments that start with "dram.", and makes sure that they are a device. Throws InputError for whatever does not
/// fit; `set_flag` is where assignments come from.
[[nodiscard]] DeviceFile load_device(const std::string& file, const std::vector<config::Assignment>& sets, const InputLocation& set_flag);

}  // namespace ngpcsim::models::dram
