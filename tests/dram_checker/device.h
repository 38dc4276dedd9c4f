#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tests/dram_checker/device_file.h"
#include "tests/dram_checker/geometry.h"
#include "tests/dram_checker/rule.h"

namespace ngpcsim::dram_checker {

enum class RefreshMode { kNone, kAllBank, kPerBank };

/// All of a device that a command trace depends on.
struct Device {
  std::uint64_t clock_khz = 0;
  Geometry geometry;
  Timing timing;
  std::vector<Rule> rules;
  RefreshMode refresh = RefreshMode::kNone;
  std::uint64_t postpone = 0;
  std::string mapping;
  bool bank_hash = false;
  std::uint64_t read_queue = 0;   ///< 0: the file does not say
  std::uint64_t write_queue = 0;  ///< 0: the file does not say

  /// 0 where the device does not have the parameter.
  [[nodiscard]] std::uint64_t cycles(std::string_view parameter) const;
};

/// Throws BadInput.
[[nodiscard]] Device make_device(const DeviceFile& file);

}  // namespace ngpcsim::dram_checker
