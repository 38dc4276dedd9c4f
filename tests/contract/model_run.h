#pragma once
#include "tests/contract/random_case.h"
#include "tests/naive/result.h"

namespace ngpcsim::contract {

/// What the fast model says of a case, in the words of the naive twin; without values. Runs its services and its pipeline in blocks cut at
/// random places, which must not be visible in the result.
[[nodiscard]] naive::NfpResult run_model(const Case& c);

/// The same by the lanes that overlap passes, whatever the window: with one of 1 too, where `run_model` takes the lanes of the policy `serial`.
[[nodiscard]] naive::NfpResult run_model_in_window(const Case& c);

}  // namespace ngpcsim::contract
