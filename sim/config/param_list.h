#pragma once
#include <array>
#include <concepts>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/error.h"
#include "sim/config/describe.h"
#include "sim/config/number.h"
#include "sim/config/range.h"
#include "sim/config/text.h"

namespace ngpcsim::config {

/// One parameter in texts, for `ngpcsim describe`, the resolved dump and the hash.
struct ParamInfo {
  std::string path;
  std::string_view type;  ///< "integer", "real", "flag", "choice" or "text"
  std::string unit;       ///< empty for a plain number or name
  std::string value;      ///< the text that reads back to the same value; in describe_params the default
  std::string range;      ///< the allowed values in words
  std::string meaning;
  std::string source;     ///< of the default
  bool simulation_only = false;  ///< Doc::simulation_only
};

struct GroupInfo {
  std::string path;
  std::string meaning;
};

/// The visitor (describe.h) that lists a struct's parameters, in order of description.
class ParamLister {
 public:
  explicit ParamLister(std::string_view prefix) : prefix_(prefix) {}

  template <std::integral Integer>
    requires(!std::same_as<Integer, bool>)
  void integer(std::string_view name, const Integer& value, const IntRange& range, const Doc& doc) {
    if constexpr (std::unsigned_integral<Integer>) {
      add(name, "integer", print_integer(std::uint64_t{value}), range_text(within_type<Integer>(range)), doc);
    } else {
      add(name, "integer", print_integer(std::int64_t{value}), range_text(within_type<Integer>(range)), doc);
    }
  }
  template <std::floating_point Real>
  void real(std::string_view name, const Real& value, const RealRange& range, const Doc& doc) {
    add(name, "real", print_real(value), range_text(range), doc);
  }
  void flag(std::string_view name, const bool& value, const Doc& doc) { add(name, "flag", value ? "true" : "false", "true, false", doc); }
  template <class Enum, std::size_t N>
  void choice(std::string_view name, const Enum& value, const std::array<Choice<Enum>, N>& choices, const Doc& doc) {
    std::vector<std::string_view> names;
    std::string_view chosen;
    for (const Choice<Enum>& c : choices) {
      names.push_back(c.name);
      if (c.value == value) chosen = c.name;
    }
    check(!chosen.empty(), "{} has a value without a name", join_path(prefix_, name));
    add(name, "choice", std::string(chosen), comma_list(names), doc);
  }
  void text(std::string_view name, const std::string& value, const Doc& doc) { add(name, "text", value, "any text", doc); }

  template <class Group>
  void group(std::string_view name, const Group& value, std::string_view meaning) {
    const std::string outer = prefix_;
    prefix_ = join_path(outer, name);
    groups_.push_back({prefix_, std::string(meaning)});
    Group::describe(value, *this);
    prefix_ = outer;
  }

  [[nodiscard]] const std::vector<ParamInfo>& params() const { return params_; }
  [[nodiscard]] const std::vector<GroupInfo>& groups() const { return groups_; }

 private:
  void add(std::string_view name, std::string_view type, std::string value, std::string range, const Doc& doc) {
    params_.push_back({join_path(prefix_, name), type, std::string(doc.unit), std::move(value), std::move(range), std::string(doc.meaning),
                       std::string(doc.source), doc.simulation_only});
  }

  std::string prefix_;
  std::vector<ParamInfo> params_;
  std::vector<GroupInfo> groups_;
};

/// The parameters of `values`, with paths below `prefix` ("chip").
template <class Params>
[[nodiscard]] std::vector<ParamInfo> list_params(const Params& values, std::string_view prefix) {
  ParamLister lister(prefix);
  Params::describe(values, lister);
  return lister.params();
}

/// The parameters of a struct with their defaults.
template <class Params>
[[nodiscard]] std::vector<ParamInfo> describe_params(std::string_view prefix) {
  return list_params(Params{}, prefix);
}

/// The groups of a struct, outer before inner.
template <class Params>
[[nodiscard]] std::vector<GroupInfo> list_groups(const Params& values, std::string_view prefix) {
  ParamLister lister(prefix);
  Params::describe(values, lister);
  return lister.groups();
}

}  // namespace ngpcsim::config
