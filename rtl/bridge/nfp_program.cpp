#include "rtl/bridge/nfp_program.h"

#include "rtl/bridge/size_check.h"

namespace ngpcsim::rtl {
namespace {

void check_nfp_sizes(const models::NfpModel& model, const Sizes& sizes) {
  require_equal("chip.nfp.encoding_engine.engines", model.params.encoding_engine.engines, sizes, "Engines");
  if (!model.geometry.has_direction_lane) return;
  const models::DirectionEncoderParams& direction = model.params.direction_encoder;
  require_equal("chip.nfp.direction_encoder.interval_cycles", direction.interval_cycles, sizes, "DirInterval");
  require_equal("chip.nfp.direction_encoder.latency_cycles", direction.latency_cycles, sizes, "DirLatency");
  require_equal("chip.nfp.direction_encoder.input_queue_depth", direction.input_queue_depth, sizes, "DirInputDepth");
  require_equal("chip.nfp.direction_encoder.operand_queue_depth", direction.operand_queue_depth, sizes, "DirOperandDepth");
  require_equal("chip.nfp.direction_encoder.output_queue_depth", direction.output_queue_depth, sizes, "DirOutputDepth");
}

}  // namespace

std::vector<RegisterWrite> nfp_registers(const models::NfpModel& model, const Sizes& sizes) {
  check_nfp_sizes(model, sizes);
  const auto of_nfp = [](std::uint32_t address, std::uint32_t value) { return RegisterWrite{nfp_address(Unit::kNfp, 0, address), value}; };
  return {of_nfp(0, static_cast<std::uint32_t>(model.levels.size())), of_nfp(1, model.placement.groups), of_nfp(2, model.placement.lanes()),
          of_nfp(3, model.encoding.features), of_nfp(4, model.geometry.has_direction_lane ? 1u : 0u),
          {nfp_address(Unit::kDirectionEncoder, 0, 0), model.params.direction_encoder.per_ray ? 1u : 0u}};
}

}  // namespace ngpcsim::rtl
