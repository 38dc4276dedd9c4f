#include "sim/app/gemm/gemm_command.h"

#include <chrono>

#include <fmt/format.h>

#include "sim/app/assertion.h"
#include "sim/app/display_text.h"
#include "sim/app/gemm/gemm_result.h"
#include "sim/app/gemm/gemm_summary.h"
#include "sim/app/gemm/gemm_values_json.h"
#include "sim/app/interrupt.h"
#include "sim/app/output_folder.h"
#include "sim/app/progress.h"
#include "sim/app/request_exports.h"
#include "sim/app/run_report.h"
#include "sim/config/resolved.h"

namespace ngpcsim::app {
namespace {

struct GemmSimulation {
  models::GemmRunRecord record;
  double wall_s = 0.0;
};

GemmSimulation simulate(const GemmConfig& config, const GemmInputs& inputs, const RunOptions& options, ProgressMeter meter, RequestExports& exports) {
  models::GemmSetup setup = gemm_setup(config, options.seed);
  models::check_gemm_setup(setup, inputs.list);
  exports.watch(setup.dram, setup.chip.memory);
  const InterruptGuard interrupt;
  const models::GemmHooks hooks{.progress = [&](const models::GemmProgress& progress) {
                                  meter.update([&progress](double seconds) { return gemm_progress_line(progress, seconds); });
                                  return !interrupt.requested();
                                },
                                .request = exports.observer()};
  const auto start = std::chrono::steady_clock::now();
  GemmSimulation simulation{models::run_gemm_chip(setup, inputs.list, hooks), 0.0};
  simulation.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  meter.finish();
  return simulation;
}

/// What depends on the machine that simulated.
Json host_json(const GemmSimulation& simulation) {
  const auto cycles = static_cast<double>(simulation.record.ngpc_cycles);
  return {{"wall_s", simulation.wall_s}, {"simulated_cycles_per_s", simulation.wall_s > 0.0 ? Json(cycles / simulation.wall_s) : Json(nullptr)}};
}

std::string host_line(const GemmSimulation& simulation) { return fmt::format("  simulated   {:.2f} s on this machine\n", simulation.wall_s); }

}  // namespace

ExitCode run_gemm_command(const RunOptions& options, const ConfigStore& store, const Console& console) {
  for (const std::string& expression : options.assertions) require_comparison(expression);
  if (!options.image.empty()) throw InputError({.file = "--image"}, "a list of multiplications has no pixels", "a workload of application nerf, nsdf, gia or nvr");
  const GemmConfig config = load_gemm_config(options, store);
  const GemmInputs inputs = open_gemm_inputs(config, store);
  if (!options.out.empty()) require_writable(options.out);
  RequestExports exports(options);
  const GemmSimulation simulation = simulate(config, inputs, options, ProgressMeter(console.err, console.err_is_terminal && !options.quiet), exports);
  const Json result = gemm_result({.config = config, .record = simulation.record, .seed = options.seed, .warnings = inputs.warnings});
  if (options.told && !simulation.record.interrupted) options.told(result);
  const std::optional<Json> values = options.functional ? std::optional(gemm_values_json(config, simulation.record)) : std::nullopt;
  const std::string summary = gemm_summary(result) + (values ? gemm_values_line(*values) : "") + host_line(simulation);
  if (!options.out.empty()) {
    std::vector<OutputFile> files{{"result.json", pretty(result)},
                                  {"config.xml", display_text(config::resolved_xml(config.roots.all()), store)},
                                  {"stats.json", pretty(gemm_stats(simulation.record))},
                                  {"host.json", pretty(host_json(simulation))},
                                  {"summary.txt", summary}};
    if (values) files.push_back({"values.json", pretty(*values)});
    if (asks_for(options, kExportScalesim)) files.push_back({"COMPUTE_REPORT.csv", scalesim_report(result)});
    write_output(options.out, files);
    exports.finish();
  }
  if (options.print.empty() && !options.quiet) console.out << summary;
  console.out << printed_keys(options.print, result) << std::flush;
  const ExitCode assertions = report_assertions(options, result, console.err);
  if (!simulation.record.interrupted) return assertions;
  console.err << "ngpcsim: interrupted; partial results" << (options.out.empty() ? "" : " were written to " + options.out) << '\n';
  return ExitCode::kInterrupted;
}

}  // namespace ngpcsim::app
