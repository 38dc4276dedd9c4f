#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/error.h"

namespace ngpcsim::app {

/// Comparisons joined by `and`: `LEFT OP RIGHT`, OP one of < <= > >= == !=. A side that names something has its value, any other is itself. Numbers compare as
/// numbers; texts only with == and !=. An `unless` condition holds where not all of its comparisons do.
class Condition {
 public:
  /// Throws InputError at `at` where the text is none.
  Condition(std::string_view text, bool unless, const InputLocation& at);

  /// `value_of` gives the text behind a name, or nothing. Throws InputError where texts are compared by size.
  [[nodiscard]] bool holds(const std::function<std::optional<std::string>(std::string_view)>& value_of) const;
  [[nodiscard]] const std::string& text() const { return text_; }
  /// Both sides of every comparison, as written.
  [[nodiscard]] std::vector<std::string> sides() const;

 private:
  struct Comparison {
    std::string left, op, right;
  };
  std::string text_;
  bool unless_;
  InputLocation at_;
  std::vector<Comparison> comparisons_;
};

}  // namespace ngpcsim::app
