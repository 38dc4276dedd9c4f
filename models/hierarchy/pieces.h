#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>

#include "models/common/messages.h"
#include "models/hierarchy/params.h"

namespace ngpcsim::models::hierarchy {

inline constexpr std::uint64_t kNever = ~std::uint64_t{0};

/// What goes back for a piece.
struct Answer {
  std::uint32_t request = 0;  ///< place of the request in the table of requests
  std::uint32_t source = 0;
  std::uint32_t bytes = 0;
  bool carries_data = false;
};

/// A part of a request that lies in one line (docs/memory.md, 1).
struct Piece {
  std::uint64_t address = 0;  ///< in its slice
  std::uint32_t bytes = 0;
  std::uint32_t request = 0;  ///< place of the request in the table of requests
  std::uint32_t source = 0;
  MemoryAccess access = MemoryAccess::kRead;
  std::uint64_t visible = 0;  ///< to its slice

  [[nodiscard]] bool carries_data_in() const { return access != MemoryAccess::kRead; }
  [[nodiscard]] Answer answer() const { return {request, source, bytes, access != MemoryAccess::kWrite}; }
};

/// A path of so many bytes an edge.
class Width {
 public:
  explicit Width(std::uint32_t bytes) : bytes_(bytes), shift_(std::has_single_bit(bytes) ? std::countr_zero(bytes) : -1) {}
  /// Edges that `bytes` need.
  [[nodiscard]] std::uint64_t edges(std::uint32_t bytes) const {
    const std::uint32_t up = bytes + bytes_ - 1;
    return shift_ >= 0 ? up >> shift_ : up / bytes_;
  }

 private:
  std::uint32_t bytes_;
  int shift_;  ///< of a power of two, else below 0
};

/// Which slice an address belongs to, and where in it.
class Interleave {
 public:
  explicit Interleave(const L2Params& params) : unit_(params.interleave_bytes), slices_(params.slices) {}

  [[nodiscard]] std::uint64_t unit() const { return unit_; }

  struct Place {
    std::uint32_t slice = 0;
    std::uint64_t local = 0;    ///< address in the slice
    std::uint64_t in_unit = 0;  ///< bytes before it that go to the slice in one turn
  };
  [[nodiscard]] Place place(std::uint64_t address) const {
    const std::uint64_t unit = address / unit_, in_unit = address % unit_, turn = unit / slices_;
    return {static_cast<std::uint32_t>(unit - turn * slices_), turn * unit_ + in_unit, in_unit};
  }
  /// Goes on by `bytes`, which end in the same unit.
  void advance(Place& place, std::uint64_t bytes) const {
    place.local += bytes;
    place.in_unit += bytes;
    if (place.in_unit < unit_) return;
    place.in_unit = 0;
    if (++place.slice < slices_) place.local -= unit_;
    else place.slice = 0;
  }

 private:
  std::uint64_t unit_, slices_;
};

/// Sectors of a line as bits.
class SectorMath {
 public:
  explicit SectorMath(const L2Params& params)
      : line_(params.line_bytes), sector_(params.sector_bytes), sector_shift_(static_cast<std::uint32_t>(std::countr_zero(params.sector_bytes))) {}

  [[nodiscard]] std::uint32_t touched(std::uint64_t address, std::uint32_t bytes) const {
    const std::uint64_t in_line = address & (line_ - 1);
    return bits(in_line >> sector_shift_, (in_line + bytes + sector_ - 1) >> sector_shift_);
  }
  [[nodiscard]] std::uint32_t covered(std::uint64_t address, std::uint32_t bytes) const {
    const std::uint64_t in_line = address & (line_ - 1);
    return bits((in_line + sector_ - 1) >> sector_shift_, (in_line + bytes) >> sector_shift_);
  }
  [[nodiscard]] std::uint32_t all() const { return bits(0, line_ >> sector_shift_); }
  /// Calls `run(first sector, sectors)` for each run of neighbouring ones, in order of address.
  template <class Run>
  static void for_each_run(std::uint32_t sectors, Run&& run) {
    for (std::uint32_t at = 0; at < 32 && sectors >> at != 0;) {
      at += static_cast<std::uint32_t>(__builtin_ctz(sectors >> at));
      const std::uint32_t rest = sectors >> at;
      const std::uint32_t length = rest == ~std::uint32_t{0} ? 32 : static_cast<std::uint32_t>(__builtin_ctz(~rest));
      run(at, length);
      at += length;
    }
  }

 private:
  [[nodiscard]] static std::uint32_t bits(std::uint64_t first, std::uint64_t end) {
    return end <= first ? 0 : static_cast<std::uint32_t>(((std::uint64_t{1} << end) - 1) & ~((std::uint64_t{1} << first) - 1));
  }
  std::uint64_t line_, sector_;  ///< powers of two
  std::uint32_t sector_shift_;
};

}  // namespace ngpcsim::models::hierarchy
