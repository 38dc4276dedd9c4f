#include "tests/dram_checker/command_log.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "tests/dram_checker/bad_input.h"

namespace ngpcsim::dram_checker {
namespace {

enum Field : std::size_t { kCycle, kChannel, kPseudoChannel, kRank, kBankGroup, kBank, kCommand, kRow, kColumn, kRequest, kFields };

constexpr std::array<std::string_view, kFields> kFieldNames{"cycle", "channel", "pseudo_channel", "rank", "bank_group",
                                                              "bank",  "command", "row",            "column", "request"};
constexpr std::size_t kBlockBytes = 1 << 20;

using Fields = std::array<std::string_view, kFields>;

Fields split(std::string_view text) {
  Fields fields;
  std::size_t count = 0;
  for (std::size_t start = 0;; ++count) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    if (count < kFields) fields[count] = text.substr(start, end - start);
    if (end == text.size()) break;
    start = end + 1;
  }
  if (++count != kFields) throw BadInput(fmt::format("{} fields, not {}", count, static_cast<std::size_t>(kFields)));
  return fields;
}

template <typename Number>
Number number(const Fields& fields, Field field) {
  const std::string_view text = fields[field];
  Number value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) throw BadInput(fmt::format("{} = '{}' is no number", kFieldNames[field], text));
  return value;
}

template <typename Number>
void read_field(Number& value, const Fields& fields, Field field, Kind kind, bool present) {
  if (present) value = number<Number>(fields, field);
  else if (!fields[field].empty()) throw BadInput(fmt::format("{} = '{}': {} has none", kFieldNames[field], fields[field], name_of(kind)));
}

}  // namespace

Command parse_command(std::string_view text) {
  const Fields fields = split(text);
  const std::optional<Kind> kind = kind_named(fields[kCommand]);
  if (!kind) throw BadInput(fmt::format("'{}' is no command", fields[kCommand]));
  Command command;
  command.kind = *kind;
  command.cycle = number<std::uint64_t>(fields, kCycle);
  command.channel = number<std::uint32_t>(fields, kChannel);
  command.pseudo_channel = number<std::uint32_t>(fields, kPseudoChannel);
  command.rank = number<std::uint32_t>(fields, kRank);
  read_field(command.bank_group, fields, kBankGroup, *kind, !addresses_rank(*kind));
  read_field(command.bank, fields, kBank, *kind, !addresses_rank(*kind));
  read_field(command.row, fields, kRow, *kind, has_row(*kind));
  read_field(command.column, fields, kColumn, *kind, has_column(*kind));
  // A PRE is for a burst, for a refresh or by timeout; all else is for a burst or never.
  const bool for_burst = has_row(*kind) || (*kind == Kind::kPre && !fields[kRequest].empty());
  std::uint64_t request = 0;
  read_field(request, fields, kRequest, *kind, for_burst);
  if (for_burst) command.request = request;
  return command;
}

LogReader::LogReader(const std::filesystem::path& path) : name_(path.string()), in_(path, std::ios::binary) {
  if (!in_) throw BadInput(fmt::format("{}: cannot be read", name_));
  const auto header = next_line();
  if (header != kLogHeader) throw BadInput(fmt::format("{}:1: the header is not '{}'", name_, kLogHeader));
}

std::optional<Command> LogReader::next() {
  const auto text = next_line();
  if (!text) return std::nullopt;
  try {
    Command command = parse_command(*text);
    command.line = line_;
    return command;
  } catch (const BadInput& error) {
    throw BadInput(fmt::format("{}:{}: {}", name_, line_, error.what()));
  }
}

std::optional<std::string_view> LogReader::next_line() {
  std::size_t end = block_.find('\n', at_);
  if (end == std::string::npos) {
    block_.erase(0, at_);
    at_ = 0;
    const std::size_t kept = block_.size();
    block_.resize(kept + kBlockBytes);
    in_.read(block_.data() + kept, kBlockBytes);
    block_.resize(kept + static_cast<std::size_t>(in_.gcount()));
    if (in_.bad()) throw BadInput(fmt::format("{}: reading failed", name_));
    end = block_.find('\n');
    if (end == std::string::npos && block_.empty()) return std::nullopt;
    if (end == std::string::npos) throw BadInput(fmt::format("{}:{}: the line has no end", name_, line_ + 1));
  }
  const std::string_view text(block_.data() + at_, end - at_);
  at_ = end + 1;
  ++line_;
  return text;
}

}  // namespace ngpcsim::dram_checker
