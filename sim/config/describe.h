#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string_view>

/// How a parameter struct describes itself, once. A struct has a static member
///
///   template <class Self, class Visitor>
///   static void describe(Self& p, Visitor& v) {
///     v.integer("engines", p.engines, {.min = 1, .max = 64}, {.unit = "engines", .meaning = "...", .source = "..."});
///     v.choice("bank_map", p.bank_map, kBankMapNames, {...});      // constexpr std::array<Choice<BankMap>, N>
///     v.flag("per_ray", p.per_ray, {...});                         // bool
///     v.real("voltage", p.voltage, {.min = 0.5, .max = 1.2}, {...});
///     v.text("name", p.name, {...});                               // std::string
///     v.group("grid_sram", p.grid_sram, "what the group is");      // a nested struct with its own describe
///   }
///
/// From it come XML reading with range checks, `--set`, the resolved dump and `ngpcsim describe`. Integers are any unsigned or signed
/// integer type, `Self` may be const.
namespace ngpcsim::config {

struct IntRange {
  std::int64_t min = 0;
  std::int64_t max = std::numeric_limits<std::int64_t>::max();
  bool power_of_two = false;
};

struct RealRange {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
};

/// What is said of a parameter to people: its unit ("" for a plain number or name), its meaning, and the source of its default
/// (a paper, a table, or "our choice: because ...").
struct Doc {
  std::string_view unit;
  std::string_view meaning;
  std::string_view source;
  /// It says how the machine is simulated, not what the machine is: no figure depends on it, so neither the hash nor a result knows of it.
  bool simulation_only = false;
};

/// One named value of an enumeration.
template <class Enum>
struct Choice {
  Enum value;
  std::string_view name;
};

/// The name of `value`, which is one of `choices`.
template <class Enum, std::size_t N>
[[nodiscard]] constexpr std::string_view name_of(const std::array<Choice<Enum>, N>& choices, Enum value) {
  return std::find_if(choices.begin(), choices.end(), [value](const Choice<Enum>& choice) { return choice.value == value; })->name;
}

}  // namespace ngpcsim::config
