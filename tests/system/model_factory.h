#pragma once
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "models/nfp/online/compose.h"
#include "models/nfp/online/factory.h"
#include "models/nfp/online/model_lane.h"
#include "models/nfp/online/model_mlp.h"

/// In the place of RTL: the model's own blocks in their online form.
namespace ngpcsim {

class ModelFactory : public models::online::Factory {
 public:
  std::unique_ptr<models::online::EngineLane> engine_lane(const models::NfpModel& model, const models::FunctionalNetwork& network,
                                                          std::uint32_t lane) override {
    return std::make_unique<models::online::ModelEngineLane>(model, lane, &network);
  }
  std::unique_ptr<models::online::DirectionLane> direction_lane(const models::NfpModel& model) override {
    return std::make_unique<models::online::ModelDirectionLane>(model, true);
  }
  std::unique_ptr<models::online::MlpEngine> mlp_engine(const models::NfpModel& model, const models::FunctionalNetwork& network) override {
    return std::make_unique<models::online::ModelMlpEngine>(model, &network);
  }
  std::unique_ptr<models::online::NfpCore> nfp(const models::NfpModel& model, const models::FunctionalNetwork& network) override {
    return models::online::compose(model, &network);
  }
};

/// A pipeline that does what another one does, for those that differ from it in one thing.
class WrappedCore : public models::online::NfpCore {
 public:
  explicit WrappedCore(std::unique_ptr<models::online::NfpCore> core) : core_(std::move(core)) {}

  [[nodiscard]] bool ready() const override { return core_->ready(); }
  [[nodiscard]] bool valid() const override { return core_->valid(); }
  [[nodiscard]] std::span<const models::Fp16> values() const override { return core_->values(); }
  void clock(const models::online::QueryRecord* offered, bool taken) override { core_->clock(offered, taken); }
  void tables_loaded() override { core_->tables_loaded(); }
  [[nodiscard]] const models::online::NfpEvents& events() const override { return core_->events(); }
  [[nodiscard]] std::vector<models::online::LaneCount> engine_counts() const override { return core_->engine_counts(); }
  [[nodiscard]] std::vector<models::LevelCounters> level_counters() const override { return core_->level_counters(); }
  [[nodiscard]] models::online::LaneCount direction_count() const override { return core_->direction_count(); }
  [[nodiscard]] std::uint64_t direction_evaluations() const override { return core_->direction_evaluations(); }
  [[nodiscard]] models::MlpAccount mlp_account() const override { return core_->mlp_account(); }
  [[nodiscard]] std::uint64_t weight_load_cycles() const override { return core_->weight_load_cycles(); }
  [[nodiscard]] std::uint64_t macs_useful() const override { return core_->macs_useful(); }

 private:
  std::unique_ptr<models::online::NfpCore> core_;
};

/// Gives NFPs of the model, each wrapped in `Core`, which is made from the wrapped one and `arguments`.
template <class Core, class... Arguments>
class WrappingFactory final : public ModelFactory {
 public:
  explicit WrappingFactory(Arguments&... arguments) : arguments_(arguments...) {}
  std::unique_ptr<models::online::NfpCore> nfp(const models::NfpModel& model, const models::FunctionalNetwork& network) override {
    return std::apply([&](auto&... arguments) { return std::make_unique<Core>(ModelFactory::nfp(model, network), arguments...); }, arguments_);
  }

 private:
  std::tuple<Arguments&...> arguments_;
};

}  // namespace ngpcsim
