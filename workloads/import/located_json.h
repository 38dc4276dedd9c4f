#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/error.h"

/// JSON that remembers where each value stands, so that a message about a value can name its line.
namespace ngpcsim::workloads {

/// One value of a JSON text. `line` counts from 1 and is the line on which the value starts (for objects and arrays, of the bracket).
struct JsonNode {
  enum class Kind { kNull, kFlag, kNumber, kText, kArray, kObject };

  Kind kind = Kind::kNull;
  int line = 0;
  bool flag = false;
  double number = 0.0;
  std::string text;
  std::vector<std::string> keys;  ///< of an object, in file order; as long as `items`
  std::vector<JsonNode> items;    ///< of an array or object

  /// The member `key` of an object, or null.
  [[nodiscard]] const JsonNode* find(std::string_view key) const;
};

/// Parses strict JSON (RFC 8259: no comments, no NaN, no trailing comma; a UTF-8 byte order mark is skipped). `file` is only named in messages.
/// Throws InputError with line, column and the path of the value (`frames[12].transform_matrix`) on a syntax error, a number outside the
/// range of a double, a repeated key, or nesting deeper than 64.
///
/// How lines are found: the parser reads through an iterator that counts them, and one character ahead at most (after a number). A value's
/// line is the line of the last character consumed that is not blank: a line end read ahead is blank, so it never counts.
[[nodiscard]] JsonNode parse_located_json(std::string_view text, const std::string& file);

/// Reads `file` whole and parses it. Throws InputError also where the file is missing, is no regular file, or is larger than 256 MiB.
[[nodiscard]] JsonNode read_located_json(const std::filesystem::path& file);

}  // namespace ngpcsim::workloads
