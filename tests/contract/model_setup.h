#pragma once
#include "models/nfp/nfp_model.h"
#include "tests/naive/setup.h"

namespace ngpcsim::contract {

/// A case in the words of the model's parameter structs, resolved as the model resolves them.
[[nodiscard]] models::NfpModel nfp_model(const naive::NfpSetup& setup);

}  // namespace ngpcsim::contract
