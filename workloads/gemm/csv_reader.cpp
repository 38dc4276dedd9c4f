#include "workloads/gemm/csv_reader.h"

#include <algorithm>

#include "workloads/gemm/clean_name.h"

namespace ngpcsim::workloads {
namespace {

/// Lists have a dozen short cells a row; whatever is longer is no list, and need not be looked at.
constexpr std::size_t kMaxLineBytes = 4096;

}  // namespace

std::string_view CsvReader::take_line() {
  ++line_;
  const std::size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
  const std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(rest_.substr(end).starts_with("\r\n") ? end + 2 : std::min(end + 1, rest_.size()));

  if (line.size() > kMaxLineBytes)
    throw InputError(here(), fmt::format("a line of {} bytes", line.size()), fmt::format("at most {} bytes a line", kMaxLineBytes));
  const auto control = std::find_if(line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\t'; });
  if (control != line.end())
    throw InputError(here(), fmt::format("the byte 0x{:02X} in column {}", static_cast<unsigned>(*control), control - line.begin() + 1), "a text file");
  return line;
}

std::string CsvReader::take_quoted(std::string_view& rest) const {
  std::string cell;
  rest.remove_prefix(1);
  for (;;) {
    const std::size_t quote = rest.find('"');
    if (quote == std::string_view::npos) throw InputError(here(), "a quoted cell has no end in its line", "cells without quotes, or a closing quote");
    cell += rest.substr(0, quote);
    rest.remove_prefix(quote + 1);
    if (!rest.starts_with('"')) break;
    cell += '"';
    rest.remove_prefix(1);
  }
  const std::size_t end = std::min(rest.find(separator_), rest.size());
  if (!trim_blanks(rest.substr(0, end)).empty()) throw InputError(here(), "text after a quoted cell", "the next separator");
  rest.remove_prefix(end);
  return cell;
}

CsvRow CsvReader::split(std::string_view line) const {
  CsvRow row{line_, {}, false, false};
  for (std::string_view rest = line;;) {
    const std::size_t end = std::min(rest.find(separator_), rest.size());
    const std::string_view cell = trim_blanks(rest.substr(0, end));
    if (cell.starts_with('"')) {
      row.quoted = true;
      rest.remove_prefix(rest.find('"'));
      row.cells.emplace_back(trim_blanks(take_quoted(rest)));
    } else {
      row.cells.emplace_back(cell);
      rest.remove_prefix(end);
    }
    if (rest.empty()) break;
    rest.remove_prefix(1);
  }
  while (!row.cells.empty() && row.cells.back().empty()) {
    row.cells.pop_back();
    row.closed = true;
  }
  return row;
}

std::optional<CsvRow> CsvReader::next() {
  while (!rest_.empty()) {
    const std::string_view line = take_line();
    if (trim_blanks(line).empty()) continue;
    if (separator_ == '\0') separator_ = line.find(',') == std::string_view::npos && line.find('\t') != std::string_view::npos ? '\t' : ',';
    CsvRow row = split(line);
    if (!row.cells.empty()) return row;
  }
  return std::nullopt;
}

}  // namespace ngpcsim::workloads
