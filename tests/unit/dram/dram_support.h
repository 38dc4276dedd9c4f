#pragma once
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/dram/device_file.h"
#include "models/dram/dram.h"

namespace ngpcsim::testing_support {

/// Every device of configs/dram.
[[nodiscard]] const std::vector<std::string>& dram_devices();

/// A device of configs/dram with some parameters set, such as "controller.mapping=rorabgbachco".
[[nodiscard]] models::dram::DramParams dram_params(const std::string& name, std::initializer_list<std::string> sets = {});
[[nodiscard]] std::unique_ptr<const models::dram::Device> dram_device(const std::string& name, std::initializer_list<std::string> sets = {});
/// Blames nothing.
[[nodiscard]] InputLocation nowhere(std::string_view path);

/// A DRAM that remembers its command trace.
class RecordedDram {
 public:
  explicit RecordedDram(std::unique_ptr<const models::dram::Device> device);

  /// Requests numbered in order; `bytes` of `address` from `cycle` on.
  void read(std::uint64_t address, std::uint64_t cycle = 0, std::uint32_t bytes = 64) { enter(false, address, cycle, bytes); }
  void write(std::uint64_t address, std::uint64_t cycle = 0, std::uint32_t bytes = 64) { enter(true, address, cycle, bytes); }
  /// Serves what waits and ends the run; at `end` or, if later, behind the last data.
  std::uint64_t finish(std::uint64_t end = 0);

  /// The address of the first burst of a row; `bank` counts within the channel.
  [[nodiscard]] std::uint64_t row(std::uint32_t bank, std::uint32_t row, std::uint32_t column = 0, std::uint32_t channel = 0) const;

  /// "1 ACT 0", "18 RD 0": cycle, command and request (none: "-") of every command of channel 0.
  [[nodiscard]] std::vector<std::string> lines() const;
  /// Cycles of one command.
  [[nodiscard]] std::vector<std::uint64_t> cycles_of(std::string_view command) const;

  std::unique_ptr<const models::dram::Device> device;
  std::vector<models::dram::CommandRecord> commands;
  std::vector<models::dram::Answer> answers;  ///< by number of the request, after finish
  models::dram::Dram dram;

 private:
  void enter(bool write, std::uint64_t address, std::uint64_t cycle, std::uint32_t bytes);
  std::uint64_t requests_ = 0;
};

/// Figures of a stream of 64-byte reads that are all there from the beginning.
struct StreamFigures {
  double gb_s = 0, pin_gb_s = 0;
  std::uint64_t cycles = 0;
  models::dram::Counters counters;
};
/// Addresses as `gen(i)`, a number of 64-byte blocks below the capacity.
[[nodiscard]] StreamFigures sequential_reads(const models::dram::Device& device, std::uint64_t count);
/// xorshift64* over the first GiB, or over the capacity where that is less.
[[nodiscard]] StreamFigures random_reads(const models::dram::Device& device, std::uint64_t count);

/// What random 64-byte reads can reach at most: banks, ACTs, data and command bus, less refreshes.
[[nodiscard]] double random_bound_gb_s(const models::dram::Device& device);

}  // namespace ngpcsim::testing_support
