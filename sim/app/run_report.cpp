#include "sim/app/run_report.h"

#include <fmt/format.h>

#include "sim/app/assertion.h"
#include "sim/app/key_path.h"

namespace ngpcsim::app {

std::string pretty(const Json& json) { return json.dump(2) + "\n"; }

std::string printed_keys(const std::vector<std::string>& keys, const Json& result) {
  std::string text;
  for (const std::string& key : keys) text += fmt::format("{} {}\n", key, value_text(find_key(result, key, {.file = "--print"})));
  return text;
}

ExitCode report_assertions(const RunOptions& options, const Json& result, std::ostream& err) {
  ExitCode code = ExitCode::kDone;
  for (const std::string& expression : options.assertions) {
    const AssertionResult assertion = evaluate_assertion(expression, result);
    if (assertion.holds) continue;
    err << "ngpcsim: assertion failed: " << assertion.text << '\n';
    code = ExitCode::kFailed;
  }
  return code;
}

}  // namespace ngpcsim::app
