#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "sim/app/json.h"
#include "sim/base/error.h"

namespace ngpcsim::app {

/// The value at a dotted path ("blocks.mlp_engine.stalls.weights", "frames.0.frame_ms"). Throws InputError at `at` with the nearest keys
/// where there is none.
[[nodiscard]] const Json& find_key(const Json& root, std::string_view path, const InputLocation& at);

/// Every path of a scalar or an empty container, in order.
[[nodiscard]] std::vector<std::pair<std::string, Json>> leaves(const Json& root);

/// As `--print` shows it: strings without quotes, everything else as JSON in one line.
[[nodiscard]] std::string value_text(const Json& value);

}  // namespace ngpcsim::app
