#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sim/config/describe.h"

namespace ngpcsim::models::dram {

/// The timing parameters that a device may have, by the names that data sheets use without their t or n.
enum class Timing : std::uint8_t {
  kCL, kCWL, kBL, kRCDRD, kRCDWR, kRP, kRPab, kRAS, kRC, kCCD_S, kCCD_L, kRRD_S, kRRD_L, kFAW, kWTR_S, kWTR_L, kWR, kRTP, kBTA, kRTRS, kPPD, kRFC, kRFCpb, kRREFD, kREFI
};

struct TimingName {
  std::string_view name;
  std::string_view meaning;
};
inline constexpr std::array<TimingName, 25> kTimings{{
    {"CL", "from a read command to the first beat of its data"},
    {"CWL", "from a write command to the first beat of its data"},
    {"BL", "cycles for which a burst holds the data bus"},
    {"RCDRD", "from ACT to a read"},
    {"RCDWR", "from ACT to a write"},
    {"RP", "from PRE of a bank to its next ACT"},
    {"RPab", "from PRE of all banks to the next ACT"},
    {"RAS", "from ACT to PRE"},
    {"RC", "from ACT to ACT of the same bank"},
    {"CCD_S", "between column commands of different bank groups"},
    {"CCD_L", "between column commands of one bank group"},
    {"RRD_S", "between ACTs of different bank groups"},
    {"RRD_L", "between ACTs of one bank group"},
    {"FAW", "window of at most four ACTs of a rank"},
    {"WTR_S", "from the end of write data to a read of another bank group"},
    {"WTR_L", "from the end of write data to a read of the same bank group"},
    {"WR", "from the end of write data to PRE"},
    {"RTP", "from a read to PRE"},
    {"BTA", "empty cycles of the data bus between read and write data"},
    {"RTRS", "empty cycles of the data bus between bursts of two ranks"},
    {"PPD", "between precharges"},
    {"RFC", "length of an all-bank refresh"},
    {"RFCpb", "length of a per-bank refresh; a device without it has no such command"},
    {"RREFD", "from a per-bank refresh to an ACT of another bank"},
    {"REFI", "average distance of all-bank refreshes of a rank"},
}};

/// Cycles of the command clock; 0: the device does not have it.
struct TimingParams {
  std::array<std::uint32_t, kTimings.size()> cycles{};

  [[nodiscard]] std::uint32_t operator[](Timing t) const { return cycles[static_cast<std::size_t>(t)]; }

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    for (std::size_t i = 0; i < kTimings.size(); ++i)
      v.integer(kTimings[i].name, p.cycles[i], {.min = 0, .max = 1 << 20},
                {.unit = "cycles", .meaning = kTimings[i].meaning, .source = "0: the device does not have it; device files give values and sources"});
  }
};

}  // namespace ngpcsim::models::dram
