#include "sim/app/cli.h"

#include <algorithm>

#include <CLI/CLI.hpp>

#include "sim/app/commands.h"
#include "sim/app/display_text.h"
#include "sim/app/dram/dram_command.h"
#include "sim/app/figures/figures_command.h"
#include "sim/app/front/front_command.h"
#include "sim/app/report/report_command.h"
#include "sim/app/request_exports.h"
#include "sim/app/result/run_result.h"
#include "sim/app/study/reproduce_command.h"
#include "sim/app/sweep/sweep_command.h"
#include "sim/config/suggest.h"
#include "sim/config/text.h"

namespace ngpcsim::app {
namespace {

constexpr const char* kRunExamples =
    "Examples:\n"
    "  ngpcsim run ngpc-8 nerf-demo\n"
    "  ngpcsim run ngpc-64 nerf-lego --set workload.camera=0-9 --out out/lego\n"
    "  ngpcsim run ngpc-8 nerf-demo --set chip.nfp.encoding_engine.grid_sram.banks=4 --print fps,power_w\n"
    "  ngpcsim run ngpc-1-small nerf-demo --set chip.nfp.implementation=rtl --waves nfp.fst --waves-from 5000\n"
    "  ngpcsim run ngpc-8 nerf-demo-trained --image pavilion.png --set chip.nfp.encoding_engine.feature_type=fp16\n"
    "  ngpcsim run ngpc-8 gemm-demo --set chip.nfp.mlp_engine.dataflow=systolic_ws --out out/gemm --export scalesim\n"
    "  ngpcsim run ngpc-8 nerf-demo --assert 'fps > 30' --assert 'blocks.mlp_engine.stalls.weights == 0'\n"
    "Exit codes: 0 done, 1 an assertion failed, 2 bad input, 3 the model broke an invariant, 130 interrupted.";
constexpr const char* kListExamples = "Examples:\n  ngpcsim list chips\n  ngpcsim list workloads";
constexpr const char* kDramExamples =
    "Examples:\n"
    "  ngpcsim dram requests.trace --config ddr4-2400\n"
    "  ngpcsim dram requests.trace --config gddr6x --set dram.controller.row_policy=closed --out out/dram\n"
    "  ngpcsim dram requests.trace --config hbm3 --commands commands.csv --print bandwidth_gb_s,energy.pj_per_bit\n"
    "A trace has lines `0xADDRESS READ|WRITE CYCLE` (as DRAMsim3), `0xADDRESS R|W`, or `LD|ST ADDRESS` (as Ramulator).\n"
    "Exit codes: 0 done, 1 an assertion failed, 2 bad input, 3 the model broke an invariant, 130 interrupted.";
constexpr const char* kDescribeExamples = "Examples:\n  ngpcsim describe mlp_engine\n  ngpcsim describe chip.nfp.encoding_engine\n  ngpcsim describe";
constexpr const char* kRecordExamples =
    "Examples:\n  ngpcsim record nerf-lego -o lego.trace\n  ngpcsim record nerf-lego --set workload.camera=0-9 -o lego.trace && ngpcsim run ngpc-64 lego.trace\n"
    "Exit codes: 0 done, 2 bad input, 130 interrupted.";
constexpr const char* kReproduceExamples =
    "Examples:\n  ngpcsim reproduce ngpc-isca23 --out out/ngpc-isca23\n  ngpcsim reproduce ngpc-isca23 --set chip.nfp.encoding_engine.grid_sram.banks=4\n"
    "Exit codes: 0 done, 2 bad input, 3 the model broke an invariant, 130 interrupted.";
constexpr const char* kSweepExamples =
    "Examples:\n  ngpcsim sweep banks --out out/banks.sqlite\n  ngpcsim sweep banks --out out/banks.sqlite --resume\n  ngpcsim sweep banks --dry-run\n"
    "  ngpcsim sweep banks --adaptive 20 --out out/quick.sqlite && ngpcsim front out/quick.sqlite\n"
    "  ngpcsim sweep banks --launcher slurm --chunk 20 --slurm-arguments '--partition=long --mem=4G'\n"
    "In Python: pandas.read_sql('SELECT * FROM sweep', sqlite3.connect('out/banks.sqlite')). Experiments and columns: docs/sweeps.md.\n"
    "Exit codes: 0 done, 1 a point failed, 2 bad input, 130 interrupted (what had finished is kept).";
constexpr const char* kFrontExamples =
    "Examples:\n  ngpcsim front out/banks.sqlite\n  ngpcsim front out/banks.sqlite --objective fps:most --objective power.ngpc_w:least --where 'area_mm2 < 60'\n"
    "  ngpcsim front out/quick.sqlite --against out/banks.sqlite";
constexpr const char* kReportExamples = "Examples:\n  ngpcsim report out/lego\n  ngpcsim report out/base out/new out/banks.sqlite --out report.html";
constexpr const char* kFiguresExamples = "Examples:\n  ngpcsim figures out/lego out/banks.sqlite --out figures";
constexpr const char* kInfoExamples = "Examples:\n  ngpcsim info lego.trace\n  ngpcsim info lego.trace --verify\n  ngpcsim info positions.npy";
constexpr const char* kCompareExamples =
    "Examples:\n  ngpcsim compare out/base out/new\n  ngpcsim compare base/result.json new/result.json --tolerance 0.5\n"
    "  ngpcsim compare golden out --allow 'power*=2%' --allow 'gpu.*=ignore' --junit compare.xml\n"
    "Exit codes: 0 no drift, 1 something drifted, 2 a file cannot be read.";

/// Everything that the command line can say.
struct CommandLine {
  RunOptions run;
  std::string list_kind;
  std::string describe_prefix;
  DramOptions dram;
  CompareOptions compare;
  RecordOptions record;
  ReproduceOptions reproduce;
  SweepOptions sweep;
  FrontOptions front;
  ReportOptions report;
  FiguresOptions figures;
  std::string info_file;
  bool info_verify = false;
};

void add_waves(CLI::App& run, rtl::Waves& waves) {
  CLI::Option* file = run.add_option("--waves", waves.file, "Write waveforms of RTL blocks, FST for GTKWave: the first block's to this file, others' beside it");
  run.add_option("--waves-from", waves.first_edge, "First edge of the NGPC clock that they show")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str()
      ->needs(file);
  run.add_option("--waves-cycles", waves.edges, "Edges that they show")->check(CLI::Range(1, 100000000))->capture_default_str()->needs(file);
}

CLI::App* add_run(CLI::App& app, RunOptions& o) {
  CLI::App* run = app.add_subcommand("run", "Simulate a workload on a chip and report times, power, area and stalls");
  run->add_option("CHIP", o.chip, "Chip: a name of `ngpcsim list chips`, or a path")->required();
  run->add_option("WORKLOAD", o.workload, "Workload: a name of `ngpcsim list workloads`, or a path")->required();
  run->add_option("--gpu", o.gpu, "GPU beside the NGPC: a name of `ngpcsim list gpus`, or a path")->capture_default_str();
  run->add_option("--set", o.set, "Set one parameter: PATH=VALUE, PATH as `ngpcsim describe` lists it; repeatable, the last one wins")->allow_extra_args(false);
  run->add_option("--out", o.out, "Folder for result.json, config.xml, stats.json, host.json and summary.txt");
  run->add_option("--frames", o.frames, "Simulate N frames: the first N of the chosen cameras, again from the first when N is larger")->check(CLI::Range(1, 1000000));
  run->add_option("--seed", o.seed, "Seed of the order in which blocks are constructed; no figure depends on it")->check(CLI::NonNegativeNumber)->capture_default_str();
  run->add_option("--print", o.print, "Print `key value` lines for these keys of result.json instead of the summary")->delimiter(',')->allow_extra_args(false);
  run->add_option("--assert", o.assertions, "Fail unless KEY OP NUMBER holds (< <= > >= == !=); null never does; repeatable")->allow_extra_args(false);
  run->add_option_function<std::string>("--mode", [&o](const std::string& mode) { o.functional = mode == "functional"; },
                                        "timing (default), or functional: the network's values are computed as well, slowly; no time depends on them")
      ->check(CLI::IsMember({"timing", "functional"}));
  run->add_option("--image", o.image,
                  "Also write the first frame as the hardware computes it, PNG, and its PSNR against fp32 (key image): for workloads with a trained snapshot, such as nerf-demo-trained");
  CLI::Option* timeline = run->add_flag("--timeline", o.timeline, "Also write timeline.json to the folder of --out: kernels, launches, batches; for ui.perfetto.dev");
  run->add_option("--timeline-limit", o.timeline_limit, "Records that it has at most; it then shows the beginning of the run")
      ->check(CLI::Range(1, 100000000))
      ->capture_default_str()
      ->needs(timeline);
  run->add_option("--export", o.exports,
                  "Also write files for other tools to the folder of --out: scalesim (compute report of GEMMs), dramsim3, ramulator (memory requests), dramcommands "
                  "(what the DRAM behind each slice of the L2 is asked and does)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({kExportScalesim, kExportDramsim3, kExportRamulator, kExportDramCommands}));
  add_waves(*run, o.waves);
  run->add_flag("--quiet", o.quiet, "No summary and no progress");
  run->footer(kRunExamples);
  return run;
}

CLI::App* add_list(CLI::App& app, std::string& kind) {
  CLI::App* list = app.add_subcommand("list", "List the configurations that have names");
  list->add_option("KIND", kind, "chips, workloads, gpus, dram, studies or experiments")->required()->check(CLI::IsMember({"chips", "workloads", "gpus", "dram", "studies", "experiments"}));
  list->footer(kListExamples);
  return list;
}

CLI::App* add_dram(CLI::App& app, DramOptions& o) {
  CLI::App* dram = app.add_subcommand("dram", "Send a trace of memory requests through a DRAM and report bandwidth, latency and energy");
  dram->add_option("TRACE", o.trace, "Trace of requests, in order of arrival")->required();
  dram->add_option("--config", o.device, "Device: a name of `ngpcsim list dram`, or a path")->required();
  dram->add_option("--set", o.set, "Set one parameter: PATH=VALUE, PATH as `ngpcsim describe dram` lists it; repeatable, the last one wins")->allow_extra_args(false);
  dram->add_option("--request-bytes", o.request_bytes, "Size of every request; addresses are rounded down to it")->check(CLI::Range(1, 65536))->capture_default_str();
  dram->add_option("--commands", o.commands, "Write every DRAM command to this file, as CSV");
  dram->add_option("--out", o.out, "Folder for result.json, config.xml, host.json and summary.txt");
  dram->add_option("--print", o.print, "Print `key value` lines for these keys of result.json instead of the summary")->delimiter(',')->allow_extra_args(false);
  dram->add_option("--assert", o.assertions, "Fail unless KEY OP NUMBER holds (< <= > >= == !=); null never does; repeatable")->allow_extra_args(false);
  dram->add_flag("--quiet", o.quiet, "No summary and no progress");
  dram->footer(kDramExamples);
  return dram;
}

CLI::App* add_describe(CLI::App& app, std::string& prefix) {
  CLI::App* describe = app.add_subcommand("describe", "Describe parameters: type, unit, default, allowed values, meaning, source");
  describe->add_option("BLOCK", prefix, "A block (mlp_engine), a path (chip.nfp), or nothing for all parameters");
  describe->footer(kDescribeExamples);
  return describe;
}

CLI::App* add_compare(CLI::App& app, CompareOptions& o) {
  CLI::App* compare = app.add_subcommand("compare", "Compare two results and show what drifted");
  compare->add_option("BASE", o.base, "A result.json, a folder that has one, or a folder of results: NAME.json or NAME/result.json")->required();
  compare->add_option("NEW", o.now, "The same")->required();
  compare->add_option("--tolerance", o.tolerance_percent, "Numbers may differ by this many percent of BASE")->check(CLI::Range(0.0, 1e6))->capture_default_str();
  compare->add_option("--allow", o.allow, "Numbers whose key fits KEY may differ by more or less than that: KEY=5%, KEY=0.01 or KEY=ignore, * for any text; repeatable, the first that fits holds")->allow_extra_args(false);
  compare->add_option("--junit", o.junit, "Also write what was compared to this file, as JUnit XML");
  compare->footer(kCompareExamples);
  return compare;
}

CLI::App* add_record(CLI::App& app, RecordOptions& o) {
  CLI::App* record = app.add_subcommand("record", "Write the queries or multiplications of a workload to a trace, which `run` takes in its place");
  record->add_option("WORKLOAD", o.workload, "Workload: a name of `ngpcsim list workloads`, or a path")->required();
  record->add_option("-o,--output", o.out, "Trace to write; it gets its name when it is complete")->required();
  record->add_option("--set", o.set, "Set one parameter of the workload: PATH=VALUE; repeatable, the last one wins")->allow_extra_args(false);
  record->add_option("--frames", o.frames, "Record the first N of the chosen cameras")->check(CLI::Range(1, 1000000));
  record->add_option("--compression", o.compression, "How chunks are packed: zstd, zlib (a few lines of Python read it), or none (the largest and fastest)")
      ->check(CLI::IsMember({"zstd", "zlib", "none"}))
      ->capture_default_str();
  record->add_flag("--quiet", o.quiet, "No summary and no progress");
  record->footer(kRecordExamples);
  return record;
}

CLI::App* add_reproduce(CLI::App& app, ReproduceOptions& o) {
  CLI::App* reproduce = app.add_subcommand("reproduce", "Repeat a published study and put its figures beside ours");
  reproduce->add_option("STUDY", o.study, "Study: a name of `ngpcsim list studies`, or a path")->required();
  reproduce->add_option("--set", o.set, "Set one parameter of every simulation: PATH=VALUE, such as chip.clock_khz=1000000; repeatable")->allow_extra_args(false);
  reproduce->add_option("--out", o.out, "Folder for comparison.csv, sensitivity.csv, study.xml, summary.txt and the figures (SVG, PDF, PNG)");
  reproduce->add_option("--jobs", o.jobs, "Simulations at a time; 0: as many as there are cores. No figure depends on it")->check(CLI::Range(0, 1024))->capture_default_str();
  reproduce->add_flag("--quiet", o.quiet, "No table and no progress");
  reproduce->footer(kReproduceExamples);
  return reproduce;
}

CLI::App* add_sweep(CLI::App& app, SweepOptions& o) {
  CLI::App* sweep = app.add_subcommand("sweep", "Simulate all points of an experiment into an SQLite database");
  sweep->add_option("EXPERIMENT", o.experiment, "Experiment: a name of `ngpcsim list experiments`, or a path")->required();
  sweep->add_option("--set", o.set, "Set one parameter of every point: PATH=VALUE; repeatable")->allow_extra_args(false);
  sweep->add_option("--out", o.out, "Database to write; without it the experiment's name and .sqlite");
  sweep->add_option("--jobs", o.jobs, "Points at a time; 0: as many as there are cores. No figure depends on it")->check(CLI::Range(0, 1024))->capture_default_str();
  CLI::Option* resume = sweep->add_flag("--resume", o.resume, "Go on with a sweep that was ended: no finished point runs again");
  sweep->add_flag("--retry-failed", o.retry_failed, "With --resume: run failed points again")->needs(resume);
  sweep->add_flag("--dry-run", o.dry_run, "Print the points and their commands; simulate nothing");
  sweep->add_option("--adaptive", o.adaptive_percent, "Look for the front of the experiment's objectives with this percentage of its points")->check(CLI::Range(0.0, 100.0));
  sweep->add_option("--launcher", o.launcher, "local: processes of this machine; slurm: a job array")->check(CLI::IsMember({"local", "slurm"}))->capture_default_str();
  sweep->add_option("--chunk", o.chunk, "With slurm: points an array task")->check(CLI::Range(1, 1000000))->capture_default_str();
  sweep->add_option("--slurm-arguments", o.slurm_arguments, "With slurm: further arguments of sbatch");
  sweep->add_option("--worker", o.worker)->group("");  // an array task of --launcher slurm
  sweep->add_flag("--quiet", o.quiet, "No summary and no progress");
  sweep->callback([sweep, &o] {
    for (const char* flag : {"--chunk", "--slurm-arguments"})
      if (o.launcher != "slurm" && sweep->count(flag) > 0) throw CLI::ValidationError(flag, "belongs to --launcher slurm");
  });
  sweep->footer(kSweepExamples);
  return sweep;
}

CLI::App* add_front(CLI::App& app, FrontOptions& o) {
  CLI::App* front = app.add_subcommand("front", "Print the designs of a sweep that no other one beats, and what each axis does");
  front->add_option("DATABASE", o.database, "Database of ngpcsim sweep")->required();
  front->add_option("--objective", o.objectives, "COLUMN:most or COLUMN:least; repeatable; without it those of the experiment")->allow_extra_args(false);
  front->add_option("--where", o.constraints, "Only designs of which this holds: comparisons of columns and axes, joined by `and`; repeatable")->allow_extra_args(false);
  front->add_option("--against", o.against, "Database whose front is the measure of this one's hypervolume");
  front->footer(kFrontExamples);
  return front;
}

CLI::App* add_report(CLI::App& app, ReportOptions& o) {
  CLI::App* report = app.add_subcommand("report", "Write runs and sweeps as one HTML file that needs no network");
  report->add_option("INPUT", o.inputs, "Folders of runs, result.json files, databases of sweeps")->required();
  report->add_option("--out", o.out, "File to write")->capture_default_str();
  report->footer(kReportExamples);
  return report;
}

CLI::App* add_figures(CLI::App& app, FiguresOptions& o) {
  CLI::App* figures = app.add_subcommand("figures", "Draw runs and sweeps for papers: SVG, PDF and PNG");
  figures->add_option("INPUT", o.inputs, "Folders of runs, result.json files, databases of sweeps")->required();
  figures->add_option("--out", o.out, "Folder for the figures")->required();
  figures->footer(kFiguresExamples);
  return figures;
}

CLI::App* add_info(CLI::App& app, std::string& file, bool& verify) {
  CLI::App* info = app.add_subcommand("info", "Say what a file is: a trace, positions of NumPy, a list of multiplications");
  info->add_option("FILE", file, "The file; its content decides, not its name")->required();
  info->add_flag("--verify", verify, "Read a trace from end to end: checksums, groups and rounds");
  info->footer(kInfoExamples);
  return info;
}

/// CLI11 only says that a command is missing; this names what stands in its place.
void require_command(const std::vector<std::string>& arguments, const CLI::App& app) {
  std::vector<std::string_view> commands;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) commands.push_back(command->get_name());
  if (arguments.empty()) throw InputError({.file = "COMMAND"}, "is missing (see ngpcsim --help)", config::comma_list(commands));
  const std::string& first = arguments.front();
  if (first.starts_with('-') || std::find(commands.begin(), commands.end(), first) != commands.end()) return;
  const auto near = config::nearest(first, commands);
  throw InputError({.file = "COMMAND"}, fmt::format("no command is named {}{}", config::in_quotes(first), near ? fmt::format(" (did you mean {}?)", *near) : ""),
                   config::comma_list(commands));
}

ExitCode dispatch(const std::vector<std::string>& arguments, const ConfigStore& store, const Console& console, const RtlMaker& rtl) {
  CommandLine line;
  CLI::App app("NGPCSim: how fast, how hungry and how large is a neural-graphics processing cluster on your scene?", "ngpcsim");
  app.set_version_flag("--version", "ngpcsim " + std::string(program_version()));
  app.require_subcommand(1);
  app.footer("`ngpcsim COMMAND --help` shows options and examples. Start with: ngpcsim run ngpc-8 nerf-demo");
  const CLI::App* run = add_run(app, line.run);
  const CLI::App* list = add_list(app, line.list_kind);
  const CLI::App* describe = add_describe(app, line.describe_prefix);
  add_compare(app, line.compare);
  const CLI::App* dram = add_dram(app, line.dram);
  const CLI::App* record = add_record(app, line.record);
  const CLI::App* reproduce = add_reproduce(app, line.reproduce);
  const CLI::App* sweep = add_sweep(app, line.sweep);
  const CLI::App* front = add_front(app, line.front);
  const CLI::App* report = add_report(app, line.report);
  const CLI::App* figures = add_figures(app, line.figures);
  const CLI::App* info = add_info(app, line.info_file, line.info_verify);
  require_command(arguments, app);
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());  // as CLI11 takes them
    app.parse(std::move(reversed));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      app.exit(error, console.out, console.err);
      return ExitCode::kDone;
    }
    console.err << "ngpcsim: " << error.what() << " (see ngpcsim --help)\n";
    return ExitCode::kBadInput;
  }
  if (run->parsed()) return run_command(line.run, store, console, rtl);
  if (dram->parsed()) return dram_command(line.dram, store, console);
  if (list->parsed()) return list_command(line.list_kind, store, console);
  if (describe->parsed()) return describe_command(line.describe_prefix, console);
  if (record->parsed()) return record_command(line.record, store, console);
  if (reproduce->parsed()) return reproduce_command(line.reproduce, store, console);
  if (sweep->parsed()) return sweep_command(line.sweep, store, console, rtl);
  if (front->parsed()) return front_command(line.front, console);
  if (report->parsed()) return report_command(line.report, console);
  if (figures->parsed()) return figures_command(line.figures, console);
  if (info->parsed()) return info_command(line.info_file, line.info_verify, console);
  return compare_command(line.compare, console);
}

}  // namespace

ExitCode run_program(const std::vector<std::string>& arguments, const Console& console, const RtlMaker& rtl) {
  const ConfigStore store;
  try {
    return dispatch(arguments, store, console, rtl);
  } catch (const InputError& error) {
    console.err << "ngpcsim: " << display_text(error.what(), store) << '\n';
    return ExitCode::kBadInput;
  } catch (const InvariantError& error) {
    console.err << "ngpcsim: the model broke an invariant: " << error.what() << '\n';
    return ExitCode::kBrokenInvariant;
  } catch (const std::exception& error) {
    console.err << "ngpcsim: unexpected failure: " << error.what() << '\n';
    return ExitCode::kBrokenInvariant;
  }
}

}  // namespace ngpcsim::app
