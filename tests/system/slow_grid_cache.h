#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/system/slow_chip.h"

/// docs/timing.md, section 3.1, edge by edge.
namespace ngpcsim {

/// The tags of one lane: for each set the lines it holds, each with the number of its last look-up.
class SlowTags {
 public:
  SlowTags(std::uint64_t sets, std::uint64_t ways) : ways_(ways), sets_(sets) {}

  /// Whether it is a hit. The line is there afterwards.
  bool look_up(std::uint64_t line);

 private:
  struct Held {
    std::uint64_t line, last;
  };
  std::uint64_t ways_;
  std::vector<std::vector<Held>> sets_;
  std::uint64_t lookups_ = 0;
};

/// A query in its NFP, with what was found out about it and each of its levels.
struct SlowWork {
  const SlowQuery* query = nullptr;
  std::vector<bool> reused;           ///< its corners are those of the query before
  std::vector<std::uint64_t> missed;  ///< lines
  std::uint64_t launch = 0;
  bool repeats = false;               ///< the direction of the query before
};

/// The tags of all lanes of an NFP, its port for lines and its fill buffer. Gates number over the run, as they arrive.
class SlowGridCache {
 public:
  explicit SlowGridCache(const SlowChipSetup& setup);

  /// The next gate's data are there: `count` queries from number `first` on.
  void gate_arrives(std::uint64_t first, std::uint64_t count) { gates_.push_back({.first = first, .count = count}); }
  /// One pass in each lane. `works` are the queries of the NFP by number; how many lines they missed is written there.
  void look_up(std::vector<SlowWork>& works);
  /// Whether a line is asked for at this edge; `accept` are the edges at which the NFP's queries were or will be accepted, as far as that is known.
  [[nodiscard]] bool fetch(std::uint64_t edge, const std::vector<std::uint64_t>& accept);
  /// Answers come in order of the fetches.
  void line_arrives();
  /// Whether the look-ups are done and all lines are there.
  [[nodiscard]] bool filled(std::size_t gate) const { return gate < looked_up_ && gates_[gate].arrived == gates_[gate].lines; }

 private:
  struct Gate {
    std::uint64_t first = 0, count = 0;
    std::uint64_t lines = 0, asked = 0, arrived = 0;  ///< missed ones
  };
  [[nodiscard]] bool look_up_pass(const Gate& gate, std::vector<SlowWork>& works);

  const SlowChipSetup& s_;
  std::vector<SlowTags> tags_;  ///< by lane, group by group
  std::vector<Gate> gates_;
  std::size_t looked_up_ = 0;   ///< gates whose look-ups are done
  std::size_t asked_ = 0;       ///< of these, those whose lines are all asked for
  std::size_t left_ = 0;        ///< and those that gave back their places in the fill buffer
  std::uint64_t pass_ = 0;      ///< the next of every lane in the gate at the tags
  std::uint64_t held_ = 0;      ///< places of the fill buffer
};

}  // namespace ngpcsim
