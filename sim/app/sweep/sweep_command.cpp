#include "sim/app/sweep/sweep_command.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include <fmt/format.h>

#include "sim/app/display_text.h"
#include "sim/app/front/explorer.h"
#include "sim/app/interrupt.h"
#include "sim/app/progress.h"
#include "sim/app/sweep/launcher.h"
#include "sim/app/sweep/metrics.h"
#include "sim/app/sweep/plan.h"

namespace ngpcsim::app {
namespace {

namespace fs = std::filesystem;

/// An array task knows its number from Slurm.
ExitCode be_worker(const SweepOptions& options, const SweepPlan& plan, const ConfigStore& store, const RtlMaker& rtl) {
  const char* const task = std::getenv("SLURM_ARRAY_TASK_ID");
  if (task == nullptr) throw InputError({"--worker"}, "this is no array task of Slurm", "ngpcsim sweep --launcher slurm");
  run_slurm_task(options.worker, std::strtoull(task, nullptr, 10), [&](std::size_t point) { return simulate_point(plan, point, store, rtl); },
                 {.seconds = plan.experiment.seconds, .memory_mib = plan.experiment.memory_mib});
  return ExitCode::kDone;
}

ExitCode list_points(const SweepPlan& plan, const Console& console) {
  for (std::size_t i = 0; i < plan.planned.size(); ++i) {
    const PlannedPoint& point = plan.planned[i];
    console.out << fmt::format("{:>6}  {}{}{}\n", i, point.command, point.same_as ? fmt::format("  (the same as {})", *point.same_as) : "", point.error.empty() ? "" : "  (" + point.error + ")");
  }
  return ExitCode::kDone;
}

/// What a Slurm task is to run: this very program with the same arguments.
std::vector<std::string> worker_command(const SweepOptions& options) {
  std::vector<std::string> command{fs::read_symlink("/proc/self/exe").string(), "sweep", options.experiment};
  for (const std::string& set : options.set) command.insert(command.end(), {"--set", set});
  return command;
}

std::unique_ptr<Launcher> make_launcher(const SweepOptions& options, const SweepPlan& plan, const fs::path& file, const ConfigStore& store, const RtlMaker& rtl) {
  const ChildLimits limits{.seconds = plan.experiment.seconds, .memory_mib = plan.experiment.memory_mib};
  if (options.launcher == "slurm")
    return make_slurm_launcher({.worker = worker_command(options), .folder = fs::absolute(file).string() + ".slurm", .chunk = options.chunk, .limits = limits, .arguments = options.slurm_arguments});
  const std::size_t jobs = options.jobs > 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  return make_local_launcher([&](std::size_t point) { return simulate_point(plan, point, store, rtl); }, jobs, limits);
}

void require_objectives(const Experiment& experiment) {
  if (experiment.objectives.size() < 2) throw InputError({"--adaptive"}, fmt::format("the experiment names {} objectives", experiment.objectives.size()), "at least two <objective> elements, which span a front");
  for (const Objective& objective : experiment.objectives)
    if (find_metric(objective.key) == nullptr) throw InputError({"--adaptive"}, fmt::format("no column is named {}", objective.key), "a column of docs/sweeps.md");
}

/// Runs a sweep's points; says what is to be said while they run.
class Sweep {
 public:
  Sweep(const SweepOptions& options, const SweepPlan& plan, SweepDatabase& database, Launcher& launcher, const Console& console)
      : plan_(plan), database_(database), launcher_(launcher), meter_(console.err, console.err_is_terminal && !options.quiet), before_(database.finished()) {}

  /// False after Ctrl-C.
  bool all() {
    total_ = before_ + database_.pending().size();
    return run(database_.pending());
  }

