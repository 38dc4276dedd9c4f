#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "models/dram/dram.h"
#include "models/hierarchy/backing.h"

namespace ngpcsim::models::hierarchy {

/// The DRAM channels of a slice. Addresses wrap at their capacity.
class DramBacking final : public Backing {
 public:
  /// Of slice `slice`; `device`, that of one slice, outlives it.
  DramBacking(const dram::Device& device, std::uint32_t slice);

  [[nodiscard]] bool ready() const override { return dram_.ready(); }
  [[nodiscard]] std::uint64_t accepted_at() const override { return dram_.last_entered(); }
  void offer(const Asked& request, std::uint64_t cycle) override;
  void advance(std::uint64_t cycle) override;
  [[nodiscard]] std::optional<std::uint64_t> next_event() override { return dram_.next_event(); }
  [[nodiscard]] std::vector<Served>& served() override { return served_; }
  [[nodiscard]] std::uint64_t read_bytes() const override { return read_bytes_; }
  [[nodiscard]] std::uint64_t write_bytes() const override { return write_bytes_; }

  /// What was accepted is served. Returns the cycle behind its last data.
  std::uint64_t drain();
  /// The run ends at `end`, at or behind that.
  void finish(std::uint64_t end) { dram_.finish(end); }
  [[nodiscard]] dram::Counters counters() const { return dram_.counters(); }

 private:
  std::uint32_t slice_;
  std::uint64_t capacity_;
  dram::PartObserver* observer_;  ///< may be null
  dram::Dram dram_;
  std::vector<Served> served_;
  std::uint64_t read_bytes_ = 0, write_bytes_ = 0;
};

/// The device of each of `slices` slices: an equal part of the channels of `whole`. Throws InputError, at the parameter `slices`, where they do not divide.
[[nodiscard]] dram::DramParams device_of_slice(const dram::DramParams& whole, std::uint32_t slices, const InputLocation& where);

}  // namespace ngpcsim::models::hierarchy
