#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "models/nfp/functional_network.h"
#include "models/nfp/nfp_model.h"
#include "models/nfp/online/mlp_flow.h"

namespace ngpcsim::models::online {

/// The MLP engine, dataflow `broadcast`. A query's outputs are computed when it joins, by the same networks as in a functional run of the chip, and shown when
/// their time has come.
class ModelMlpEngine final : public MlpEngine {
 public:
  /// Without a network there are no values. It outlives the engine.
  ModelMlpEngine(const NfpModel& model, const FunctionalNetwork* network);

  [[nodiscard]] bool ready() const override { return flow_.ready(); }
  [[nodiscard]] bool valid() const override { return flow_.valid(); }
  [[nodiscard]] std::span<const Fp16> values() const override;
  void clock(const JoinedQuery* joined, bool taken) override;
  [[nodiscard]] StepEvent events() const override { return flow_.events(); }
  [[nodiscard]] MlpAccount account() const override { return flow_.account(); }
  [[nodiscard]] std::uint64_t weight_load_cycles() const override { return flow_.load_cycles(); }
  [[nodiscard]] std::uint64_t macs_useful() const override { return macs_useful_; }

 private:
  [[nodiscard]] std::size_t place(std::uint64_t query) const { return query % places_ * width_; }
  void evaluate(const JoinedQuery& joined);

  MlpFlow flow_;
  const FunctionalNetwork* network_;
  std::uint32_t rows_;
  std::vector<std::uint64_t> useful_;  ///< by phase: products of a query that the network asks for
  std::uint64_t macs_useful_ = 0;
  std::size_t width_;                  ///< values of an output record
  std::size_t places_;                 ///< queries between join and pop, at most
  std::vector<Fp16> outputs_;          ///< by place
  std::vector<Fp16> color_inputs_;
};

}  // namespace ngpcsim::models::online
