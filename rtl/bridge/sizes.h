#pragma once
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/error.h"

namespace ngpcsim::rtl {

/// The elaboration parameters of a Verilated build by their SystemVerilog names. Looked up when a block is made, not while it runs.
class Sizes {
 public:
  Sizes(std::initializer_list<std::pair<std::string_view, std::uint32_t>> values) : values_(values) {}

  [[nodiscard]] std::uint32_t operator[](std::string_view name) const {
    for (const auto& [key, value] : values_)
      if (key == name) return value;
    throw InvariantError("an RTL build has no parameter " + std::string(name));
  }
  [[nodiscard]] const std::vector<std::pair<std::string_view, std::uint32_t>>& all() const { return values_; }

 private:
  std::vector<std::pair<std::string_view, std::uint32_t>> values_;
};

}  // namespace ngpcsim::rtl
