#pragma once
#include <cstdint>
#include <string_view>

#include "sim/config/describe.h"

namespace ngpcsim::gpu {

/// What a GPU's caches take and give while a kernel gathers table entries: sectors of 32 B in lines of 128 B, an L1 an SM, one L2.
struct GatherParams {
  std::uint32_t l1_kib = 128;
  std::uint32_t l1_lines_per_cycle = 4;
  std::uint32_t l1_fill_bytes_per_cycle = 64;
  double l2_gb_s = 2603.0;
  double l2_efficiency = 0.78;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.integer("l1_kib", p.l1_kib, {.min = 1, .max = 4096}, {.unit = "KiB", .meaning = "L1 cache of an SM, none of it taken as shared memory", .source = "NVIDIA Ampere GA102 whitepaper: 128 KB L1 and shared memory"});
    v.integer("l1_lines_per_cycle", p.l1_lines_per_cycle, {.min = 1, .max = 32}, {.unit = "lines", .meaning = "lines whose tags the L1 of an SM looks up in a cycle", .source = "NVIDIA developer forum: the tag stage resolves 4 sets x 4 sectors a cycle, from GV100 on"});
    v.integer("l1_fill_bytes_per_cycle", p.l1_fill_bytes_per_cycle, {.min = 1, .max = 1024}, {.unit = "B", .meaning = "from the L2 to an SM in a cycle", .source = "NVIDIA: 64 B per SM and cycle"});
    v.real("l2_gb_s", p.l2_gb_s, {.min = 0.1, .max = 1e6}, {.unit = "GB/s", .meaning = "what all slices of the L2 read at boost clock", .source = "our choice: 48 slices x 32 B x 1695 MHz"});
    v.real("l2_efficiency", p.l2_efficiency, {.min = 0.01, .max = 1.0}, {.unit = "", .meaning = "share of it that kernels reach", .source = "our choice: T4, 1270 GB/s measured (Jia et al. 2019) of 32 slices x 32 B x 1.59 GHz"});
  }
};

}  // namespace ngpcsim::gpu
