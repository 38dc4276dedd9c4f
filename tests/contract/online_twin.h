#pragma once
#include "models/nfp/nfp_model.h"
#include "tests/contract/random_case.h"
#include "tests/naive/result.h"

namespace ngpcsim::contract {

/// What the naive twin had done and counted after its first `end` edges, `whole` being its result of the case: its blocks are ticked that far, with the
/// handshakes around them taken from `whole`. A wait that has not ended by then is `input_empty`, as blocks that do not see into the future have it.
/// `end` is at most the length of the run. Without values.
[[nodiscard]] naive::NfpResult twin_until(naive::Edge end, const Case& c, const models::NfpModel& model, const naive::NfpResult& whole);

}  // namespace ngpcsim::contract
