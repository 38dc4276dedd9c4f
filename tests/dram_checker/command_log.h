#pragma once
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/dram_checker/command.h"

namespace ngpcsim::dram_checker {

inline constexpr std::string_view kLogHeader = "cycle,channel,pseudo_channel,rank,bank_group,bank,command,row,column,request";

/// One line of the command trace. Throws BadInput without a place: LogReader knows it.
[[nodiscard]] Command parse_command(std::string_view text);

/// Reads a command trace line by line. Throws BadInput with file and line: no header, a field too few, a word for a number, a field that the command does
/// not have, a last line that was cut off.
class LogReader {
 public:
  explicit LogReader(const std::filesystem::path& path);

  [[nodiscard]] std::optional<Command> next();

 private:
  [[nodiscard]] std::optional<std::string_view> next_line();

  std::string name_;
  std::ifstream in_;
  std::string block_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 0;
};

}  // namespace ngpcsim::dram_checker
