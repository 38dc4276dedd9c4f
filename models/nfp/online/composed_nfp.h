#pragma once
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "models/nfp/nfp_model.h"
#include "models/nfp/online/blocks.h"

namespace ngpcsim::models::online {

/// The parts of an NFP, of the model or in RTL.
struct NfpBlocks {
  std::vector<std::unique_ptr<EngineLane>> engines;  ///< group by group
  std::unique_ptr<DirectionLane> direction;          ///< null where the host encodes directions
  std::unique_ptr<MlpEngine> mlp;
};

/// Fork and join around blocks (docs/timing.md, section 2). The fork is eager: each lane of the query's group takes the query at the first edge at which it can,
/// and the query is accepted with the last of them. The join takes the heads of all lanes of the next query's group at once.
class ComposedNfp final : public NfpCore {
 public:
  /// `model` outlives the NFP.
  ComposedNfp(const NfpModel& model, NfpBlocks blocks);

  [[nodiscard]] bool ready() const override;
  [[nodiscard]] bool valid() const override { return blocks_.mlp->valid(); }
  [[nodiscard]] std::span<const Fp16> values() const override { return blocks_.mlp->values(); }
  void clock(const QueryRecord* offered, bool taken) override;
  void tables_loaded() override;
  [[nodiscard]] const NfpEvents& events() const override { return events_; }
  /// What the join wrote last; features of lanes without values are zeros.
  [[nodiscard]] const JoinedQuery& joined() const { return joined_; }

  [[nodiscard]] std::vector<LaneCount> engine_counts() const override;
  [[nodiscard]] std::vector<LevelCounters> level_counters() const override;
  [[nodiscard]] LaneCount direction_count() const override;
  [[nodiscard]] std::uint64_t direction_evaluations() const override;
  [[nodiscard]] MlpAccount mlp_account() const override { return blocks_.mlp->account(); }
  [[nodiscard]] std::uint64_t weight_load_cycles() const override { return blocks_.mlp->weight_load_cycles(); }
  [[nodiscard]] std::uint64_t macs_useful() const override { return blocks_.mlp->macs_useful(); }

 private:
  using LaneSet = std::bitset<NfpEvents::kMaxLanes>;

  [[nodiscard]] std::size_t first_lane(std::uint64_t query) const { return query % groups_ * lanes_; }
  [[nodiscard]] std::size_t direction_number() const { return blocks_.engines.size(); }
  [[nodiscard]] LaneSet lanes_of(std::uint64_t query) const;
  [[nodiscard]] LaneSet ready_lanes(std::uint64_t query) const;
  [[nodiscard]] bool can_join() const;
  void fork(const QueryRecord& offered);
  void gather();
  void clock_lanes(const QueryRecord* offered, const LaneSet& taken);

  const NfpModel& model_;
  NfpBlocks blocks_;
  std::size_t groups_, lanes_;
  std::uint64_t accepted_ = 0, joins_ = 0;
  LaneSet done_;                            ///< lanes that took the query that is offered
  std::vector<std::uint8_t> ends_batch_;    ///< of the queries between fork and join, by number modulo the size
  JoinedQuery joined_;
  NfpEvents events_;
};

}  // namespace ngpcsim::models::online
