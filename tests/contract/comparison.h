#pragma once
#include <string>

#include "tests/contract/model_run.h"
#include "tests/naive/result.h"

namespace ngpcsim::contract {

/// The first thing on which the twin and the model differ, in words, or "" when every handshake and every counter agrees.
[[nodiscard]] std::string difference(const naive::NfpResult& twin, const naive::NfpResult& model);

/// Runs both sides. A failure of either (an exception) is a difference too.
[[nodiscard]] std::string difference(const Case& c);

/// "" when both sides agree on the case; otherwise the difference, after a retry with ever fewer queries, and the case to repeat it.
[[nodiscard]] std::string shrunk_difference(const Case& c);

}  // namespace ngpcsim::contract
