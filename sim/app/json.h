#pragma once
#include <nlohmann/json.hpp>

namespace ngpcsim::app {

/// Keys stay in the order in which they were written, so that a result has one text.
using Json = nlohmann::ordered_json;

}  // namespace ngpcsim::app
