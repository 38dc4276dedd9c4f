#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "models/direction_encoder/direction_services.h"
#include "models/direction_encoder/spherical_harmonics.h"
#include "models/encoding_engine/level_accesses.h"
#include "models/encoding_engine/level_service.h"
#include "models/nfp/functional_network.h"
#include "models/nfp/nfp_model.h"
#include "models/nfp/online/lane_flow.h"

namespace ngpcsim::models::online {

/// One encoding engine, or with `shard` the engines that act as one: levels `lane`, `lane + lanes`, ... in passes. A query's services come from the same place as
/// in a run of the chip and its features from the same kernel; both are known when it comes in, and shown when its time has come.
class ModelEngineLane final : public EngineLane {
 public:
  /// Without a network there are no values. Both outlive the lane.
  ModelEngineLane(const NfpModel& model, std::uint32_t lane, const FunctionalNetwork* network);

  [[nodiscard]] bool ready() const override { return flow_.ready(); }
  [[nodiscard]] bool valid() const override { return flow_.valid(); }
  [[nodiscard]] std::span<const Fp16> values() const override;
  void clock(const QueryRecord* pushed, bool taken) override;
  [[nodiscard]] LaneEvents events() const override { return flow_.events(); }
  [[nodiscard]] LaneCount count() const override { return flow_.count(); }
  void tables_loaded() override;
  [[nodiscard]] std::vector<LevelCounters> level_counters() const override;

 private:
  [[nodiscard]] std::span<const PassWork> serve(const QueryRecord& query);
  void encode(const QueryRecord& query);
  void add_work(std::uint64_t query, std::size_t passes, std::span<LevelCounters> totals) const;

  const NfpModel& model_;
  const FunctionalNetwork* network_;
  std::uint32_t lane_, passes_, beats_;
  LaneFlow flow_;
  std::vector<LevelService> services_;   ///< by pass
  std::vector<LevelAccesses> accesses_;  ///< the same, where passes overlap
  std::vector<PassWork> coming_;         ///< each pass of the query coming in
  std::vector<LevelCounters> work_;      ///< by place and pass: what a query does to the banks
  std::vector<LevelCounters> totals_;    ///< by pass, of the queries before the one issued last
  std::vector<Fp16> features_;           ///< by place, pass and feature
};

/// The direction encoder.
class ModelDirectionLane final : public DirectionLane {
 public:
  ModelDirectionLane(const NfpModel& model, bool values);

  [[nodiscard]] bool ready() const override { return flow_.ready(); }
  [[nodiscard]] bool valid() const override { return flow_.valid(); }
  [[nodiscard]] std::span<const Fp16> values() const override;
  void clock(const QueryRecord* pushed, bool taken) override;
  [[nodiscard]] LaneEvents events() const override { return flow_.events(); }
  [[nodiscard]] LaneCount count() const override { return flow_.count(); }
  [[nodiscard]] std::uint64_t evaluations() const override { return evaluations_; }

 private:
  LaneFlow flow_;
  DirectionServices services_;
  bool has_values_;
  std::uint64_t launch_ = 0;
  std::uint64_t evaluations_ = 0;        ///< of the queries issued
  std::vector<std::uint8_t> evaluates_;  ///< by place
  std::vector<std::array<Fp16, kShValues>> coefficients_;
};

}  // namespace ngpcsim::models::online
