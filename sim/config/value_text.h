#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sim/config/describe.h"
#include "sim/config/node.h"
#include "sim/config/number.h"

/// Texts of parameters to values. `path` is for the message; every function throws InputError at the node, with value and allowed values.
namespace ngpcsim::config {

[[nodiscard]] std::int64_t read_integer(const ConfigNode& node, const std::string& path, const IntRange& range);
/// `parsed` is the node's value, read at the precision of the parameter.
[[nodiscard]] double check_real(const ConfigNode& node, const std::string& path, const RealRange& range, const ParsedNumber<double>& parsed);
[[nodiscard]] bool read_flag(const ConfigNode& node, const std::string& path);
/// The index of the value among `names`.
[[nodiscard]] std::size_t read_choice(const ConfigNode& node, const std::string& path, std::span<const std::string_view> names);

}  // namespace ngpcsim::config
