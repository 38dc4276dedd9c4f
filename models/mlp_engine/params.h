#pragma once
#include <cstdint>

#include "models/common/dataflow.h"
#include "models/common/implementation.h"
#include "sim/config/describe.h"

namespace ngpcsim::models {

/// The array of multiply-accumulate units of one NFP.
struct MlpEngineParams {
  Implementation implementation = Implementation::kModel;
  Dataflow dataflow = Dataflow::kBroadcast;
  std::uint32_t rows = 64;
  std::uint32_t cols = 64;
  std::uint32_t tile_queries = 64;
  std::uint32_t latency_cycles = 10;
  std::uint32_t weight_load_width = 128;
  bool double_buffering = true;
  bool packing = false;
  std::uint32_t output_queue_depth = 16;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.choice("implementation", p.implementation, kImplementations, {.unit = "", .meaning = kImplementationMeaning, .source = kImplementationSource, .simulation_only = true});
    v.choice("dataflow", p.dataflow, kDataflows, {.unit = "", .meaning = "how operands move in the array: broadcast, or output, weight or input stationary; networks need broadcast", .source = "our choice: one layer at a time in one step per query, as NGPC, ISCA'23, describes"});
    v.integer("rows", p.rows, {.min = 1, .max = 1024}, {.unit = "MACs", .meaning = "inputs of a layer that enter the array per step; networks need a power of two from 16 to 256", .source = "(P) NGPC, ISCA'23: 64 x 64 MACs"});
    v.integer("cols", p.cols, {.min = 1, .max = 1024}, {.unit = "MACs", .meaning = "neurons that the array computes per step; networks need a power of two from 16 to 256", .source = "(P) NGPC, ISCA'23: 64 x 64 MACs"});
    v.integer("tile_queries", p.tile_queries, {.min = 1, .max = 4096}, {.unit = "queries", .meaning = "queries that pass a layer before the next layer's weights are used", .source = "our choice: hides a full layer's weight load and the array latency"});
    v.integer("latency_cycles", p.latency_cycles, {.min = 1, .max = 256}, {.unit = "cycles", .meaning = "from a step to the use of its result", .source = "our choice: multiply 2, adder tree of 64 inputs 6, activation and rounding 2"});
    v.integer("weight_load_width", p.weight_load_width, {.min = 1, .max = 65536}, {.unit = "weights/cycle", .meaning = "width of the path from the weight SRAM to the array", .source = "our choice: a full 64 x 64 layer in half a tile"});
    v.flag("double_buffering", p.double_buffering, {.unit = "", .meaning = "the next weights load while the present ones are used", .source = "our choice"});
    v.flag("packing", p.packing, {.unit = "", .meaning = "layers smaller than the array serve several queries per step", .source = "(I) ngpc_paper.md H2: the alternative reading at 1.0 GHz"});
    v.integer("output_queue_depth", p.output_queue_depth, {.min = 1, .max = 4096}, {.unit = "queries", .meaning = "queue behind the last layer", .source = "our choice: covers the array latency"});
  }
};

}  // namespace ngpcsim::models
