#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "models/common/implementation.h"
#include "models/direction_encoder/params.h"
#include "models/dma/params.h"
#include "models/encoding_engine/params.h"
#include "models/mlp_engine/params.h"
#include "sim/config/describe.h"

namespace ngpcsim::models {

/// One neural fields processor: engines, direction encoder and MLP engine, fused through finite queues.
struct NfpParams {
  Implementation implementation = Implementation::kModel;
  std::uint32_t feature_buffer_queries = 128;
  std::uint32_t position_bytes = 4;
  std::uint32_t direction_bytes = 4;
  std::uint32_t output_value_bytes = 2;
  DmaParams dma;
  EncodingEngineParams encoding_engine;
  DirectionEncoderParams direction_encoder;
  MlpEngineParams mlp_engine;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.choice("implementation", p.implementation, kImplementations, {.unit = "", .meaning = "how it is simulated: model: block by block, as each of them says; rtl: all of it is the RTL in rtl/nfp; the figures are the same", .source = kImplementationSource, .simulation_only = true});
    v.integer("feature_buffer_queries", p.feature_buffer_queries, {.min = 1, .max = 65536}, {.unit = "queries", .meaning = "joined feature vectors that wait for the MLP engine", .source = "our choice: two tiles, so that encoding and MLP overlap"});
    v.integer("position_bytes", p.position_bytes, {.min = 1, .max = 8}, {.unit = "B", .meaning = "bytes per coordinate in the input record", .source = "our choice: fp32, as instant-ngp's NerfCoordinate"});
    v.integer("direction_bytes", p.direction_bytes, {.min = 1, .max = 64}, {.unit = "B", .meaning = "bytes of the direction in the input record, when the NFP encodes it", .source = "our choice: octahedral map, 2 x 16 bit"});
    v.integer("output_value_bytes", p.output_value_bytes, {.min = 1, .max = 8}, {.unit = "B", .meaning = "bytes per value of the output record", .source = "our choice: fp16, as the network computes"});
    v.group("dma", p.dma, "moves query records between memory and the NFP");
    v.group("encoding_engine", p.encoding_engine, "grid encodings");
    v.group("direction_encoder", p.direction_encoder, "spherical harmonics of the view direction");
    v.group("mlp_engine", p.mlp_engine, "the multilayer perceptrons");
  }
};

/// The first parameter below chip.nfp that asks for RTL; nothing where all is model, and the NFP need not be clocked.
[[nodiscard]] constexpr std::optional<std::string_view> asks_for_rtl(const NfpParams& nfp) {
  if (nfp.implementation == Implementation::kRtl) return "chip.nfp.implementation";
  if (nfp.encoding_engine.implementation == Implementation::kRtl) return "chip.nfp.encoding_engine.implementation";
  if (nfp.direction_encoder.implementation == Implementation::kRtl) return "chip.nfp.direction_encoder.implementation";
  if (nfp.mlp_engine.implementation == Implementation::kRtl) return "chip.nfp.mlp_engine.implementation";
  return std::nullopt;
}

}  // namespace ngpcsim::models
