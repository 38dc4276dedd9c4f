#pragma once
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sim/config/describe.h"

namespace ngpcsim::energy_test {

/// A visitor that lists "path = value" of every parameter, to compare two structs of one type in full.
class Collector {
 public:
  template <class Integer>
  void integer(std::string_view name, const Integer& value, const config::IntRange&, const config::Doc&) { add(name, fmt::format("{}", value)); }
  void real(std::string_view name, const double& value, const config::RealRange&, const config::Doc&) { add(name, fmt::format("{}", value)); }
  void text(std::string_view name, const std::string& value, const config::Doc&) { add(name, value); }
  void flag(std::string_view name, const bool& value, const config::Doc&) { add(name, value ? "true" : "false"); }
  template <class Enum, std::size_t N>
  void choice(std::string_view name, const Enum& value, const std::array<config::Choice<Enum>, N>&, const config::Doc&) {
    add(name, fmt::format("{}", static_cast<int>(value)));
  }
  template <class Group>
  void group(std::string_view name, const Group& value, std::string_view) {
    const std::string outer = path_;
    path_ += std::string(name) + ".";
    Group::describe(value, *this);
    path_ = outer;
  }

  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }

 private:
  void add(std::string_view name, const std::string& value) { lines_.push_back(fmt::format("{}{} = {}", path_, name, value)); }

  std::string path_;
  std::vector<std::string> lines_;
};

template <class Params>
std::vector<std::string> values(const Params& params) {
  Collector collector;
  Params::describe(params, collector);
  return collector.lines();
}

}  // namespace ngpcsim::energy_test
