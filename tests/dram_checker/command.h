#pragma once
#include <bitset>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ngpcsim::dram_checker {

enum class Kind : std::uint8_t { kAct, kPre, kPrea, kRd, kWr, kRda, kWra, kRef, kRefpb, kForward, kMerge };
inline constexpr std::size_t kKinds = 11;
inline constexpr std::size_t kCommandKinds = 9;  ///< FORWARD and MERGE are lines of the trace, not commands

/// A set of kinds, one bit each.
using KindSet = std::bitset<kKinds>;

[[nodiscard]] constexpr std::size_t index_of(Kind kind) { return static_cast<std::size_t>(kind); }

[[nodiscard]] std::string_view name_of(Kind kind);
[[nodiscard]] std::optional<Kind> kind_named(std::string_view name);

[[nodiscard]] constexpr bool is_command(Kind kind) { return index_of(kind) < kCommandKinds; }
[[nodiscard]] constexpr bool is_read(Kind kind) { return kind == Kind::kRd || kind == Kind::kRda; }
[[nodiscard]] constexpr bool is_write(Kind kind) { return kind == Kind::kWr || kind == Kind::kWra; }
[[nodiscard]] constexpr bool is_column(Kind kind) { return is_read(kind) || is_write(kind); }
[[nodiscard]] constexpr bool is_refresh(Kind kind) { return kind == Kind::kRef || kind == Kind::kRefpb; }
[[nodiscard]] constexpr bool closes_itself(Kind kind) { return kind == Kind::kRda || kind == Kind::kWra; }
[[nodiscard]] constexpr bool addresses_rank(Kind kind) { return kind == Kind::kPrea || kind == Kind::kRef; }
[[nodiscard]] constexpr bool has_row(Kind kind) { return kind == Kind::kAct || is_column(kind) || !is_command(kind); }
[[nodiscard]] constexpr bool has_column(Kind kind) { return is_column(kind) || !is_command(kind); }

/// A line of the command trace: docs/dram.md, section 7. Fields that the kind does not have are 0.
struct Command {
  Kind kind = Kind::kAct;
  std::uint32_t channel = 0;
  std::uint32_t pseudo_channel = 0;
  std::uint32_t rank = 0;
  std::uint32_t bank_group = 0;
  std::uint32_t bank = 0;
  std::uint64_t row = 0;
  std::uint64_t column = 0;
  std::uint64_t cycle = 0;
  std::uint64_t line = 0;
  std::optional<std::uint64_t> request;
};

}  // namespace ngpcsim::dram_checker
