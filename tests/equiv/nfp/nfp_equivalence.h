#pragma once
#include <cstdint>
#include <string>

#include "rtl/bridge/build.h"
#include "tests/contract/random_case.h"

namespace ngpcsim::equiv {

/// Runs a case through the RTL of `build` and through the model: the first of their differences in the edge of a handshake, a counter or a value, in words, or "".
/// The RTL's waveform goes where `waves` says. `power_up_seed` fills what has no reset.
[[nodiscard]] std::string nfp_difference(const contract::Case& c, const rtl::Build& build, const rtl::Waves& waves = {});

/// The same for the model of one case and the RTL driven with another: how a planted fault looks.
[[nodiscard]] std::string nfp_difference(const contract::Case& rtl_case, const contract::Case& model_case, const rtl::Build& build, const rtl::Waves& waves = {});

/// As nfp_difference of the case, after the RTL has run `edges` edges of it and was reset with whatever was in flight.
[[nodiscard]] std::string nfp_difference_after_reset(const contract::Case& c, const rtl::Build& build, std::uint64_t edges);

/// Makes blocks of both builds, clocks them and lets them go, the one made last first: nothing of one may be left in the other.
void make_and_drop(const rtl::Build& first, const rtl::Build& second);

/// The difference on sized_case(seed), and then what to type to see it again. The waveform of the failing run lies beside the test program.
[[nodiscard]] std::string replayable_difference(std::uint64_t seed, const rtl::Build& build);

}  // namespace ngpcsim::equiv
