#pragma once
#include <algorithm>
#include <cstdint>

#include "models/common/messages.h"
#include "models/hierarchy/params.h"

namespace ngpcsim::models::hierarchy {

inline constexpr std::uint64_t kNever = ~std::uint64_t{0};

/// A part of a request that lies in one line (docs/memory.md, 1).
struct Piece {
  std::uint64_t address = 0;  ///< in its slice
  std::uint32_t bytes = 0;
  std::uint32_t request = 0;  ///< place of the request in the table of requests
  std::uint32_t source = 0;
  MemoryAccess access = MemoryAccess::kRead;
  std::uint64_t visible = 0;  ///< to its slice

  [[nodiscard]] bool carries_data_in() const { return access != MemoryAccess::kRead; }
  [[nodiscard]] bool carries_data_out() const { return access != MemoryAccess::kWrite; }
};

[[nodiscard]] constexpr std::uint64_t edges_for(std::uint32_t bytes, std::uint32_t width) { return (bytes + width - 1) / width; }

/// Which slice an address belongs to, and where in it.
class Interleave {
 public:
  explicit Interleave(const L2Params& params) : unit_(params.interleave_bytes), slices_(params.slices) {}
  [[nodiscard]] std::uint32_t slice(std::uint64_t address) const { return static_cast<std::uint32_t>(address / unit_ % slices_); }
  [[nodiscard]] std::uint64_t local(std::uint64_t address) const { return address / unit_ / slices_ * unit_ + address % unit_; }

 private:
  std::uint64_t unit_, slices_;
};

/// Sectors of a line as bits.
class SectorMath {
 public:
  explicit SectorMath(const L2Params& params) : line_(params.line_bytes), sector_(params.sector_bytes) {}

  [[nodiscard]] std::uint32_t touched(std::uint64_t address, std::uint32_t bytes) const {
    const std::uint64_t in_line = address % line_;
    return bits(in_line / sector_, (in_line + bytes + sector_ - 1) / sector_);
  }
  [[nodiscard]] std::uint32_t covered(std::uint64_t address, std::uint32_t bytes) const {
    const std::uint64_t in_line = address % line_;
    return bits((in_line + sector_ - 1) / sector_, (in_line + bytes) / sector_);
  }
  [[nodiscard]] std::uint32_t all() const { return bits(0, line_ / sector_); }
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
  std::uint64_t line_, sector_;
};

}  // namespace ngpcsim::models::hierarchy
