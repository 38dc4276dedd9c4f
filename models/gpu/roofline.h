#pragma once
#include "models/gpu/params.h"

namespace ngpcsim::gpu {

/// What a frame asks of a GPU at the very least.
struct FrameDemand {
  double flops = 0.0;           ///< network arithmetic, two per multiply-add
  double streamed_bytes = 0.0;  ///< query records and pixels, each once
  double table_bytes = 0.0;     ///< all tables of the encoding that the frame touches
};

/// Ideal times of a frame on a GPU's tensor units and memory: a baseline below `bound_ms` is wrong. Tables are read once from DRAM in the
/// first frame; in later frames the part that L2 kept is free, so the bound counts only what exceeds the L2.
struct Roofline {
  double compute_ms = 0.0;
  double memory_ms = 0.0;
  [[nodiscard]] double bound_ms() const { return compute_ms > memory_ms ? compute_ms : memory_ms; }
};

[[nodiscard]] Roofline roofline(const GpuParams& gpu, const FrameDemand& demand);

}  // namespace ngpcsim::gpu
