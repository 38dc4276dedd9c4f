#include "models/energy/validate.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace ngpcsim::energy {
namespace {

constexpr double kMaximumSpread = 10.0;
constexpr double kHpAboveMwPerKib = 0.01;

double leakage_per_kib(const SramTable& sram, std::size_t row) {
  return sram.points[row].leakage_mw / static_cast<double>(SramTable::kSmallestBytes / 1024 << row);
}

}  // namespace

void require_one_device(const EnergyTable& table, const InputLocation& at) {
  double lowest = leakage_per_kib(table.sram, 0);
  double highest = lowest;
  for (std::size_t row = 1; row < SramTable::kPoints; ++row) {
    lowest = std::min(lowest, leakage_per_kib(table.sram, row));
    highest = std::max(highest, leakage_per_kib(table.sram, row));
  }
  if (highest > kMaximumSpread * lowest) {
    throw InputError(at, fmt::format("SRAM rows leak between {} and {} mW per KiB, so they mix device types", lowest, highest),
                     fmt::format("rows of one device type, within a factor of {}", kMaximumSpread));
  }
  const DeviceType actual = lowest > kHpAboveMwPerKib ? DeviceType::kHp : DeviceType::kLstp;
  if (actual != table.device) {
    throw InputError(at, fmt::format("device is {}, but the SRAM rows leak {} mW per KiB", config::name_of(kDeviceTypes, table.device), lowest),
                     fmt::format("{} rows, or device {}", config::name_of(kDeviceTypes, table.device), config::name_of(kDeviceTypes, actual)));
  }
}

std::vector<std::string> source_warnings(const EnergyTable& table) {
  std::vector<std::string> warnings;
  const Origin floating = table.floating.origin;
  const Origin integer = table.integer.origin;
  if (floating != integer) {
    warnings.push_back(fmt::format("energy table mixes sources: floating point units from {}, integer units from {}",
                                   config::name_of(kOrigins, floating), config::name_of(kOrigins, integer)));
  }
  // Aladdin's floating point rows lie several times above the others, so MACs would look dear beside the memories.
  const bool aladdin = floating == Origin::kAladdin || integer == Origin::kAladdin;
  if (aladdin && table.sram.origin != Origin::kAladdin) {
    warnings.push_back(fmt::format("energy table mixes sources: arithmetic from aladdin, SRAM from {}", config::name_of(kOrigins, table.sram.origin)));
  }
  return warnings;
}

}  // namespace ngpcsim::energy
