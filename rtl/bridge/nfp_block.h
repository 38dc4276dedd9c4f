#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "rtl/bridge/build.h"
#include "rtl/bridge/engine_program.h"
#include "rtl/bridge/mlp_program.h"
#include "rtl/bridge/nfp_program.h"
#include "rtl/bridge/ports.h"
#include "rtl/bridge/rtl_nfp.h"
#include "rtl/bridge/sram_rows.h"
#include "rtl/bridge/verilated_block.h"

namespace ngpcsim::rtl {

/// rtl/nfp/nfp.sv as the core of an NFP.
template <class Top>
class NfpBlock final : public RtlNfp {
 public:
  NfpBlock(std::string_view name, const Sizes& sizes, const BlockSetup& setup)
      : engines_(sizes["Engines"]),
        lanes_(setup.model.placement.lanes()),
        groups_(setup.model.placement.groups),
        levels_(setup.model.levels.size()),
        program_(mlp_program(setup.model, setup.network, MlpSizes(sizes, "MlpLatency", "MlpOutputDepth"))),
        values_(program_.values()),
        block_(std::string(name), setup.waves, setup.power_up_seed) {
    registers_ = nfp_registers(setup.model, sizes);
    const models::FeatureTable* table = setup.network != nullptr ? &setup.network->table() : nullptr;
    for (std::uint32_t engine = 0; engine < groups_ * lanes_; ++engine)
      append_registers(Unit::kEncodingEngine, engine, engine_registers(setup.model, sizes, engine % lanes_, table));
    append_registers(Unit::kMlpEngine, 0, program_.registers);
    idle_inputs();
    block_.reset();
    load_weights();
    if (table != nullptr) load_tables(name, sizes, setup, *table);
    run();
  }

  void restart() override {
    idle_inputs();
    block_.reset();
    run();
  }

  [[nodiscard]] std::uint64_t read_perf(std::uint32_t address) const override { return block_.perf(address); }

  [[nodiscard]] bool ready() const override { return block_.top().query_ready_o != 0; }
  [[nodiscard]] bool valid() const override { return block_.top().output_valid_o != 0; }
  [[nodiscard]] std::span<const models::Fp16> values() const override {
    for (std::uint32_t o = 0; o < program_.outputs; ++o) values_[o].bits = static_cast<std::uint16_t>(get_bits(block_.top().output_o, 16 * o, 16));
    if (program_.density_leaves) values_.back().bits = block_.top().output_density_o;
    return values_;
  }

  void clock(const models::online::QueryRecord* offered, bool taken) override {
    Top& top = block_.top();
    top.query_valid_i = offered != nullptr ? 1 : 0;
    if (offered != nullptr) offer(*offered);
    top.output_ready_i = taken ? 1 : 0;
    block_.settle();
    note_events();
    block_.edge();
    top.tables_loaded_i = 0;
  }
  /// At the coming edge.
  void tables_loaded() override { block_.top().tables_loaded_i = 1; }
  [[nodiscard]] const models::online::NfpEvents& events() const override { return events_; }

  [[nodiscard]] std::vector<models::online::LaneCount> engine_counts() const override {
    std::vector<models::online::LaneCount> counts;
    for (std::uint32_t engine = 0; engine < groups_ * lanes_; ++engine) counts.push_back(lane_count(Unit::kEncodingEngine, engine));
    return counts;
  }
  [[nodiscard]] std::vector<models::LevelCounters> level_counters() const override {
    std::vector<models::LevelCounters> counters(levels_);
    for (std::uint32_t level = 0; level < levels_; ++level)
      for (std::uint32_t group = 0; group < groups_; ++group) counters[level] += level_counters(group * lanes_ + level % lanes_, level / lanes_);
    return counters;
  }
  [[nodiscard]] models::online::LaneCount direction_count() const override { return lane_count(Unit::kDirectionEncoder, 0); }
  [[nodiscard]] std::uint64_t direction_evaluations() const override { return perf(Unit::kDirectionEncoder, 0, 5); }
  [[nodiscard]] models::MlpAccount mlp_account() const override {
    const auto at = [this](std::uint32_t address) { return perf(Unit::kMlpEngine, 0, address); };
    return {.busy = at(0), .output_full = at(1), .weights = at(2), .dependency = at(3), .input_empty = at(4)};
  }
  [[nodiscard]] std::uint64_t macs_useful() const override { return perf(Unit::kMlpEngine, 0, 5); }
  [[nodiscard]] std::uint64_t weight_load_cycles() const override { return perf(Unit::kMlpEngine, 0, 6); }

 private:
  void append_registers(Unit unit, std::uint32_t instance, const std::vector<RegisterWrite>& writes) {
    for (const RegisterWrite& write : writes) registers_.push_back({nfp_address(unit, instance, write.address), write.value});
  }
  void idle_inputs() {
    Top& top = block_.top();
    top.query_valid_i = top.output_ready_i = 0;
    top.tables_loaded_i = top.table_we_i = top.weight_we_i = 0;
  }
  void run() {
    for (const RegisterWrite& write : registers_) block_.write_register(write.address, write.value);
    block_.start();
  }
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

