#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace ngpcsim::models::dram {

/// One line of the command trace (docs/dram.md, section 7); what a command does not have is empty.
struct CommandRecord {
  std::uint64_t cycle = 0;
  std::uint32_t channel = 0, pseudo_channel = 0, rank = 0;
  std::optional<std::uint32_t> bank_group, bank;
  std::string_view command;
  std::optional<std::uint32_t> row, column;
  std::optional<std::uint64_t> request;
};

using CommandObserver = std::function<void(const CommandRecord&)>;

/// The two lines that are no commands.
inline constexpr std::string_view kForward = "FORWARD", kMerge = "MERGE";

}  // namespace ngpcsim::models::dram
