#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rtl/bridge/build.h"
#include "rtl/bridge/engine_program.h"
#include "rtl/bridge/ports.h"
#include "rtl/bridge/sram_rows.h"
#include "rtl/bridge/verilated_block.h"

namespace ngpcsim::rtl {

/// What the RTL has beyond the lane of the model.
class RtlEngineLane : public models::online::EngineLane {
 public:
  /// The flag of the query at the head of the output queue, while `valid`.
  [[nodiscard]] virtual bool last_of_batch() const = 0;
  /// All of its output port: MaxPasses x MaxFeatures values.
  [[nodiscard]] virtual std::vector<models::Fp16> places() const = 0;
  /// Reset, whatever is in flight, and a new start with the same registers and tables. The next edge is edge 0.
  virtual void restart() = 0;
};

/// rtl/encoding_engine/encoding_engine.sv as a lane of the model.
template <class Top>
class EncodingEngineBlock final : public RtlEngineLane {
 public:
  EncodingEngineBlock(std::string_view name, const Sizes& sizes, const BlockSetup& setup)
      : max_passes_(sizes["MaxPasses"]),
        max_features_(sizes["MaxFeatures"]),
        passes_(setup.model.placement.lane_passes.at(setup.lane)),
        features_(setup.model.encoding.features),
        values_(std::size_t{passes_} * features_),
        block_(std::string(name), setup.waves, setup.power_up_seed) {
    const models::FeatureTable* table = setup.network != nullptr ? &setup.network->table() : nullptr;
    registers_ = engine_registers(setup.model, sizes, setup.lane, table);
    reset();
    if (table != nullptr && setup.load_through_port) load_through_port(sizes, setup, *table);
    if (table != nullptr && !setup.load_through_port) load_through_back_door(std::string(name), sizes, setup, *table);
    block_.start();
  }

  [[nodiscard]] bool ready() const override { return block_.top().query_ready_o != 0; }
  [[nodiscard]] bool valid() const override { return block_.top().features_valid_o != 0; }

  [[nodiscard]] std::span<const models::Fp16> values() const override {
    for (std::uint32_t pass = 0; pass < passes_; ++pass) {
      for (std::uint32_t f = 0; f < features_; ++f)
        values_[pass * features_ + f].bits = static_cast<std::uint16_t>(get_bits(block_.top().features_o, 16 * (pass * max_features_ + f), 16));
    }
    return values_;
  }
  [[nodiscard]] bool last_of_batch() const override { return block_.top().features_last_o != 0; }

  [[nodiscard]] std::vector<models::Fp16> places() const override {
    std::vector<models::Fp16> all(std::size_t{max_passes_} * max_features_);
    for (std::uint32_t place = 0; place < all.size(); ++place) all[place].bits = static_cast<std::uint16_t>(get_bits(block_.top().features_o, 16 * place, 16));
    return all;
  }

  void restart() override {
    reset();
    block_.start();
  }

  void clock(const models::online::QueryRecord* pushed, bool taken) override {
    Top& top = block_.top();
    top.query_valid_i = pushed != nullptr ? 1 : 0;
    if (pushed != nullptr) {
      for (unsigned d = 0; d < 3; ++d) set_bits(top.query_position_i, 32 * d, 32, std::bit_cast<std::uint32_t>(pushed->position[d]));
      top.query_last_i = pushed->last_of_batch ? 1 : 0;
    }
    top.features_ready_i = taken ? 1 : 0;
    block_.settle();
    events_ = {.front = top.obs_front_o != 0, .issue = top.obs_issue_o != 0};
    block_.edge();
    top.tables_loaded_i = 0;
  }
  [[nodiscard]] models::online::LaneEvents events() const override { return events_; }

  [[nodiscard]] models::online::LaneCount count() const override {
    return {.queries = block_.perf(4), .busy = block_.perf(0), .conflict = block_.perf(1), .output_full = block_.perf(2), .input_empty = block_.perf(3)};
  }

  /// At the coming edge.
  void tables_loaded() override { block_.top().tables_loaded_i = 1; }

  [[nodiscard]] std::vector<models::LevelCounters> level_counters() const override {
    std::vector<models::LevelCounters> counters(passes_);
    for (std::uint32_t pass = 0; pass < passes_; ++pass) {
      const std::uint32_t at = 0x100 + 16 * pass;
      models::LevelCounters& level = counters[pass];
      level.queries = block_.perf(at);
      level.lookups = block_.perf(at + 1);
      level.reused = block_.perf(at + 2);
      level.accesses = block_.perf(at + 3);
      for (std::uint32_t n = 0; n < level.conflict_histogram.size(); ++n) level.conflict_histogram[n] = block_.perf(at + 4 + n);
    }
    return counters;
  }

 private:
  void reset() {
    Top& top = block_.top();
    top.query_valid_i = 0;
    top.features_ready_i = 0;
    top.tables_loaded_i = 0;
    top.table_we_i = 0;
    block_.reset();
    for (const RegisterWrite& write : registers_) block_.write_register(write.address, write.value);
  }

  void load_through_port(const Sizes& sizes, const BlockSetup& setup, const models::FeatureTable& table) {
    Top& top = block_.top();
    const std::uint32_t width = sizes["WordEntries"] * sizes["FeaturesPerCycle"] * sizes["FeatureBits"];
    top.table_we_i = 1;
    for_each_table_row(setup.model, sizes, setup.lane, table, [&](const TableRow& row) {
      top.table_pass_i = static_cast<std::uint8_t>(row.pass);
      top.table_word_i = row.word;
      top.table_beat_i = static_cast<std::uint8_t>(row.beat);
      for (std::uint32_t bit = 0; bit < width; bit += 32) set_bits(top.table_data_i, bit, std::min(32u, width - bit), row.data[bit / 32]);
      block_.idle_edge();
    });
    top.table_we_i = 0;
  }

  void load_through_back_door(const std::string& name, const Sizes& sizes, const BlockSetup& setup, const models::FeatureTable& table) {
    std::vector<SramRows> banks;
    for (std::uint32_t bank = 0; bank < sizes["Banks"]; ++bank) banks.emplace_back(block_.context(), bank_scope(name + ".encoding_engine", bank));
    for_each_table_row(setup.model, sizes, setup.lane, table, [&](const TableRow& row) { banks[row.bank].write(row.row, row.data); });
  }

  std::uint32_t max_passes_, max_features_, passes_, features_;
  mutable std::vector<models::Fp16> values_;  ///< of the head, read on demand
  models::online::LaneEvents events_{};
  std::vector<RegisterWrite> registers_;
  VerilatedBlock<Top> block_;
};

template <class Top>
[[nodiscard]] Build encoding_engine_build(std::string_view name, const Sizes& sizes) {
  Build build{.name = name, .sizes = sizes};
  build.engine_lane = [name, sizes](const BlockSetup& setup) -> std::unique_ptr<models::online::EngineLane> {
    return std::make_unique<EncodingEngineBlock<Top>>(name, sizes, setup);
  };
  return build;
}

}  // namespace ngpcsim::rtl
