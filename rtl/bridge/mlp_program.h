#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "models/common/fp16.h"
#include "models/mlp_engine/mlp_values.h"
#include "models/nfp/functional_network.h"
#include "models/nfp/nfp_model.h"
#include "rtl/bridge/register_write.h"
#include "rtl/bridge/sizes.h"

/// What the registers and the weight memory of the MLP engine hold for a network (rtl/README.md), whoever writes them.
namespace ngpcsim::rtl {

/// The sizes of rtl/mlp_engine/mlp_engine.sv. Inside an NFP two of its parameters have other names.
struct MlpSizes {
  explicit MlpSizes(const Sizes& sizes, std::string_view latency_name = "Latency", std::string_view output_depth_name = "OutputDepth");

  std::uint32_t rows, cols, max_inputs, max_width, max_layers, max_outputs, tile_queries, latency, weight_load_width, weight_rows, feature_depth, output_depth;
};

/// A layer as the registers state it. `weights` may be null: then its rows of the weight memory are zeros.
struct MlpProgramLayer {
  std::uint32_t inputs = 0;
  std::uint32_t outputs = 0;
  bool relu = false;
  bool append_direction = false;
  bool first_output_leaves = false;
  const models::MlpLayer* weights = nullptr;
};

struct MlpProgram {
  std::vector<RegisterWrite> registers;
  /// Row r of the weight memory, `weight_load_width` weights.
  std::vector<std::vector<models::Fp16>> weight_rows;
  std::uint32_t outputs = 0;        ///< of the last layer
  std::uint32_t output_places = 0;  ///< of the output port
  bool density_leaves = false;      ///< beside the outputs of the last layer

  /// Of an output record.
  [[nodiscard]] std::size_t values() const { return outputs + (density_leaves ? std::size_t{1} : 0); }
};

/// The two networks of a NeRF, one after the other. Without `network` there are no weights.
[[nodiscard]] std::vector<MlpProgramLayer> mlp_program_layers(const models::NfpModel& model, const models::FunctionalNetwork* network);

/// Any chain of layers. Throws InputError, at the parameter to blame, for layers that do not fit.
[[nodiscard]] MlpProgram mlp_program(std::span<const MlpProgramLayer> layers, bool double_buffering, const MlpSizes& sizes);

/// The network of a chip. Throws InputError also where the engine of the chip is not of these sizes.
[[nodiscard]] MlpProgram mlp_program(const models::NfpModel& model, const models::FunctionalNetwork* network, const MlpSizes& sizes);

}  // namespace ngpcsim::rtl
