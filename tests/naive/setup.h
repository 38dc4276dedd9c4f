#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/base/rng.h"

/// The naive per-edge twin of one NFP: what is simulated. Plain numbers only; no header of models/ is used, so that the twin is an
/// independent reading of docs/timing.md. Symbols in the comments are those of its section 2.
namespace ngpcsim::naive {

using Edge = std::uint64_t;
/// The bits of an IEEE 754 binary16 number.
using Half = std::uint16_t;

enum class Grid { kHash, kDense, kTiled };
enum class BankMap { kLow, kXor, kParity, kPadded, kPermute };
enum class Regroup { kReplicate, kShard };

/// One level of the grid. `table` holds entries x F values in order of the entry, as fp16; it stays empty in a timing run.
struct Level {
  float scale = 15.0F;
  std::vector<Half> table;
};

struct GridSetup {
  Grid kind = Grid::kHash;
  unsigned dims = 3;
  unsigned features = 2;
  unsigned log2_table_entries = 19;
  unsigned base_resolution = 16;
  std::vector<Level> levels = std::vector<Level>(1);
};

/// One engine, and how many of them there are.
struct EngineSetup {
  unsigned engines = 1;
  Regroup regroup = Regroup::kReplicate;
  unsigned banks = 8;
  BankMap bank_map = BankMap::kXor;
  unsigned word_entries = 1;
  bool corner_reuse = false;
  unsigned window = 1;              ///< W: passes at the banks at once; 1: conflict policy `serial`
  unsigned features_per_cycle = 2;
  unsigned input_queue_depth = 2;   ///< Din
  unsigned index_queue_depth = 2;   ///< Dq
  unsigned output_queue_depth = 2;  ///< Do
  unsigned front_latency = 2;       ///< Lf, at least 1
  unsigned back_latency = 2;        ///< Lb, at least 1
};

struct DirectionSetup {
  bool per_ray = true;
  unsigned interval = 1;
  unsigned latency = 1;  ///< Lb of this lane, at least 1; its Lf is 1
  unsigned input_queue_depth = 2;
  unsigned index_queue_depth = 2;
  unsigned output_queue_depth = 2;
};

/// A fully connected layer without bias. `weights` is out x in, row-major fp16; empty in a timing run.
struct Layer {
  unsigned in = 16;
  unsigned out = 16;
  bool relu = false;
  bool append_direction = false;  ///< the 16 direction features follow the inputs from the layer before
  bool first_output_leaves = false;  ///< output 0 (log density) also goes into the record that leaves the NFP, behind the last layer's outputs
  std::vector<Half> weights;
};

struct MlpSetup {
  unsigned rows = 64;
  unsigned cols = 64;
  unsigned tile_queries = 1;        ///< T
  unsigned latency = 1;             ///< La, at least 1
  unsigned output_queue_depth = 2;  ///< Dm
  unsigned weight_load_width = 64;
  bool double_buffering = false;
  bool packing = false;
  std::vector<Layer> layers = std::vector<Layer>(1);
};

struct NfpSetup {
  GridSetup grid;
  EngineSetup engine;
  std::optional<DirectionSetup> direction;
  unsigned feature_buffer_queries = 2;  ///< Dfb
  MlpSetup mlp;
  bool functional = false;     ///< values too
  bool planted_fault = false;  ///< for the test of the test: a slot of a lane's output queue is usable on the edge on which it is freed
};

struct Query {
  float position[3] = {0.0F, 0.0F, 0.0F};
  float direction[3] = {0.0F, 0.0F, 1.0F};
  std::uint32_t ray = 0;
  bool last_of_batch = false;
  Edge not_before = 0;  ///< the input does not offer this query at an earlier edge, whatever `valid` says
};

/// Whether the neighbour offers (or takes) at an edge: a function of the edge and a seed, never of what the NFP does.
struct Gate {
  std::uint64_t seed = 0;
  unsigned percent = 100;

  [[nodiscard]] bool open(Edge edge) const { return mix64(seed ^ mix64(edge + 1)) % 100 < percent; }
};

/// What the NFP is given: `valid` opens the input, `ready` the output.
struct Stimulus {
  std::vector<Query> queries;
  Gate valid;
  Gate ready;
};

}  // namespace ngpcsim::naive
