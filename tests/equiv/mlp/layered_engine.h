#pragma once
#include <deque>
#include <vector>

#include "models/nfp/online/mlp_flow.h"
#include "rtl/bridge/mlp_program.h"

namespace ngpcsim::equiv {

/// The model's MLP engine for any chain of layers: its time (MlpFlow) and its layers (MlpLayer), without the two networks of a NeRF around them.
class LayeredEngine final : public models::online::MlpEngine {
 public:
  /// `layers` have weights and outlive the engine.
  LayeredEngine(const std::vector<rtl::MlpProgramLayer>& layers, bool double_buffering, const rtl::MlpSizes& sizes);

  [[nodiscard]] bool ready() const override { return flow_.ready(); }
  [[nodiscard]] bool valid() const override { return flow_.valid(); }
  [[nodiscard]] std::span<const models::Fp16> values() const override { return outputs_.front(); }
  void clock(const models::online::JoinedQuery* joined, bool taken) override;
  [[nodiscard]] models::online::StepEvent events() const override { return flow_.events(); }
  [[nodiscard]] models::MlpAccount account() const override { return flow_.account(); }
  [[nodiscard]] std::uint64_t weight_load_cycles() const override { return flow_.load_cycles(); }
  [[nodiscard]] std::uint64_t macs_useful() const override { return macs_useful_; }

 private:
  [[nodiscard]] std::vector<models::Fp16> evaluate(const models::online::JoinedQuery& joined) const;

  const std::vector<rtl::MlpProgramLayer>& layers_;
  std::uint32_t rows_;
  models::online::MlpFlow flow_;
  std::vector<std::uint64_t> useful_;  ///< products of a query by phase
  std::uint64_t macs_useful_ = 0;
  std::deque<std::vector<models::Fp16>> outputs_;  ///< of the queries that have joined and are not popped
};

}  // namespace ngpcsim::equiv
