#include "sim/app/figures/figures_command.h"

#include <filesystem>

#include <fmt/format.h>

#include "sim/app/figures/run_figures.h"
#include "sim/app/figures/sweep_figures.h"
#include "sim/app/output_folder.h"
#include "sim/app/read_result.h"
#include "sim/base/error.h"

namespace ngpcsim::app {

ExitCode figures_command(const FiguresOptions& options, const Console& console) {
  require_writable(options.out);
  std::vector<NamedResult> runs;
  std::vector<OutputFile> files;
  for (const std::string& input : options.inputs) {
    if (is_sweep_database(input)) {
      for (OutputFile& file : sweep_figures(read_sweep(input))) files.push_back(std::move(file));
    } else {
      runs.push_back({input_name(input), read_result(input)});
    }
  }
  for (OutputFile& file : run_figures(runs)) files.push_back(std::move(file));
  if (files.empty()) throw InputError({"INPUT"}, "nothing in it can be drawn", "results of runs, or sweeps whose experiment has an <objective> and points that are done");
  write_output(options.out, files);
  for (const OutputFile& file : files)
    if (file.name.ends_with(".svg")) console.out << fmt::format("{}/{}\n", options.out, file.name);
  return ExitCode::kDone;
}

}  // namespace ngpcsim::app
