#include "sim/app/sweep/metrics.h"

#include <algorithm>

#include "sim/config/text.h"

namespace ngpcsim::app {
namespace {

constexpr std::string_view kPercent = "_percent";

const Json* value_at(const Json& result, std::string_view path) {
  const Json* at = &result;
  for (const std::string_view key : config::split_path(path)) {
    if (!at->is_object()) return nullptr;
    const auto next = at->find(std::string(key));
    if (next == at->end()) return nullptr;
    at = &*next;
  }
  return at;
}

std::optional<double> number_at(const Json& result, std::string_view path) {
  const Json* const value = value_at(result, path);
  return value != nullptr && value->is_number() ? std::optional(value->get<double>()) : std::nullopt;
}

/// "blocks.mlp_engine.weights": cycles of a stall, or of being busy.
std::optional<double> share_of(const Json& result, std::string_view path) {
  const std::string block(path.substr(0, path.rfind('.'))), what(path.substr(path.rfind('.') + 1));
  const auto total = number_at(result, block + ".total"), part = number_at(result, block + (what == "busy" ? ".busy" : ".stalls." + what));
  return total && part && *total > 0.0 ? std::optional(100.0 * *part / *total) : std::nullopt;
}

}  // namespace

std::optional<double> metric_of(const Json& result, std::string_view name) {
  if (name.starts_with("blocks.") && name.ends_with(kPercent)) return share_of(result, name.substr(0, name.size() - kPercent.size()));
  return number_at(result, name);
}

const Metric* find_metric(std::string_view name) {
  const auto at = std::find_if(kMetrics.begin(), kMetrics.end(), [name](const Metric& metric) { return metric.name == name; });
  return at == kMetrics.end() ? nullptr : &*at;
}

}  // namespace ngpcsim::app
