#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "models/hierarchy/params.h"

namespace ngpcsim::models::hierarchy {

/// One way of one set. Sectors are bits; `mshr` is the line's, or kNoMshr.
struct alignas(32) Line {
  static constexpr std::uint32_t kNoMshr = ~std::uint32_t{0};
  static constexpr std::uint64_t kNobody = ~std::uint64_t{0};  ///< no line has that number

  std::uint64_t number = kNobody;  ///< address / line bytes
  std::uint64_t touched = 0;       ///< lru: counts touches of the cache
  std::uint32_t valid = 0, dirty = 0;
  std::uint32_t mshr = kNoMshr;
  bool present = false;
};

/// The lines of a slice and who goes next (docs/memory.md, 5). It decides nothing about when.
class CacheArray {
 public:
  using Way = std::uint32_t;  ///< way x sets + set: neighbours that came one after the other lie side by side

  /// `sets` is a power of two.
  CacheArray(std::uint32_t sets, std::uint32_t ways, Replacement replacement);

  [[nodiscard]] std::optional<Way> find(std::uint64_t number) const;
  /// The line will be looked for, soon or later: hints for the machine that simulates, the later one first.
  void expect(std::uint64_t number) const;
  void expect_later(std::uint64_t number) const;
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
  [[nodiscard]] std::uint8_t tag_of(std::uint64_t number) const { return static_cast<std::uint8_t>(number >> set_bits_); }
  /// Calls `run(way)` for the ways that may hold the line until it returns true; whether it did.
  template <class Run>
  bool until_found(std::uint64_t number, Run&& run) const;
  [[nodiscard]] Way at(std::uint32_t set, std::uint32_t in_set) const { return in_set * sets_ + set; }
  [[nodiscard]] bool candidate(Way way) const { return lines_[way].mshr == Line::kNoMshr; }
  [[nodiscard]] Way victim(std::uint32_t set);
  [[nodiscard]] Way least_recent(std::uint32_t set) const;
  [[nodiscard]] Way of_tree(std::uint32_t set) const;
  [[nodiscard]] Way of_intervals(std::uint32_t set);
  [[nodiscard]] Way drawn(std::uint32_t set);
  void turn_tree(Way way);

  static constexpr std::uint32_t kTagsPerWord = 8;

  std::uint32_t sets_, set_bits_, ways_, tag_words_;  ///< `tag_words_` of a set
  Replacement replacement_;

  std::vector<Line> lines_;
  std::vector<std::uint64_t> tags_;      // a byte of each line's number, eight a word: where a line may be, before anybody looks at lines
  std::uint64_t touches_ = 0;
  std::vector<std::uint64_t> tree_;      // plru: by set, node 1 is the root; a bit says that the victim is in the upper half
  std::vector<std::uint8_t> intervals_;  // srrip: by way
  std::uint32_t lfsr_ = 1;
};

}  // namespace ngpcsim::models::hierarchy
