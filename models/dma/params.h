#pragma once
#include <cstdint>

#include "sim/config/describe.h"

namespace ngpcsim::models {

/// Moves query records in chunks; a chunk enters the NFP only once an output buffer is reserved for it (docs/timing.md, section 3).
struct DmaParams {
  std::uint32_t chunk_queries = 256;
  std::uint32_t input_chunks = 4;
  std::uint32_t output_chunks = 4;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.integer("chunk_queries", p.chunk_queries, {.min = 8, .max = 4096}, {.unit = "queries", .meaning = "queries per memory request", .source = "our choice: a few kB, long enough for full bandwidth"});
    v.integer("input_chunks", p.input_chunks, {.min = 1, .max = 1024}, {.unit = "chunks", .meaning = "input buffers per NFP", .source = "our choice: covers the memory latency"});
    v.integer("output_chunks", p.output_chunks, {.min = 1, .max = 64}, {.unit = "chunks", .meaning = "output buffers per NFP", .source = "our choice: as the input"});
  }
};

}  // namespace ngpcsim::models
