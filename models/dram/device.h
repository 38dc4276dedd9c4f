#pragma once
#include <array>
#include <cstdint>

#include "models/dram/address_map.h"
#include "models/dram/geometry.h"
#include "models/dram/params.h"
#include "models/dram/rule_table.h"

namespace ngpcsim::models::dram {

/// A device with every derived size and cross-check done; what the controller works with.
class Device {
 public:
  /// Throws InputError where the parameters do not make a device (docs/dram.md, sections 1, 2 and 6).
  Device(const DramParams& params, const Where& where);

  [[nodiscard]] const DramParams& params() const { return params_; }
  [[nodiscard]] const Geometry& geometry() const { return geometry_; }
  [[nodiscard]] const std::vector<Rule>& rules() const { return rules_; }
  [[nodiscard]] const RuleTable& table() const { return table_; }
  [[nodiscard]] const AddressMap& map() const { return map_; }

  [[nodiscard]] std::uint32_t timing(Timing t) const { return params_.timing[t]; }
  /// From a column command to the first cycle of its data.
  [[nodiscard]] std::uint32_t data_latency(bool write) const { return timing(write ? Timing::kCWL : Timing::kCL); }
  [[nodiscard]] std::uint32_t burst_cycles() const { return timing(Timing::kBL); }
  /// Empty cycles of the data bus that the rules demand between two bursts.
  [[nodiscard]] std::uint64_t bus_gap(bool write, bool next_write, bool other_rank) const {
    return gaps_[write ? 1 : 0][next_write ? 1 : 0][other_rank ? 1 : 0];
  }

  /// Cycles from acceptance to answer of a read of `bursts` bursts of one row, with everything idle and closed.
  [[nodiscard]] std::uint64_t idle_read_latency(std::uint32_t bursts) const;
  /// Bytes per cycle of all data pins.
  [[nodiscard]] double pin_bytes_per_cycle() const;

 private:
  void check_timing(const RuleSet& set, const Where& where) const;
  void check_bus(const Where& where) const;
  void fill_gaps();

  DramParams params_;
  Geometry geometry_;
  std::vector<Rule> rules_;
  RuleTable table_;
  AddressMap map_;
  std::array<std::array<std::array<std::uint64_t, 2>, 2>, 2> gaps_{};
};

}  // namespace ngpcsim::models::dram
