#include "sim/app/compare.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "sim/app/key_path.h"
#include "sim/base/error.h"
#include "sim/config/number.h"

namespace ngpcsim::app {
namespace {

constexpr std::array<std::string_view, 3> kIdentity{"version", "config_hash", "seed"};

bool is_identity(const std::string& key) { return std::find(kIdentity.begin(), kIdentity.end(), key) != kIdentity.end(); }

std::string signed_number(double value) { return fmt::format("{:+.6g}", value); }

Drift number_drift(const std::string& key, const Json& base, const Json& now) {
  const double a = base.get<double>(), b = now.get<double>();
  return {key, value_text(base), value_text(now), signed_number(b - a), a == 0.0 ? "new" : fmt::format("{:+.4g} %", (b - a) / std::abs(a) * 100.0)};
}

/// Empty where the two agree.
std::optional<Drift> drift_of(const std::string& key, const Json& base, const Json& now, const Tolerance& allowed) {
  if (allowed.ignored || base == now) return std::nullopt;  // integers beyond 2^53 compare exactly here
  if (!base.is_number() || !now.is_number()) return Drift{key, value_text(base), value_text(now), {}, {}};
  const double a = base.get<double>(), b = now.get<double>();
  if (const double most = std::max(allowed.absolute, std::abs(a) * allowed.percent / 100.0); most > 0.0 && std::abs(b - a) <= most) return std::nullopt;
  return number_drift(key, base, now);
}

/// `*` stands for any text, all else for itself.
bool fits(std::string_view pattern, std::string_view key) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == key;
  if (!key.starts_with(pattern.substr(0, star))) return false;
  for (std::size_t rest = star; rest <= key.size(); ++rest)
    if (fits(pattern.substr(star + 1), key.substr(rest))) return true;
  return false;
}

Tolerance tolerance_of(const std::string& key, const std::vector<Tolerance>& tolerances, double otherwise_percent) {
  for (const Tolerance& tolerance : tolerances)
    if (fits(tolerance.pattern, key)) return tolerance;
  return {.pattern = {}, .percent = otherwise_percent};
}

/// Shares of a block's cycles by what they went to: "busy" and the stall reasons.
std::vector<std::pair<std::string, double>> shares_of(const Json& block) {
  std::vector<std::pair<std::string, double>> shares;
  if (!block.is_object() || !block.contains("total") || !block["total"].is_number()) return shares;
  const double total = block["total"].get<double>();
  if (total == 0.0) return shares;
  if (block.contains("busy") && block["busy"].is_number()) shares.emplace_back("busy", block["busy"].get<double>() / total);
  if (block.contains("stalls") && block["stalls"].is_object())
    for (const auto& [reason, cycles] : block["stalls"].items())
      if (cycles.is_number()) shares.emplace_back(reason, cycles.get<double>() / total);
  return shares;
}

/// "mlp_engine: weights 12.0 % -> 31.5 % of its cycles", or nothing where no share moved.
std::string largest_move(const Json& base, const Json& now) {
  double largest = 0.0;
  std::string text;
  if (!base.contains("blocks") || !now.contains("blocks") || !base["blocks"].is_object() || !now["blocks"].is_object()) return text;
  for (const auto& [name, block] : base["blocks"].items()) {
    if (!now["blocks"].contains(name)) continue;
    const auto before = shares_of(block);
    for (const auto& [reason, share] : shares_of(now["blocks"][name])) {
      const auto old = std::find_if(before.begin(), before.end(), [&r = reason](const auto& item) { return item.first == r; });
      if (old == before.end() || std::abs(share - old->second) <= largest) continue;
      largest = std::abs(share - old->second);
      text = fmt::format("moved most: {} {}: {:.1f} % -> {:.1f} % of its cycles\n", name, reason == "busy" ? "busy" : "stalled by " + reason,
                         old->second * 100.0, share * 100.0);
    }
  }
  return text;
}

}  // namespace

Tolerance parse_tolerance(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  const std::string amount = equals == std::string::npos ? "" : text.substr(equals + 1);
  Tolerance tolerance{.pattern = text.substr(0, equals)};
  if (amount == "ignore") {
    tolerance.ignored = true;
    return tolerance;
  }
  const bool percent = amount.ends_with('%');
  const auto value = config::parse_real(percent ? std::string_view(amount).substr(0, amount.size() - 1) : std::string_view(amount)).value;
  if (!value || *value < 0.0 || tolerance.pattern.empty()) throw InputError({"--allow"}, fmt::format("\"{}\" is no tolerance", text), "KEY=5%, KEY=0.01 or KEY=ignore, KEY with * for any text");
  (percent ? tolerance.percent : tolerance.absolute) = *value;
  return tolerance;
}

Comparison compare_results(const Json& base, const Json& now, double tolerance_percent, const std::vector<Tolerance>& tolerances) {
  Comparison comparison;
  const auto base_leaves = leaves(base);
  const auto now_leaves = leaves(now);
  std::map<std::string, const Json*> values;
  for (const auto& [key, value] : now_leaves) values.emplace(key, &value);
  for (const auto& [key, value] : base_leaves) {
    ++comparison.compared;
    const auto it = values.find(key);
    if (it == values.end()) {
      comparison.drifts.push_back({key, value_text(value), "missing", {}, {}});
      continue;
    }
    if (is_identity(key)) {
      if (value != *it->second) comparison.notes.push_back(fmt::format("{}: {} -> {}", key, value_text(value), value_text(*it->second)));
    } else if (auto drift = drift_of(key, value, *it->second, tolerance_of(key, tolerances, tolerance_percent))) {
      comparison.drifts.push_back(std::move(*drift));
    }
    values.erase(it);
  }
  for (const auto& [key, value] : now_leaves)
    if (values.contains(key)) comparison.drifts.push_back({key, "missing", value_text(value), {}, {}});
  return comparison;
}

std::string comparison_text(const Comparison& comparison, const Json& base, const Json& now) {
  std::string text;
  for (const std::string& note : comparison.notes) text += "note: " + note + "\n";
  if (comparison.drifts.empty()) return text + fmt::format("no drift in {} values\n", comparison.compared);
  std::array<std::size_t, 4> widths{3, 4, 3, 8};
  for (const Drift& d : comparison.drifts)
    widths = {std::max(widths[0], d.key.size()), std::max(widths[1], d.base.size()), std::max(widths[2], d.now.size()), std::max(widths[3], d.absolute.size())};
  const auto row = [&widths](const Drift& d) {
    return fmt::format("{:<{}}  {:>{}}  {:>{}}  {:>{}}  {:>10}\n", d.key, widths[0], d.base, widths[1], d.now, widths[2], d.absolute, widths[3], d.relative);
  };
  text += row({"key", "base", "new", "absolute", "relative"});
  for (const Drift& drift : comparison.drifts) text += row(drift);
  text += culprit_text(base, now) + largest_move(base, now);
  return text + fmt::format("{} of {} values drifted\n", comparison.drifts.size(), comparison.compared);
}

}  // namespace ngpcsim::app
