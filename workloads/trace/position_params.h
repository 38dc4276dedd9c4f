#pragma once
#include <cstdint>
#include <string>

#include "sim/config/describe.h"

namespace ngpcsim::workloads {

/// A workload of application `queries` as the user writes it: positions of a file, each a query of its own.
struct PositionParams {
  std::string positions;
  std::string directions;
  std::uint32_t queries_per_round = 65536;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.text("positions", p.positions,
           {.unit = "", .meaning = "NumPy file of positions in the unit cube, n x 3, or n x 2 with encoding.dims = 2; ${NGPCSIM_DATA} is replaced", .source = "docs/file_formats.md"});
    v.text("directions", p.directions,
           {.unit = "", .meaning = "NumPy file of as many unit directions, n x 3; empty: all components are 0; ${NGPCSIM_DATA} is replaced", .source = "docs/file_formats.md"});
    v.integer("queries_per_round", p.queries_per_round, {.min = 1, .max = 1 << 24},
              {.unit = "queries", .meaning = "positions of one launch, at most; chip.host.rays_per_group limits them, too", .source = "our choice: as the rays of a group"});
  }
};

}  // namespace ngpcsim::workloads
