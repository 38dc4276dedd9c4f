#pragma once
#include <array>
#include <cstdint>

#include "models/dram/command.h"

namespace ngpcsim::models::dram {

/// What one pseudo-channel did (docs/dram.md, section 9). Cycles of the data bus sum to the length of the run.
struct Counters {
  std::array<std::uint64_t, kCommands> commands{};
  std::uint64_t hits = 0, misses = 0, conflicts = 0;
  std::uint64_t unused_rows = 0;  ///< opened and closed again without a column command
  std::uint64_t forwarded = 0, merged = 0;
  std::uint64_t read_cycles = 0, write_cycles = 0, turnaround_cycles = 0, idle_cycles = 0;
  std::uint64_t active_cycles = 0;      ///< summed over ranks: at least one row is open
  std::uint64_t precharged_cycles = 0;  ///< the other cycles of its ranks

  [[nodiscard]] std::uint64_t count(Command c) const { return commands[index(c)]; }
  [[nodiscard]] std::uint64_t reads() const { return count(Command::kRd) + count(Command::kRdA); }
  [[nodiscard]] std::uint64_t writes() const { return count(Command::kWr) + count(Command::kWrA); }
  [[nodiscard]] std::uint64_t bus_cycles() const { return read_cycles + write_cycles + turnaround_cycles + idle_cycles; }

  Counters& operator+=(const Counters& o) {
    for (std::size_t c = 0; c < kCommands; ++c) commands[c] += o.commands[c];
    hits += o.hits, misses += o.misses, conflicts += o.conflicts, unused_rows += o.unused_rows, forwarded += o.forwarded, merged += o.merged;
    read_cycles += o.read_cycles, write_cycles += o.write_cycles, turnaround_cycles += o.turnaround_cycles, idle_cycles += o.idle_cycles;
    active_cycles += o.active_cycles, precharged_cycles += o.precharged_cycles;
    return *this;
  }
  friend bool operator==(const Counters&, const Counters&) = default;
};

}  // namespace ngpcsim::models::dram
