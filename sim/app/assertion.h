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

/// Throws InputError unless `expression` is a comparison. Whether its keys exist is known once there is a result.
void require_comparison(std::string_view expression);

/// Evaluates `SIDE OP SIDE`, OP one of < <= > >= == !=, SIDE a dotted key of result.json or a number. A key whose value is null, or is no
/// number, true or false (1 and 0), makes it fail whatever the operator. Throws InputError for other texts and unknown keys.
[[nodiscard]] AssertionResult evaluate_assertion(std::string_view expression, const Json& result);

}  // namespace ngpcsim::app
