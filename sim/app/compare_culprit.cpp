#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "sim/app/compare.h"

namespace ngpcsim::app {
namespace {

struct BlockPair {
  std::string name;
  const Json& base;
  const Json& now;
};

std::vector<BlockPair> blocks_of_both(const Json& base, const Json& now) {
  std::vector<BlockPair> pairs;
  if (!base.contains("blocks") || !now.contains("blocks") || !base["blocks"].is_object() || !now["blocks"].is_object()) return pairs;
  for (const auto& [name, block] : base["blocks"].items())
    if (now["blocks"].contains(name) && block.is_object() && now["blocks"][name].is_object()) pairs.push_back({name, block, now["blocks"][name]});
  return pairs;
}

double number_in(const Json& block, const std::string& key) { return block.contains(key) && block[key].is_number() ? block[key].get<double>() : 0.0; }

/// Edges from the first query to its result; nothing where the block has none.
std::optional<double> first_latency(const Json& block) {
  if (!block.contains("first_input_edge") || !block["first_input_edge"].is_number() || !block["first_output_edge"].is_number()) return std::nullopt;
  return number_in(block, "first_output_edge") - number_in(block, "first_input_edge");
}

/// What a block did itself, beside waiting for those before and behind it; of all blocks, or of those named.
std::string by_work(const std::vector<BlockPair>& pairs, const std::vector<std::string_view>& names = {}) {
  double most = 0.0;
  std::string text;
  for (const BlockPair& pair : pairs) {
    if (!names.empty() && std::find(names.begin(), names.end(), pair.name) == names.end()) continue;
    const double instances = std::max(1.0, number_in(pair.base, "instances"));
    const auto look = [&](const std::string& what, double before, double after) {
      const double moved = std::abs(after - before) / instances;
      if (moved <= most) return;
      most = moved;
      text = fmt::format("{}: {} {} edges an instance instead of {}", pair.name, what, after / instances, before / instances);
    };
    look("busy", number_in(pair.base, "busy"), number_in(pair.now, "busy"));
    if (!pair.base.contains("stalls") || !pair.now.contains("stalls")) continue;
    for (const auto& [reason, cycles] : pair.base["stalls"].items())
      if (reason != "input_empty" && reason != "output_full") look("stalled by " + reason, cycles.get<double>(), number_in(pair.now["stalls"], reason));
  }
  return text;
}

/// Edges from the join of the last query to its result; nothing where a block has none.
std::optional<double> drain(const std::vector<BlockPair>& pairs, bool now) {
  std::optional<double> joined, out;
  for (const BlockPair& pair : pairs) {
    const Json& block = now ? pair.now : pair.base;
    if (!first_latency(block) || !block.contains("last_output_edge")) continue;
    if (pair.name == "encoding_engine") joined = number_in(block, "last_output_edge");
    if (pair.name == "mlp_engine") out = number_in(block, "last_output_edge");
  }
  return joined && out ? std::optional(*out - *joined) : std::nullopt;
}

/// The first block along the way of a query that takes longer or shorter over the first one: those behind it only see it come at another time. Both encoders work on a
/// query side by side and are joined behind, so where neither did anything else it may be either.
std::string by_latency(const std::vector<BlockPair>& pairs) {
  const auto changed = [&](std::string_view name) -> std::string {
    for (const BlockPair& pair : pairs) {
      if (pair.name != name) continue;
      const auto before = first_latency(pair.base), after = first_latency(pair.now);
      if (before && after && *before != *after) return fmt::format("its first query takes {} edges instead of {}", *after, *before);
    }
    return {};
  };
  if (const std::string text = changed("encoding_engine"); !text.empty()) {
    const std::string own = by_work(pairs, {"encoding_engine", "direction_encoder"});
    return own.empty() ? "encoding_engine or direction_encoder: " + text : own + "; " + text;
  }
  if (const std::string text = changed("mlp_engine"); !text.empty()) return "mlp_engine: " + text;
  const auto before = drain(pairs, false), after = drain(pairs, true);
  return before && after && *before != *after ? fmt::format("mlp_engine: its last query takes {} edges instead of {}", *after, *before) : std::string();
}

std::string by_span(const std::vector<BlockPair>& pairs) {
  std::string text;
  for (const BlockPair& pair : pairs)
    if (const double before = number_in(pair.base, "active_cycles"), after = number_in(pair.now, "active_cycles"); before != after) text += fmt::format("{}{} ({:+} active edges)", text.empty() ? "" : ", ", pair.name, after - before);
  return text;
}

}  // namespace

std::string culprit_text(const Json& base, const Json& now) {
  const std::vector<BlockPair> pairs = blocks_of_both(base, now);
  if (const std::string text = by_latency(pairs); !text.empty()) return "comes from: " + text + "\n";
  if (const std::string text = by_work(pairs, {"encoding_engine", "page_sweep", "direction_encoder", "mlp_engine"}); !text.empty()) return "comes from: " + text + "\n";
  if (const std::string text = by_work(pairs); !text.empty()) return "no engine's own work moved; may come from: " + text + "\n";  // memory and host also see what others change
  if (const std::string text = by_span(pairs); !text.empty()) return "may come from: " + text + "\n";
  return {};
}

}  // namespace ngpcsim::app