  bool adaptive() {
    std::vector<std::size_t> candidates;
    for (std::size_t i = 0; i < plan_.planned.size(); ++i)
      if (plan_.planned[i].error.empty() && !plan_.planned[i].same_as) candidates.push_back(i);
    total_ = std::max<std::size_t>(1, static_cast<std::size_t>(plan_.experiment.adaptive_percent / 100.0 * static_cast<double>(candidates.size())));
    Explorer explorer(plan_.experiment, plan_.points, candidates, total_);
    for (std::vector<std::size_t> batch = explorer.next({}); !batch.empty(); batch = explorer.next(results())) {
      const std::vector<std::size_t> pending = database_.pending();
      std::erase_if(batch, [&](std::size_t point) { return !std::binary_search(pending.begin(), pending.end(), point); });
      if (!run(batch)) return false;
    }
    database_.leave_pending();
    return true;
  }

 private:
  bool run(const std::vector<std::size_t>& points) {
    const bool whole = launcher_.run(database_, points, [&](std::size_t ended) {
      meter_.update([&](double seconds) { return points_progress_line(before_ + ran_ + ended, total_, ran_ + ended, seconds); });
      return !interrupt_.requested();
    });
    ran_ += points.size();
    meter_.finish();
    return whole;
  }

  std::vector<std::vector<std::optional<double>>> results() {
    std::vector<std::vector<std::optional<double>>> all;
    for (const Objective& objective : plan_.experiment.objectives) all.push_back(database_.metric(objective.key));
    return all;
  }

  const SweepPlan& plan_;
  SweepDatabase& database_;
  Launcher& launcher_;
  InterruptGuard interrupt_;
  ProgressMeter meter_;
  std::size_t before_ = 0, ran_ = 0, total_ = 0;
};

ExitCode report(SweepDatabase& database, const SweepPlan& plan, const fs::path& file, const SweepOptions& options, const Console& console) {
  const std::vector<FailedPoint> failed = database.failures();
  if (!options.quiet)
    console.out << fmt::format("{}: {} points of {}, {} simulated, {} failed -> {}\n", plan.experiment.name, plan.points.size(), plan.experiment.axes().size() == 1 ? "1 axis" : fmt::format("{} axes", plan.experiment.axes().size()),
                               database.finished(), failed.size(), file.string());
  for (const FailedPoint& point : failed) console.err << fmt::format("ngpcsim: point {} failed: {}\n  {}\n", point.point, point.message, point.command);
  return failed.empty() ? ExitCode::kDone : ExitCode::kFailed;
}

}  // namespace

ExitCode sweep_command(const SweepOptions& options, const ConfigStore& store, const Console& console, const RtlMaker& rtl) {
  Experiment experiment = load_experiment(options.experiment, store);
  experiment.adaptive_percent = options.adaptive_percent;
  if (options.adaptive_percent > 0.0) require_objectives(experiment);
  const fs::path file = options.out.empty() ? experiment.name + ".sqlite" : options.out;
  if (options.worker.empty() && !options.dry_run && !options.resume && fs::exists(file)) throw InputError({file.string()}, "is there already", "--resume to go on with it, or another --out");
  ProgressMeter meter(console.err, console.err_is_terminal && !options.quiet);
  const SweepPlan plan = plan_sweep(std::move(experiment), options.set, store, [&](std::size_t read) { meter.update([read](double) { return fmt::format("reading the configurations of {} points", read); }); });
  meter.finish();
  if (!options.worker.empty()) return be_worker(options, plan, store, rtl);
  if (options.dry_run) return list_points(plan, console);
  SweepDatabase database = options.resume && fs::exists(file) ? SweepDatabase::resume(file, plan.experiment, plan.planned) : SweepDatabase::create(file, plan.experiment, plan.planned);
  if (options.retry_failed) database.retry_failures();
  const std::unique_ptr<Launcher> launcher = make_launcher(options, plan, file, store, rtl);
  Sweep sweep(options, plan, database, *launcher, console);
  if (!(options.adaptive_percent > 0.0 ? sweep.adaptive() : sweep.all())) {
    console.err << fmt::format("ngpcsim: interrupted; {} points had finished and are kept: go on with --resume\n", database.finished());
    return ExitCode::kInterrupted;
  }
  return report(database, plan, file, options, console);
}

}  // namespace ngpcsim::app
