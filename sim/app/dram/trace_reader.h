#pragma once
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/error.h"

namespace ngpcsim::app {

/// How the lines of a trace are written (docs/dram.md, section 10).
enum class TraceDialect { kAddressFirst, kAddressOnly, kKindFirst };
[[nodiscard]] std::string_view dialect_name(TraceDialect dialect);

struct TraceRequest {
  bool write = false;
  std::uint64_t address = 0;
  std::uint64_t cycle = 0;  ///< 0 in dialects without
  std::uint64_t line = 0;
};

/// Reads a trace of memory requests, a block of the file at a time. The first line that is neither empty nor a comment decides the dialect; every other line
/// must be written like it.
class TraceReader {
 public:
  /// Throws InputError where the file cannot be read.
  explicit TraceReader(std::filesystem::path file);

  /// The next request; none at the end of the file. Throws InputError with the line for whatever is no request, and for a cycle before that of the line above.
  [[nodiscard]] std::optional<TraceRequest> next();

  /// Known once there was a request.
  [[nodiscard]] std::optional<TraceDialect> dialect() const { return dialect_; }
  [[nodiscard]] std::uint64_t bytes_read() const { return bytes_before_ + begin_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] InputLocation at(std::uint64_t line) const { return {file_.string(), static_cast<int>(line)}; }

 private:
  [[nodiscard]] std::optional<std::string_view> next_line();
  [[nodiscard]] TraceRequest parse(std::string_view line);
  void recognise(std::string_view first, std::size_t words, std::string_view line);
  [[noreturn]] void reject(std::string_view line, std::string_view what) const;

  std::filesystem::path file_;
  std::ifstream in_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;
  std::uint64_t bytes_ = 0, bytes_before_ = 0, line_ = 0, last_cycle_ = 0;
  std::optional<TraceDialect> dialect_;
};

}  // namespace ngpcsim::app
