#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ngpcsim::models::dram {

/// What a controller says to a DRAM. Those up to kRefBank address a bank, the others a rank (docs/dram.md, section 1).
enum class Command : std::uint8_t { kAct, kPre, kRd, kRdA, kWr, kWrA, kRefBank, kPreAll, kRef };

inline constexpr std::size_t kCommands = 9;
inline constexpr std::size_t kBankCommands = 7;
inline constexpr std::array<std::string_view, kCommands> kCommandNames{"ACT", "PRE", "RD", "RDA", "WR", "WRA", "REFPB", "PREA", "REF"};

[[nodiscard]] constexpr std::size_t index(Command command) { return static_cast<std::size_t>(command); }
[[nodiscard]] constexpr std::string_view name(Command command) { return kCommandNames[index(command)]; }
[[nodiscard]] constexpr bool is_read(Command c) { return c == Command::kRd || c == Command::kRdA; }
[[nodiscard]] constexpr bool is_write(Command c) { return c == Command::kWr || c == Command::kWrA; }
[[nodiscard]] constexpr bool is_column(Command c) { return is_read(c) || is_write(c); }
[[nodiscard]] constexpr bool addresses_rank(Command c) { return index(c) >= kBankCommands; }

/// Some of the commands.
class CommandSet {
 public:
  constexpr CommandSet() = default;
  [[nodiscard]] static constexpr CommandSet all() { return CommandSet((1u << kCommands) - 1); }
  [[nodiscard]] static constexpr CommandSet of_banks() { return CommandSet((1u << kBankCommands) - 1); }

  constexpr void add(Command c) { bits_ |= 1u << index(c); }
  constexpr void remove(Command c) { bits_ &= ~(1u << index(c)); }
  [[nodiscard]] constexpr bool has(Command c) const { return (bits_ >> index(c) & 1) != 0; }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr CommandSet operator&(CommandSet other) const { return CommandSet(bits_ & other.bits_); }
  friend constexpr bool operator==(CommandSet, CommandSet) = default;

 private:
  constexpr explicit CommandSet(std::uint32_t bits) : bits_(bits) {}
  std::uint32_t bits_ = 0;
};

}  // namespace ngpcsim::models::dram
