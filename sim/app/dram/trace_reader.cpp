#include "sim/app/dram/trace_reader.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "sim/config/text.h"

namespace ngpcsim::app {
namespace {

constexpr std::size_t kReadBlock = std::size_t{1} << 20;
constexpr std::size_t kLongestLine = 256;
constexpr std::string_view kForms = "lines `0xADDRESS READ|WRITE CYCLE`, `0xADDRESS R|W` or `LD|ST ADDRESS`, all alike";

/// The words of a line; more than three are too many whatever they are.
struct Words {
  std::array<std::string_view, 4> word;
  std::size_t count = 0;
};

Words split_words(std::string_view line) {
  Words words;
  std::size_t i = 0;
  while (words.count < words.word.size()) {
    while (i < line.size() && (line[i] == ' ' || line[i] == '\t')) ++i;
    if (i == line.size()) break;
    const std::size_t begin = i;
    while (i < line.size() && line[i] != ' ' && line[i] != '\t') ++i;
    words.word[words.count++] = line.substr(begin, i - begin);
  }
  return words;
}

bool equal_in_any_case(std::string_view word, std::string_view upper) {
  return word.size() == upper.size() &&
         std::equal(word.begin(), word.end(), upper.begin(), [](char a, char b) { return (a >= 'a' && a <= 'z' ? static_cast<char>(a - 'a' + 'A') : a) == b; });
}

std::optional<bool> is_write(std::string_view word, std::string_view read_name, std::string_view write_name) {
  if (equal_in_any_case(word, read_name)) return false;
  if (equal_in_any_case(word, write_name)) return true;
  return std::nullopt;
}

bool has_hex_prefix(std::string_view word) { return word.size() > 2 && word[0] == '0' && (word[1] == 'x' || word[1] == 'X'); }

std::optional<std::uint64_t> parse_hex(std::string_view word) {
  if (!has_hex_prefix(word) || word.size() > 18) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : word.substr(2)) {
    const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    if (digit < 0) return std::nullopt;
    value = value << 4 | static_cast<std::uint64_t>(digit);
  }
  return value;
}

std::optional<std::uint64_t> parse_decimal(std::string_view word) {
  if (word.empty() || word.size() > 18) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : word) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return value;
}

}  // namespace

std::string_view dialect_name(TraceDialect dialect) {
  return dialect == TraceDialect::kAddressFirst ? "dramsim3" : dialect == TraceDialect::kAddressOnly ? "ramulator1" : "ramulator";
}

TraceReader::TraceReader(std::filesystem::path file) : file_(std::move(file)), buffer_(2 * kReadBlock) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(file_, error);
  const std::string name = config::in_quotes(file_.string());
  if (!std::filesystem::exists(status)) throw InputError({.file = "TRACE"}, fmt::format("there is no file {}", name), "a trace of memory requests");
  if (std::filesystem::is_directory(status)) throw InputError({.file = "TRACE"}, fmt::format("{} is a folder", name), "a trace of memory requests");
  in_.open(file_, std::ios::binary);
  if (!in_) throw InputError({.file = "TRACE"}, fmt::format("cannot read {}: {}", name, std::strerror(errno)), "a readable file");
  const auto size = std::filesystem::file_size(file_, error);
  bytes_ = error ? 0 : size;
}

std::optional<std::string_view> TraceReader::next_line() {
  while (true) {
    const char* const from = buffer_.data() + begin_;
    const auto* const stop = static_cast<const char*>(std::memchr(from, '\n', end_ - begin_));
    if (stop != nullptr) {
      begin_ = static_cast<std::size_t>(stop - buffer_.data()) + 1;
      ++line_;
      const std::string_view line(from, static_cast<std::size_t>(stop - from));
      if (line.size() > kLongestLine) reject(line.substr(0, 16), "begins a line that is too long");
      return line;
    }
    if (end_ - begin_ > kLongestLine) {
      ++line_;
      reject(std::string_view(from, 16), "begins a line that is too long");
    }
    std::memmove(buffer_.data(), from, end_ - begin_);
    bytes_before_ += begin_;
    end_ -= begin_;
    begin_ = 0;
    in_.read(buffer_.data() + end_, static_cast<std::streamsize>(kReadBlock));
    if (in_.bad()) throw InputError({.file = "TRACE"}, fmt::format("reading {} failed", config::in_quotes(file_.string())), "a readable file");
    const auto got = static_cast<std::size_t>(in_.gcount());
    if (got == 0 && end_ == 0) return std::nullopt;
    end_ += got;
    if (got == 0) {  // a last line without its end
      begin_ = end_;
      ++line_;
      return std::string_view(buffer_.data(), end_);
    }
  }
}

std::optional<TraceRequest> TraceReader::next() {
  while (const auto line = next_line()) {
    std::string_view text = *line;
    if (text.ends_with('\r')) text.remove_suffix(1);
    const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
    if (begin == text.size() || text[begin] == '#') continue;
    return parse(text);
  }
  return std::nullopt;
}

void TraceReader::recognise(std::string_view first, std::size_t words, std::string_view line) {
  if (words == 3 && has_hex_prefix(first)) dialect_ = TraceDialect::kAddressFirst;
  else if (words == 2 && has_hex_prefix(first)) dialect_ = TraceDialect::kAddressOnly;
  else if (words == 2 && is_write(first, "LD", "ST")) dialect_ = TraceDialect::kKindFirst;
  else reject(line, "is no memory request");
}

TraceRequest TraceReader::parse(std::string_view line) {
  const Words words = split_words(line);
  if (!dialect_) recognise(words.word[0], words.count, line);
  const bool kind_first = *dialect_ == TraceDialect::kKindFirst;
  if (words.count != (*dialect_ == TraceDialect::kAddressFirst ? 3 : 2)) reject(line, "is no line like the first");

  const std::string_view kind = words.word[kind_first ? 0 : 1], address = words.word[kind_first ? 1 : 0];
  auto write = kind_first ? is_write(kind, "LD", "ST") : is_write(kind, "READ", "WRITE");
  if (!write && !kind_first) write = is_write(kind, "R", "W");
  if (!write) reject(line, kind_first ? "begins with neither LD nor ST" : "says neither READ nor WRITE");
  const auto number = kind_first && !has_hex_prefix(address) ? parse_decimal(address) : parse_hex(address);
  if (!number) reject(line, kind_first ? "has no address" : "has no address that begins with 0x");
  TraceRequest request{.write = *write, .address = *number, .cycle = 0, .line = line_};
  if (*dialect_ != TraceDialect::kAddressFirst) return request;

  const auto cycle = parse_decimal(words.word[2]);
  if (!cycle) reject(line, "has no cycle");
  if (*cycle < last_cycle_) throw InputError(at(line_), fmt::format("cycle {} comes after cycle {}", *cycle, last_cycle_), "cycles that do not fall");
  request.cycle = last_cycle_ = *cycle;
  return request;
}

void TraceReader::reject(std::string_view line, std::string_view what) const {
  throw InputError(at(line_), fmt::format("{} {}", config::in_quotes(line), what), std::string(kForms));
}

}  // namespace ngpcsim::app
