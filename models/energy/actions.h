#pragma once
#include <cstdint>
#include <optional>

/// What happened in a run, summed over all instances of a block kind: plain counts, filled by whoever ran the model.
namespace ngpcsim::energy {

/// Encoding engines. `encoding_arithmetic` fills the arithmetic from the passes; SRAM and queue counts come from the engines.
struct EncodingActions {
  std::uint64_t position_fmas = 0;       ///< fp32 multiply-adds that scale a coordinate
  std::uint64_t index_multiplies = 0;    ///< 32-bit integer
  std::uint64_t index_adds = 0;          ///< 32-bit integer
  std::uint64_t index_xors = 0;          ///< 32-bit integer
  std::uint64_t weight_subtracts = 0;    ///< fp32, 1 - fraction
  std::uint64_t weight_multiplies = 0;   ///< fp32, products of the corner weights
  std::uint64_t interpolation_macs = 0;  ///< fp16 multiply-adds
  std::uint64_t grid_reads = 0;          ///< grid SRAM words read, after merging and reuse
  std::uint64_t grid_writes = 0;         ///< grid SRAM words written (table loads)
  std::uint64_t queue_bits = 0;          ///< bits written into queues and registers of the engines
  std::uint64_t bin_accesses = 0;        ///< of each kind: numbers of queries written into and read from the bins of pages
  std::uint64_t sum_accesses = 0;        ///< of each kind: partial sums written and read
};

/// Spherical harmonics units.
struct DirectionActions {
  std::uint64_t evaluations = 0;  ///< directions encoded
  std::uint64_t queue_bits = 0;   ///< bits written into queues and registers
};

/// Arrays of multiply-accumulate units with their weight memory.
struct MlpActions {
  std::uint64_t macs_useful = 0;   ///< products that the network asks for
  std::uint64_t macs_clocked = 0;  ///< units x steps; at least macs_useful
  std::uint64_t weight_reads = 0;  ///< weight SRAM words read into the array
  std::uint64_t weight_writes = 0; ///< weight SRAM words written (network loads)
  std::uint64_t activation_reads = 0;   ///< words of the activation buffer
  std::uint64_t activation_writes = 0;  ///< words of the activation buffer
  std::uint64_t register_bits = 0;      ///< bits written into the array's weight and output registers
};

/// The buffer between the join of the encoders and the MLP engine.
struct FeatureBufferActions {
  std::uint64_t reads = 0;   ///< words
  std::uint64_t writes = 0;  ///< words
};

/// Query records between an NFP and the L2; every byte is written to a chunk buffer, read from it, and sent along the wire once.
struct DmaActions {
  std::uint64_t bytes = 0;
};

struct SchedulerActions {
  std::uint64_t queue_bits = 0;  ///< bits written into batch queues and completion registers
};

/// What a simulated device spent, from its own currents or figure per bit.
struct DramDeviceEnergy {
  double background_nj = 0, activate_nj = 0, read_nj = 0, write_nj = 0, refresh_nj = 0;
};

struct DramActions {
  std::uint64_t read_bytes = 0;
  std::uint64_t write_bytes = 0;
  std::optional<DramDeviceEnergy> device{};  ///< takes the place of the bytes
};

struct ChipActions {
  EncodingActions encoding{};
  DirectionActions direction{};
  MlpActions mlp{};
  FeatureBufferActions feature_buffer{};
  DmaActions dma{};
  SchedulerActions scheduler{};
  DramActions dram{};
};

/// Passes of queries through a level (a query passes every level once), by kind of index, in `dims` dimensions with `features` per entry.
struct EncodingPasses {
  std::uint32_t dims = 3;
  std::uint32_t features = 2;
  bool nearest = false;     ///< the lower corner alone is read
  bool smoothstep = false;  ///< of the fractions, before they become weights
  std::uint64_t dense = 0;
  std::uint64_t hashed = 0;
};

/// Arithmetic of those passes. Per pass, with D dims and C = 2^D corners (docs/timing.md, section 5):
///   position    D fma
///   index       D - 1 products with the stride or prime of an axis; the upper neighbour adds that factor once more, and x adds 1: D adds;
///               each corner combines its D terms: (D - 1) C adds where the level is dense, XORs where it is hashed
///   weights     D subtractions, and the products of all corners built axis by axis: 4 for D = 2, 4 + 8 for D = 3
///   features    C x features MACs
/// With `smoothstep` D times x x (3 - 2 x) more: 2 products and a subtraction, the doubling is none.
/// With `nearest` there is one corner, the lower one: no upper neighbours (D - 1 combining operations in all), no weights and no MACs.
/// The counts of SRAM and queues are left 0. Throws InvariantError unless dims is 2 or 3.
[[nodiscard]] EncodingActions encoding_arithmetic(const EncodingPasses& passes);

/// The arithmetic of passes whose corners are located once more and whose features are interpolated elsewhere, added to `actions`.
void add_locations(EncodingActions& actions, const EncodingPasses& passes);

}  // namespace ngpcsim::energy