  /// The port finds a pass's rows by the engine's registers, which a reset clears: they are written before as well as after.
  void load_tables(std::string_view name, const Sizes& sizes, const BlockSetup& setup, const models::FeatureTable& table) {
    if (setup.load_through_port)
      for (const RegisterWrite& write : registers_) block_.write_register(write.address, write.value);
    for (std::uint32_t engine = 0; engine < groups_ * lanes_; ++engine) {
      if (setup.load_through_port) load_through_port(engine, sizes, setup, table);
      else load_through_back_door(fmt::format("{}.nfp.gen_engine[{}].u_engine", name, engine), engine, sizes, setup, table);
    }
  }
  void load_through_port(std::uint32_t engine, const Sizes& sizes, const BlockSetup& setup, const models::FeatureTable& table) {
    Top& top = block_.top();
    const std::uint32_t width = sizes["WordEntries"] * sizes["FeaturesPerCycle"] * sizes["FeatureBits"];
    top.table_we_i = 1;
    top.table_engine_i = static_cast<std::uint8_t>(engine);
    for_each_table_row(setup.model, sizes, engine % lanes_, table, [&](const TableRow& row) {
      top.table_pass_i = static_cast<std::uint8_t>(row.pass);
      top.table_word_i = row.word;
      top.table_beat_i = static_cast<std::uint8_t>(row.beat);
      for (std::uint32_t bit = 0; bit < width; bit += 32) set_bits(top.table_data_i, bit, std::min(32u, width - bit), row.data[bit / 32]);
      block_.idle_edge();
    });
    top.table_we_i = 0;
  }
  void load_through_back_door(const std::string& scope, std::uint32_t engine, const Sizes& sizes, const BlockSetup& setup, const models::FeatureTable& table) {
    std::vector<SramRows> banks;
    for (std::uint32_t bank = 0; bank < sizes["Banks"]; ++bank) banks.emplace_back(block_.context(), bank_scope(scope, bank));
    for_each_table_row(setup.model, sizes, engine % lanes_, table, [&](const TableRow& row) { banks[row.bank].write(row.row, row.data); });
  }

  void offer(const models::online::QueryRecord& query) {
    Top& top = block_.top();
    for (unsigned d = 0; d < 3; ++d) {
      set_bits(top.query_position_i, 32 * d, 32, std::bit_cast<std::uint32_t>(query.position[d]));
      set_bits(top.query_direction_i, 32 * d, 32, std::bit_cast<std::uint32_t>(query.direction[d]));
    }
    top.query_ray_i = query.ray;
    top.query_first_of_launch_i = query.first_of_launch ? 1 : 0;
    top.query_last_i = query.last_of_batch ? 1 : 0;
  }
  /// Lanes of the interface are the engines in use, with the direction encoder behind them.
  void note_events() {
    const Top& top = block_.top();
    const auto lanes = [this](const auto& port) {
      std::bitset<models::online::NfpEvents::kMaxLanes> bits(get_bits(port, 0, groups_ * lanes_));
      bits[groups_ * lanes_] = get_bits(port, engines_, 1) != 0;
      return bits;
    };
    events_.push = lanes(top.obs_push_o);
    events_.front = lanes(top.obs_front_o);
    events_.issue = lanes(top.obs_issue_o);
    events_.join = top.obs_join_o != 0;
    events_.mlp.step = top.obs_step_o != 0;
    events_.mlp.phase = events_.mlp.step ? top.obs_phase_o : 0;
  }

  [[nodiscard]] std::uint64_t perf(Unit unit, std::uint32_t instance, std::uint32_t address) const { return block_.perf(nfp_address(unit, instance, address)); }
  [[nodiscard]] models::online::LaneCount lane_count(Unit unit, std::uint32_t instance) const {
    const auto at = [&](std::uint32_t address) { return perf(unit, instance, address); };
    return {.queries = at(4), .busy = at(0), .conflict = at(1), .output_full = at(2), .input_empty = at(3)};
  }
  [[nodiscard]] models::LevelCounters level_counters(std::uint32_t engine, std::uint32_t pass) const {
    const auto at = [&](std::uint32_t address) { return perf(Unit::kEncodingEngine, engine, 0x100 + 16 * pass + address); };
    models::LevelCounters level{.queries = at(0), .lookups = at(1), .accesses = at(3), .reused = at(2)};
    for (std::uint32_t n = 0; n < level.conflict_histogram.size(); ++n) level.conflict_histogram[n] = at(4 + n);
    return level;
  }

  std::uint32_t engines_, lanes_, groups_;
  std::size_t levels_;
  MlpProgram program_;
  mutable std::vector<models::Fp16> values_;  ///< of the head, read on demand
  models::online::NfpEvents events_;
  std::vector<RegisterWrite> registers_;
  VerilatedBlock<Top> block_;
};

template <class Top>
[[nodiscard]] Build nfp_build(std::string_view name, const Sizes& sizes) {
  Build build{.name = name, .sizes = sizes};
  build.nfp = [name, sizes](const BlockSetup& setup) -> std::unique_ptr<models::online::NfpCore> { return std::make_unique<NfpBlock<Top>>(name, sizes, setup); };
  return build;
}

}  // namespace ngpcsim::rtl
