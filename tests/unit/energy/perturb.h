#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim/config/range.h"

namespace ngpcsim::energy_test {

/// A visitor that changes the parameter number `target` of a struct to another allowed value and remembers its path.
class Perturber {
 public:
  explicit Perturber(std::size_t target) : target_(target) {}

  template <class Integer>
  void integer(std::string_view name, Integer& value, const config::IntRange& range, const config::Doc&) {
    if (!hit(name)) return;
    const Integer down = static_cast<Integer>(value / 2);
    value = down != value && config::contains(range, static_cast<std::int64_t>(down)) ? down : static_cast<Integer>(value + 3);
  }
  void real(std::string_view name, double& value, const config::RealRange& range, const config::Doc&) {
    if (!hit(name)) return;
    const double up = value * 1.03125 + (value == 0.0 ? 0.5 : 0.0);
    value = config::contains(range, up) ? up : value * 0.96875;
  }
  void text(std::string_view name, std::string& value, const config::Doc&) {
    if (hit(name)) value += "x";
  }
  void flag(std::string_view name, bool& value, const config::Doc&) {
    if (hit(name)) value = !value;
  }
  template <class Enum, std::size_t N>
  void choice(std::string_view name, Enum& value, const std::array<config::Choice<Enum>, N>& choices, const config::Doc&) {
    if (hit(name)) value = choices[0].value == value ? choices[1].value : choices[0].value;
  }
  template <class Group>
  void group(std::string_view name, Group& value, std::string_view) {
    const std::string outer = path_;
    path_ += std::string(name) + ".";
    Group::describe(value, *this);
    path_ = outer;
  }

  [[nodiscard]] std::size_t count() const { return seen_; }
  [[nodiscard]] const std::string& changed() const { return changed_; }

 private:
  bool hit(std::string_view name) {
    if (seen_++ != target_) return false;
    changed_ = path_ + std::string(name);
    return true;
  }

  std::size_t target_;
  std::size_t seen_ = 0;
  std::string path_;
  std::string changed_;
};

/// Paths of the parameters whose change leaves `outputs(params)` as it is.
template <class Params, class Outputs>
std::vector<std::string> dead_knobs(const Params& params, Outputs outputs) {
  std::vector<std::string> dead;
  const auto before = outputs(params);
  std::size_t count = 1;
  for (std::size_t target = 0; target < count; ++target) {
    Params changed = params;
    Perturber perturber(target);
    Params::describe(changed, perturber);
    count = perturber.count();
    if (outputs(changed) == before) dead.push_back(perturber.changed());
  }
  return dead;
}

}  // namespace ngpcsim::energy_test
