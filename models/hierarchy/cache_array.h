#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "models/hierarchy/params.h"

namespace ngpcsim::models::hierarchy {

/// One way of one set. Sectors are bits; `mshr` is the line's, or kNoMshr.
struct Line {
  static constexpr std::uint32_t kNoMshr = ~std::uint32_t{0};

  std::uint64_t number = 0;  ///< address / line bytes
  bool present = false;
  std::uint32_t valid = 0, dirty = 0;
  std::uint32_t mshr = kNoMshr;
};

/// The lines of a slice and who goes next (docs/memory.md, 5). It decides nothing about when.
class CacheArray {
 public:
  using Way = std::uint32_t;  ///< set x ways + way

  /// `sets` is a power of two.
  CacheArray(std::uint32_t sets, std::uint32_t ways, Replacement replacement);

  [[nodiscard]] std::optional<Way> find(std::uint64_t number) const;
  /// Whether some way of the line's set has no MSHR.
  [[nodiscard]] bool can_take(std::uint64_t number) const;
  /// Where the line will go: an invalid way or the victim. Policies with a memory of their choices take note, so it is asked once a line.
  [[nodiscard]] Way choose(std::uint64_t number);
  /// The way now holds that line, with nothing valid, and is touched.
  void take(Way way, std::uint64_t number);
  void touch(Way way);

  [[nodiscard]] Line& line(Way way) { return lines_[way]; }
  [[nodiscard]] const Line& line(Way way) const { return lines_[way]; }

 private:
  [[nodiscard]] std::uint32_t set_of(std::uint64_t number) const { return static_cast<std::uint32_t>(number) & (sets_ - 1); }
  [[nodiscard]] bool candidate(Way way) const { return lines_[way].mshr == Line::kNoMshr; }
  [[nodiscard]] Way victim(Way first);
  [[nodiscard]] Way least_recent(Way first) const;
  [[nodiscard]] Way of_tree(std::uint32_t set, Way first) const;
  [[nodiscard]] Way of_intervals(Way first);
  [[nodiscard]] Way drawn(Way first);
  void turn_tree(Way way);

  std::uint32_t sets_, ways_;
  Replacement replacement_;
  static constexpr std::uint64_t kNobody = ~std::uint64_t{0};  ///< no line has that number

  std::vector<Line> lines_;
  std::vector<std::uint64_t> tags_;      // the lines' numbers, by way, close together for who looks for one
  std::vector<std::uint64_t> touched_;   // lru: by way
  std::vector<std::uint64_t> tree_;      // plru: by set, node 1 is the root; a bit says that the victim is in the upper half
  std::vector<std::uint8_t> intervals_;  // srrip: by way
  std::uint64_t touches_ = 0;
  std::uint32_t lfsr_ = 1;
};

}  // namespace ngpcsim::models::hierarchy
