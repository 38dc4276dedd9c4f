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
/// | encoding arithmetic | passes = queries of each level, dense or hashed; a reused cell still computes its address; a visit to a page locates corners and weights once more |
/// | grid_reads | accesses of all levels x beats |
/// | grid_writes | bytes of tables that loads brought, as a whole or by pages, times the copies that `replicate` makes; lines fetched / bytes of a word |
/// | bin, sum accesses | per visit of a query to a page: its number written and read, a partial sum read and written; per pass of a paged level the sum once more |
/// | encoding queue_bits | per pass: an index record and a feature vector; per query and engine: a position |
/// | direction queue_bits | per query: a direction in, 16 fp16 values out (0 on the host, or without directions) |
/// | weight_reads | weights loaded into arrays / weights of a word |
/// | weight_writes | bytes of weights that loads brought / bytes of a word |
/// | activation reads, writes | one row read and one written per array step |
/// | register_bits | 16 per weight loaded, 32 per column and step (accumulators) |
/// | feature buffer | every query's vector written and read once, in 32-byte words |
/// | dma bytes | query records both ways, and every byte written into tables and weight memories |
/// | scheduler | 64 bits in and 64 out per batch |
/// | dram | bytes read and written |
[[nodiscard]] energy::ChipActions chip_actions(const models::RunRecord& record, const models::ChipParams& chip, const models::EncodingParams& encoding,
                                               const models::NetworkParams& network, std::span<const models::GridLevel> levels);

}  // namespace ngpcsim::app
