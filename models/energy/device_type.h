#pragma once
#include <array>

#include "sim/config/describe.h"

namespace ngpcsim::energy {

/// Transistor flavour of ITRS. It fixes energy, leakage and access time together, so one table holds one flavour.
enum class DeviceType { kHp, kLstp };
inline constexpr std::array<config::Choice<DeviceType>, 2> kDeviceTypes{{{DeviceType::kHp, "hp"}, {DeviceType::kLstp, "lstp"}}};

/// Where the figures of a group come from. Tools disagree by factors (fp32 multiply: 3.7 pJ against 24.4 pJ), so a table that mixes them
/// compares its own blocks wrongly.
enum class Origin { kHorowitz2014, kCacti7, kAladdin, kSynthesis, kOurs };
inline constexpr std::array<config::Choice<Origin>, 5> kOrigins{{{Origin::kHorowitz2014, "horowitz2014"},
                                                                 {Origin::kCacti7, "cacti7"},
                                                                 {Origin::kAladdin, "aladdin"},
                                                                 {Origin::kSynthesis, "synthesis"},
                                                                 {Origin::kOurs, "ours"}}};

}  // namespace ngpcsim::energy
