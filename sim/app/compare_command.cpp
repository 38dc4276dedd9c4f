#include "sim/app/commands.h"
#include "sim/app/compare.h"
#include "sim/app/read_result.h"

namespace ngpcsim::app {
ExitCode compare_command(const CompareOptions& options, const Console& console) {
  const Json base = read_result(options.base);
  const Json now = read_result(options.now);
  const Comparison comparison = compare_results(base, now, options.tolerance_percent);
  console.out << comparison_text(comparison, base, now);
  return comparison.drifts.empty() ? ExitCode::kDone : ExitCode::kFailed;
}

}  // namespace ngpcsim::app
