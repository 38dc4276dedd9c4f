#pragma once
#include "tests/contract/random_case.h"
#include "tests/naive/result.h"

namespace ngpcsim::contract {

/// What the fast model says of a case, in the words of the naive twin; without values. Runs its services and its pipeline in blocks cut at
/// random places, which must not be visible in the result.
[[nodiscard]] naive::NfpResult run_model(const Case& c);

}  // namespace ngpcsim::contract
