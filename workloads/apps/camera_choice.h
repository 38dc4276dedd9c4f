#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/base/error.h"

namespace ngpcsim::workloads {

/// The cameras a text chooses out of `available`: an index (`12`), a range with both ends (`3-7`), or `all`. Throws InputError at `where` on
/// any other text and on an index that does not exist.
[[nodiscard]] std::vector<std::uint32_t> choose_cameras(std::string_view text, std::uint32_t available, const InputLocation& where);

}  // namespace ngpcsim::workloads
