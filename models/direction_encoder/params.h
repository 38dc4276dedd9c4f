#pragma once
#include <array>
#include <cstdint>

#include "models/common/implementation.h"
#include "sim/config/describe.h"

namespace ngpcsim::models {

enum class DirectionPlacement { kNfp, kHost };
inline constexpr std::array<config::Choice<DirectionPlacement>, 2> kDirectionPlacements{
    {{DirectionPlacement::kNfp, "nfp"}, {DirectionPlacement::kHost, "host"}}};

/// Spherical harmonics of degree 4 of a ray's direction; a lane of the NFP beside the encoding engines.
struct DirectionEncoderParams {
  Implementation implementation = Implementation::kModel;
  DirectionPlacement placement = DirectionPlacement::kNfp;
  bool per_ray = true;
  std::uint32_t interval_cycles = 4;
  std::uint32_t latency_cycles = 8;
  std::uint32_t input_queue_depth = 4;
  std::uint32_t operand_queue_depth = 8;
  std::uint32_t output_queue_depth = 16;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.choice("implementation", p.implementation, kImplementations, {.unit = "", .meaning = kImplementationMeaning, .source = kImplementationSource, .simulation_only = true});
    v.choice("placement", p.placement, kDirectionPlacements, {.unit = "", .meaning = "nfp: a unit in every NFP; host: the GPU sends 16 encoded values with each query", .source = "our choice: the smaller query record"});
    v.flag("per_ray", p.per_ray, {.unit = "", .meaning = "evaluate only when the ray changes, else repeat the last result", .source = "our choice: samples of a ray share its direction"});
    v.integer("interval_cycles", p.interval_cycles, {.min = 1, .max = 64}, {.unit = "cycles", .meaning = "initiation interval of an evaluation", .source = "our choice: 16 outputs from 4 multipliers"});
    v.integer("latency_cycles", p.latency_cycles, {.min = 1, .max = 64}, {.unit = "cycles", .meaning = "from the last cycle of an evaluation's interval to its result", .source = "our choice: four dependent fp32 multiplies"});
    v.integer("input_queue_depth", p.input_queue_depth, {.min = 1, .max = 256}, {.unit = "queries", .meaning = "queue between the fork and the unit", .source = "our choice: as the encoding engines"});
    v.integer("operand_queue_depth", p.operand_queue_depth, {.min = 1, .max = 256}, {.unit = "queries", .meaning = "queue between the operand register and the unit", .source = "our choice: as the encoding engines"});
    v.integer("output_queue_depth", p.output_queue_depth, {.min = 1, .max = 256}, {.unit = "queries", .meaning = "queue between the unit and the join", .source = "our choice: as the encoding engines"});
  }
};

}  // namespace ngpcsim::models
