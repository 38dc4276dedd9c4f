#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/error.h"

namespace ngpcsim::workloads {

/// One row of a table of text.
struct CsvRow {
  int line = 0;
  std::vector<std::string> cells;  ///< without blanks at their ends; blank cells at the end of the row are left out
  bool closed = false;             ///< the row goes on with a separator after its last cell
  bool quoted = false;             ///< a cell stood in quotes
};

/// Rows of a text, cells separated by commas, or by tabs where the first row has tabs and no comma. Lines end with LF, CR LF or CR; the last need not
/// end. Cells may stand in double quotes (RFC 4180) within their line. Throws InputError at the line of: a line longer than 4096 bytes, a control
/// character, a quote that does not close, or text after one.
class CsvReader {
 public:
  /// `file` is only named in messages; both must outlive the reader.
  CsvReader(std::string_view text, const std::string& file) : rest_(text), file_(file) {}

  /// The next row with a cell that is not blank.
  [[nodiscard]] std::optional<CsvRow> next();

  [[nodiscard]] char separator() const { return separator_; }

 private:
  std::string_view take_line();
  [[nodiscard]] CsvRow split(std::string_view line) const;
  [[nodiscard]] std::string take_quoted(std::string_view& rest) const;
  [[nodiscard]] InputLocation here() const { return {file_, line_}; }

  std::string_view rest_;
  const std::string& file_;
  int line_ = 0;
  char separator_ = '\0';  ///< unknown before the first row
};

}  // namespace ngpcsim::workloads
