#include "tests/dram_checker/device.h"

#include <fmt/format.h>

#include "tests/dram_checker/bad_input.h"

namespace ngpcsim::dram_checker {
namespace {

RefreshMode refresh_mode(const DeviceFile& file) {
  const std::string mode = file.text("refresh.mode").value_or("all_bank");
  if (mode == "none") return RefreshMode::kNone;
  if (mode == "all_bank") return RefreshMode::kAllBank;
  if (mode == "per_bank") return RefreshMode::kPerBank;
  throw BadInput(fmt::format("refresh.mode = '{}': none, all_bank or per_bank expected", mode));
}

Geometry geometry_of(const DeviceFile& file) {
  const auto number = [&](const std::string& name) {
    const std::uint64_t value = file.number("organization." + name);
    if (value == 0) throw BadInput(fmt::format("organization.{} is 0", name));
    return value;
  };
  return {.channels = number("channels"),
          .pseudo_channels = number("pseudo_channels"),
          .ranks = number("ranks"),
          .bank_groups = number("bank_groups"),
          .banks = number("banks"),
          .rows = number("rows"),
          .columns = number("columns"),
          .device_width = number("device_width"),
          .devices_per_rank = number("devices_per_rank"),
          .burst_length = number("burst_length")};
}

}  // namespace

std::uint64_t Device::cycles(std::string_view parameter) const {
  const auto found = timing.find(parameter);
  return found == timing.end() ? 0 : found->second;
}

Device make_device(const DeviceFile& file) {
  Device device;
  device.clock_khz = file.number("clock_khz");
  device.geometry = geometry_of(file);
  for (const auto& [name, value] : file.group("timing")) {
    if (const std::uint64_t cycles = file.number("timing." + name); cycles > 0) device.timing.emplace(name, cycles);
  }
  for (const auto& [name, text] : file.group("rules")) {
    if (auto rule = parse_rule(name, text, device.timing)) device.rules.push_back(std::move(*rule));
  }
  device.refresh = refresh_mode(file);
  device.postpone = file.number("refresh.postpone", 0);
  device.mapping = file.text("controller.mapping").value_or("");
  device.bank_hash = file.flag("controller.bank_hash", false);
  device.read_queue = file.number("controller.read_queue", 0);
  device.write_queue = file.number("controller.write_queue", 0);
  if (device.refresh != RefreshMode::kNone && device.cycles("REFI") == 0) throw BadInput("timing.REFI: a device that refreshes needs it");
  for (const std::string_view needed : {"CL", "CWL", "BL"}) {
    if (device.cycles(needed) == 0) throw BadInput(fmt::format("timing.{}: every device needs it", needed));
  }
  return device;
}

}  // namespace ngpcsim::dram_checker
