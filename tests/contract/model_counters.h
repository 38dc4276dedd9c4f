#pragma once
#include <span>

#include "models/nfp/nfp_pipeline.h"
#include "tests/contract/model_blocks.h"
#include "tests/naive/result.h"

/// The model's counters in the words of the twin.
namespace ngpcsim::contract {

/// What the pipeline counts: where the edges of each lane and of the array went. `result.lanes` has its size already.
void collect_time(std::span<const models::LaneWaits> engines, const models::LaneWaits& direction, const models::MlpAccount& mlp,
                  naive::NfpResult& result);

/// What follows from services and steps: busy and (where passes do not overlap) conflict edges, look-ups, evaluations, MACs of `queries` queries.
void collect_work(const models::NfpModel& model, const Services& services, std::uint64_t queries, naive::NfpResult& result);

}  // namespace ngpcsim::contract
