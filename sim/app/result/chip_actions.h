#pragma once
#include <span>

#include "models/chip/params.h"
#include "models/chip/run_record.h"
#include "models/common/grid_levels.h"
#include "models/common/network_spec.h"
#include "models/energy/actions.h"

namespace ngpcsim::app {

/// What a run did, in the actions that the energy model charges.
///
/// | action | from |
/// |---|---|
/// | encoding arithmetic | passes = queries of each level, dense or hashed; a reused cell still computes its address |
/// | grid_reads | accesses of all levels x beats |
/// | grid_writes | the tables' share of the bytes that loads brought, times the copies that `replicate` makes / bytes of a word |
/// | encoding queue_bits | per pass: an index record and a feature vector; per query and engine: a position |
/// | direction queue_bits | per query: a direction in, 16 fp16 values out (0 on the host) |
/// | weight_reads | weights loaded into arrays / weights of a word |
/// | weight_writes | the weights' share of those bytes / bytes of a word |
/// | activation reads, writes | one row read and one written per array step |
/// | register_bits | 16 per weight loaded, 32 per column and step (accumulators) |
/// | feature buffer | every query's vector written and read once, in 32-byte words |
/// | dma bytes | query records both ways, and every byte written into tables and weight memories |
/// | scheduler | 64 bits in and 64 out per batch |
/// | dram | bytes read and written |
[[nodiscard]] energy::ChipActions chip_actions(const models::RunRecord& record, const models::ChipParams& chip, const models::EncodingParams& encoding,
                                               const models::NetworkParams& network, std::span<const models::GridLevel> levels);

}  // namespace ngpcsim::app
