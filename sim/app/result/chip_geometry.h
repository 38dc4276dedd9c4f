#pragma once
#include "models/chip/params.h"
#include "models/common/network_spec.h"
#include "models/energy/geometry.h"

namespace ngpcsim::app {

/// What a chip is made of, for area and leakage.
///
/// | part | from |
/// |---|---|
/// | grid SRAM | `banks` macros of size / banks per engine, words of word_entries x features_per_cycle; with mode `unbounded` still size_kib (the run is idealised) |
/// | encoding queue bits | input, index and output queues at their depths, one record per pipeline stage |
/// | direction queue bits | operand and output queues and pipeline; no unit where the host encodes |
/// | weight SRAM | the padded fp16 weights of the workload: the paper states no size, all are on chip |
/// | activation buffer | two tiles (read one, write the other) of the widest layer, one array row per word |
/// | array registers | fp16 weights, twice with double buffering; an fp32 accumulator per column and latency stage; the output queue |
/// | feature buffer | feature_buffer_queries joined vectors, 32-byte words |
/// | chunk buffers | input_chunks and output_chunks of query records, 32-byte words |
/// | scheduler | a 64-bit descriptor per place of every NFP's queue |
[[nodiscard]] energy::ChipGeometry chip_geometry(const models::ChipParams& chip, const models::EncodingParams& encoding, const models::NetworkParams& network,
                                                 std::uint64_t input_record_bytes, std::uint64_t output_record_bytes);

}  // namespace ngpcsim::app
