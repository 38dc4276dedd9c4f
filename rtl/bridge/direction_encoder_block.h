#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "rtl/bridge/build.h"
#include "rtl/bridge/ports.h"
#include "rtl/bridge/size_check.h"
#include "rtl/bridge/verilated_block.h"

namespace ngpcsim::rtl {

/// What the RTL has beyond the lane of the model.
class RtlDirectionLane : public models::online::DirectionLane {
 public:
  /// Reset, whatever is in flight, and a new start with the same registers. The next edge is edge 0.
  virtual void restart() = 0;
};

/// rtl/direction_encoder/direction_encoder.sv as a lane of the model.
template <class Top>
class DirectionEncoderBlock final : public RtlDirectionLane {
 public:
  DirectionEncoderBlock(std::string_view name, const Sizes& sizes, const BlockSetup& setup)
      : per_ray_(setup.model.params.direction_encoder.per_ray), block_(std::string(name), setup.waves, setup.power_up_seed) {
    const models::DirectionEncoderParams& direction = setup.model.params.direction_encoder;
    require_equal("chip.nfp.direction_encoder.interval_cycles", direction.interval_cycles, sizes, "Interval");
    require_equal("chip.nfp.direction_encoder.latency_cycles", direction.latency_cycles, sizes, "Latency");
    require_equal("chip.nfp.direction_encoder.input_queue_depth", direction.input_queue_depth, sizes, "InputDepth");
    require_equal("chip.nfp.direction_encoder.operand_queue_depth", direction.operand_queue_depth, sizes, "OperandDepth");
    require_equal("chip.nfp.direction_encoder.output_queue_depth", direction.output_queue_depth, sizes, "OutputDepth");
    start();
  }

  void restart() override { start(); }

  [[nodiscard]] bool ready() const override { return block_.top().query_ready_o != 0; }
  [[nodiscard]] bool valid() const override { return block_.top().coefficients_valid_o != 0; }
  [[nodiscard]] std::span<const models::Fp16> values() const override {
    for (unsigned i = 0; i < values_.size(); ++i) values_[i].bits = static_cast<std::uint16_t>(get_bits(block_.top().coefficients_o, 16 * i, 16));
    return values_;
  }

  void clock(const models::online::QueryRecord* pushed, bool taken) override {
    Top& top = block_.top();
    top.query_valid_i = pushed != nullptr ? 1 : 0;
    if (pushed != nullptr) {
      for (unsigned d = 0; d < 3; ++d) set_bits(top.query_direction_i, 32 * d, 32, std::bit_cast<std::uint32_t>(pushed->direction[d]));
      top.query_ray_i = pushed->ray;
      top.query_first_of_launch_i = pushed->first_of_launch ? 1 : 0;
    }
    top.coefficients_ready_i = taken ? 1 : 0;
    block_.settle();
    events_ = {.front = top.obs_front_o != 0, .issue = top.obs_issue_o != 0};
    block_.edge();
  }
  [[nodiscard]] models::online::LaneEvents events() const override { return events_; }

  [[nodiscard]] models::online::LaneCount count() const override {
    return {.queries = block_.perf(4), .busy = block_.perf(0), .conflict = block_.perf(1), .output_full = block_.perf(2), .input_empty = block_.perf(3)};
  }
  [[nodiscard]] std::uint64_t evaluations() const override { return block_.perf(5); }

 private:
  void start() {
    Top& top = block_.top();
    top.query_valid_i = 0;
    top.coefficients_ready_i = 0;
    block_.reset();
    block_.write_register(0, per_ray_ ? 1 : 0);
    block_.start();
  }

  bool per_ray_;
  mutable std::array<models::Fp16, 16> values_{};  ///< of the head, read on demand
  models::online::LaneEvents events_{};
  VerilatedBlock<Top> block_;
};

template <class Top>
[[nodiscard]] Build direction_encoder_build(std::string_view name, const Sizes& sizes) {
  Build build{.name = name, .sizes = sizes};
  build.direction_lane = [name, sizes](const BlockSetup& setup) -> std::unique_ptr<models::online::DirectionLane> {
    return std::make_unique<DirectionEncoderBlock<Top>>(name, sizes, setup);
  };
  return build;
}

}  // namespace ngpcsim::rtl
