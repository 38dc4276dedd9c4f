#pragma once
#include <string>
#include <string_view>

#include "sim/app/json.h"

namespace ngpcsim::app {

/// What came of one `--assert`.
struct AssertionResult {
  bool holds = false;
  std::string text;  ///< the expression with the values of its keys, for people
};

/// Evaluates `SIDE OP SIDE`, OP one of < <= > >= == !=, SIDE a dotted key of result.json or a number. A key whose value is null, or is no
/// number, true or false (1 and 0), makes it fail whatever the operator. Throws InputError for other texts and unknown keys.
[[nodiscard]] AssertionResult evaluate_assertion(std::string_view expression, const Json& result);

}  // namespace ngpcsim::app
