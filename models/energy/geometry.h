#pragma once
#include <cstdint>

/// How much of everything a chip has. Numbers are per NFP unless they say otherwise; queues count all their bits.
namespace ngpcsim::energy {

struct EncodingGeometry {
  std::uint32_t engines = 16;
  std::uint32_t banks = 8;                       ///< SRAM macros per engine
  std::uint64_t bank_bytes = 128 * 1024;         ///< bytes per macro
  std::uint32_t word_bytes = 2;                  ///< bytes per access of a macro
  std::uint32_t dims = 3;                        ///< dimensions that the arithmetic is built for
  std::uint32_t features_per_cycle = 2;          ///< features interpolated per corner and cycle
  std::uint64_t queue_bits = 0;                  ///< queue and pipeline bits per engine
  // Bins of pages and buffers of partial sums, per engine; 0 where tables are not paged.
  std::uint64_t bin_bytes = 0, sum_bytes = 0;
  std::uint32_t bin_word_bytes = 2, sum_word_bytes = 4;
};

struct DirectionGeometry {
  std::uint32_t units = 1;            ///< 0 where the host encodes directions
  std::uint32_t interval_cycles = 4;  ///< an evaluation's operations share units over this many cycles
  std::uint64_t queue_bits = 0;
};

struct MlpGeometry {
  std::uint32_t rows = 64;
  std::uint32_t cols = 64;
  std::uint64_t weight_bytes = 32 * 1024;      ///< weight SRAM
  std::uint32_t weight_word_bytes = 32;        ///< bytes per access
  std::uint64_t activation_bytes = 16 * 1024;  ///< activation buffer
  std::uint32_t activation_word_bytes = 32;
  std::uint64_t register_bits = 0;             ///< weight and output registers of the array
};

struct FeatureBufferGeometry {
  std::uint64_t bytes = 8 * 1024;
  std::uint32_t word_bytes = 32;
};

struct DmaGeometry {
  std::uint64_t buffer_bytes = 16 * 1024;
  std::uint32_t word_bytes = 32;
};

struct SchedulerGeometry {
  std::uint64_t queue_bits = 0;  ///< of the one scheduler of the chip
};

struct ChipGeometry {
  std::uint32_t nfps = 8;
  EncodingGeometry encoding{};
  DirectionGeometry direction{};
  MlpGeometry mlp{};
  FeatureBufferGeometry feature_buffer{};
  DmaGeometry dma{};
  SchedulerGeometry scheduler{};
};

}  // namespace ngpcsim::energy
