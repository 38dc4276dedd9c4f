#pragma once
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "sim/app/json.h"

/// What the summaries of all commands are written with.
namespace ngpcsim::app {

[[nodiscard]] inline std::string line(const char* label, const std::string& text) { return fmt::format("  {:<11} {}\n", label, text); }

/// One line for each item; the label stands before the first.
[[nodiscard]] inline std::string list_of(const char* label, const Json& items) {
  std::string text;
  for (const Json& item : items) text += line(text.empty() ? label : "", item.get<std::string>());
  return text;
}

[[nodiscard]] inline std::uint64_t count(const Json& json, const char* key) { return json.at(key).get<std::uint64_t>(); }

/// 0 where the value is null: what does not apply is written as nothing.
[[nodiscard]] inline double real(const Json& json, const char* key) { return json.at(key).is_null() ? 0.0 : json.at(key).get<double>(); }

}  // namespace ngpcsim::app
