#include "sim/app/dram/dram_command.h"

#include <chrono>
#include <optional>

#include <fmt/format.h>

#include "models/dram/device_file.h"
#include "sim/app/assertion.h"
#include "sim/app/display_text.h"
#include "sim/app/dram/command_writer.h"
#include "sim/app/dram/dram_result.h"
#include "sim/app/dram/dram_run.h"
#include "sim/app/interrupt.h"
#include "sim/app/output_folder.h"
#include "sim/app/progress.h"
#include "sim/app/run_report.h"
#include "sim/config/resolved.h"

namespace ngpcsim::app {
namespace {

std::vector<config::Assignment> assignments(const std::vector<std::string>& texts) {
  std::vector<config::Assignment> sets;
  for (const std::string& text : texts) {
    sets.push_back(config::parse_assignment(text, {.file = "--set"}));
    if (!sets.back().path.starts_with("dram."))
      throw InputError({.file = "--set"}, fmt::format("{} belongs to no file of the run", text), "paths that start with dram.");
  }
  return sets;
}

std::string progress_text(const DramProgress& progress, double seconds) {
  const double requests = static_cast<double>(progress.requests);
  std::string line = fmt::format("{:.0f} %  {:.1f} M requests", progress.done * 100.0, requests / 1e6);
  if (seconds <= 0.0 || progress.done <= 0.0) return line;
  const auto left = static_cast<long>(seconds * (1.0 - progress.done) / progress.done + 0.5);
  return line + fmt::format("  {:.2f} M requests/s  {}:{:02} left", requests / seconds / 1e6, left / 60, left % 60);
}

struct DramSimulation {
  DramRunRecord record;
  double wall_s = 0.0;
};

DramSimulation simulate(const models::dram::Device& device, TraceReader& trace, const DramOptions& options, ProgressMeter meter,
                    std::optional<CommandWriter>& commands) {
  const InterruptGuard interrupt;
  DramRunOptions run{.request_bytes = options.request_bytes, .commands = {}, .progress = [&](const DramProgress& progress) {
                       meter.update([&progress](double seconds) { return progress_text(progress, seconds); });
                       return !interrupt.requested();
                     }};
  if (commands) run.commands = [&commands](const models::dram::CommandRecord& record) { commands->add(record); };
  const auto start = std::chrono::steady_clock::now();
  DramSimulation simulation{run_trace(device, trace, run), 0.0};
  simulation.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  meter.finish();
  return simulation;
}

std::string host_line(const DramSimulation& s) {
  return fmt::format("\n  simulated   {:.2f} s on this machine, {:.2f} M requests/s\n", s.wall_s,
                     s.wall_s > 0.0 ? static_cast<double>(s.record.requests()) / s.wall_s / 1e6 : 0.0);
}

Json host_json(const DramSimulation& s) {
  return {{"wall_s", s.wall_s}, {"requests_per_s", s.wall_s > 0.0 ? Json(static_cast<double>(s.record.requests()) / s.wall_s) : Json(nullptr)}};
}

}  // namespace

ExitCode dram_command(const DramOptions& options, const ConfigStore& store, const Console& console) {
  for (const std::string& expression : options.assertions) require_comparison(expression);
  const std::filesystem::path file_path = store.find(ConfigKind::kDram, options.device, {.file = "--config"});
  const models::dram::DeviceFile file = models::dram::load_device(file_path.string(), assignments(options.set), {.file = "--set"});
  const models::dram::Device device(file.params, [&file](std::string_view path) { return file.where(path); });
  TraceReader trace(options.trace);
  if (!options.out.empty()) require_writable(options.out);
  std::optional<CommandWriter> commands;
  if (!options.commands.empty()) commands.emplace(options.commands, "--commands");

  const DramSimulation simulation = simulate(device, trace, options, ProgressMeter(console.err, console.err_is_terminal && !options.quiet), commands);
  if (commands) commands->finish();
  const Json result = dram_result({.file = file,
                                   .device = device,
                                   .record = simulation.record,
                                   .trace = options.trace,
                                   .dialect = *trace.dialect(),
                                   .request_bytes = options.request_bytes});
  const std::string summary = dram_summary(result) + host_line(simulation);
  if (!options.out.empty())
    write_output(options.out, {{"result.json", pretty(result)},
                               {"config.xml", display_text(config::resolved_xml(file.root), store)},
                               {"host.json", pretty(host_json(simulation))},
                               {"summary.txt", summary}});
  if (options.print.empty() && !options.quiet) console.out << summary;
  console.out << printed_keys(options.print, result) << std::flush;
  RunOptions assertions;
  assertions.assertions = options.assertions;
  const ExitCode asserted = report_assertions(assertions, result, console.err);
  if (!simulation.record.interrupted) return asserted;
  console.err << "ngpcsim: interrupted; the result is that of the requests so far\n";
  return ExitCode::kInterrupted;
}

}  // namespace ngpcsim::app
