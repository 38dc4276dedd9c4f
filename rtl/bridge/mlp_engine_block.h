#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rtl/bridge/build.h"
#include "rtl/bridge/mlp_program.h"
#include "rtl/bridge/ports.h"
#include "rtl/bridge/verilated_block.h"
#include "sim/base/error.h"

namespace ngpcsim::rtl {

/// rtl/mlp_engine/mlp_engine.sv as an MLP engine of the model.
template <class Top>
class MlpEngineBlock final : public models::online::MlpEngine {
 public:
  MlpEngineBlock(std::string_view name, MlpProgram program, const Waves& waves, std::uint64_t power_up_seed)
      : program_(std::move(program)), values_(program_.values()), block_(std::string(name), waves, power_up_seed) {
    Top& top = block_.top();
    top.features_valid_i = 0;
    top.output_ready_i = 0;
    top.weight_we_i = 0;
    block_.reset();
    load_weights();
    run();
  }

  /// From edge 0 again, whatever was in flight. Weights outlive the reset, registers do not.
  void restart() {
    block_.top().features_valid_i = 0;
    block_.top().output_ready_i = 0;
    block_.reset();
    run();
  }

  [[nodiscard]] bool ready() const override { return block_.top().features_ready_o != 0; }
  [[nodiscard]] bool valid() const override { return block_.top().output_valid_o != 0; }
  [[nodiscard]] std::span<const models::Fp16> values() const override {
    const Top& top = block_.top();
    for (std::uint32_t o = 0; o < program_.outputs; ++o) values_[o].bits = static_cast<std::uint16_t>(get_bits(top.output_o, 16 * o, 16));
    if (program_.density_leaves) values_.back().bits = top.output_density_o;
    else check(top.output_density_o == 0, "a density of a network without one");
    for (std::uint32_t o = program_.outputs; o < program_.output_places; ++o)
      check(get_bits(top.output_o, 16 * o, 16) == 0, "output {} of a network of {} is not 0", o, program_.outputs);
    return values_;
  }

  void clock(const models::online::JoinedQuery* joined, bool taken) override {
    Top& top = block_.top();
    top.features_valid_i = joined != nullptr ? 1 : 0;
    if (joined != nullptr) {
      for (std::size_t f = 0; f < joined->features.size(); ++f) set_bits(top.features_i, static_cast<unsigned>(16 * f), 16, joined->features[f].bits);
      for (std::size_t c = 0; c < joined->coefficients.size(); ++c)
        set_bits(top.coefficients_i, static_cast<unsigned>(16 * c), 16, joined->coefficients[c].bits);
      top.last_i = joined->last_of_batch ? 1 : 0;
    }
    top.output_ready_i = taken ? 1 : 0;
    block_.settle();
    event_ = {.step = top.obs_step_o != 0, .phase = top.obs_phase_o};
    if (!event_.step) event_.phase = 0;
    block_.edge();
  }
  [[nodiscard]] models::online::StepEvent events() const override { return event_; }

  [[nodiscard]] models::MlpAccount account() const override {
    return {.busy = block_.perf(0), .output_full = block_.perf(1), .weights = block_.perf(2), .dependency = block_.perf(3), .input_empty = block_.perf(4)};
  }
  [[nodiscard]] std::uint64_t macs_useful() const override { return block_.perf(5); }
  [[nodiscard]] std::uint64_t weight_load_cycles() const override { return block_.perf(6); }
  /// The perf port, counters that the model does not have among its addresses.
  [[nodiscard]] std::uint64_t read_perf(std::uint32_t address) const { return block_.perf(address); }

 private:
  void load_weights() {
    Top& top = block_.top();
    top.weight_we_i = 1;
    for (std::size_t row = 0; row < program_.weight_rows.size(); ++row) {
      top.weight_row_i = static_cast<std::uint32_t>(row);
      const std::vector<models::Fp16>& weights = program_.weight_rows[row];
      for (std::size_t w = 0; w < weights.size(); ++w) set_bits(top.weight_data_i, static_cast<unsigned>(16 * w), 16, weights[w].bits);
      block_.idle_edge();
    }
    top.weight_we_i = 0;
  }
  void run() {
    for (const RegisterWrite& write : program_.registers) block_.write_register(write.address, write.value);
    block_.start();
  }

  MlpProgram program_;
  mutable std::vector<models::Fp16> values_;  ///< of the head, read on demand
  models::online::StepEvent event_;
  VerilatedBlock<Top> block_;
};

template <class Top>
[[nodiscard]] Build mlp_engine_build(std::string_view name, const Sizes& sizes) {
  Build build{.name = name, .sizes = sizes};
  build.mlp_engine = [name, sizes](const BlockSetup& setup) -> std::unique_ptr<models::online::MlpEngine> {
    return std::make_unique<MlpEngineBlock<Top>>(name, mlp_program(setup.model, setup.network, MlpSizes(sizes)), setup.waves, setup.power_up_seed);
  };
  return build;
}

}  // namespace ngpcsim::rtl
