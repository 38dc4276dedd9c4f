#pragma once
#include <vector>

#include "models/nfp/nfp_model.h"
#include "rtl/bridge/register_write.h"
#include "rtl/bridge/sizes.h"

namespace ngpcsim::rtl {

/// Unit numbers of the NFP's register and perf ports (rtl/README.md).
enum class Unit : std::uint32_t { kNfp = 0, kEncodingEngine = 1, kDirectionEncoder = 2, kMlpEngine = 3 };

[[nodiscard]] constexpr std::uint32_t nfp_address(Unit unit, std::uint32_t instance, std::uint32_t address) {
  return static_cast<std::uint32_t>(unit) << 20 | instance << 12 | address;
}

/// What the NFP's own registers hold for a network. Throws InputError, at the parameter to blame, where the NFP of the chip is not of these sizes; its engines
/// are checked with their programs.
[[nodiscard]] std::vector<RegisterWrite> nfp_registers(const models::NfpModel& model, const Sizes& sizes);

}  // namespace ngpcsim::rtl
