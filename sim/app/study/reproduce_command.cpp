#include "sim/app/study/reproduce_command.h"

#include <algorithm>
#include <thread>

#include <fmt/format.h>

#include "models/energy/energy_model.h"
#include "models/gpu/baseline.h"
#include "sim/app/config_roots.h"
#include "sim/app/display_text.h"
#include "sim/app/interrupt.h"
#include "sim/app/output_folder.h"
#include "sim/app/progress.h"
#include "sim/app/study/published.h"
#include "sim/app/study/study_runs.h"
#include "sim/app/study/study_text.h"

namespace ngpcsim::app {

namespace {

constexpr std::uint64_t kGridSramBytes = 1024 * 1024, kGridWordBytes = 8;
constexpr double kGridSrams = 16.0, kWattsPerMilliwatt = 1e-3;

DeviceLeakage leakage_of(const std::string& energy, const ConfigStore& store) {
  ConfigRoots roots({}, {"energy"});
  const auto params = roots.load<energy::EnergyParams>(store.find(ConfigKind::kEnergy, energy, {.file = "energy"}), {.element = "energy"});
  return {energy, kGridSrams * kWattsPerMilliwatt * energy::EnergyModel(params.table, params.technology, roots.where("energy")).sram(kGridSramBytes, kGridWordBytes).leakage_mw};
}

/// A study compares with what was published: its GPU must have that, and nothing may take its place.
void require_published(const gpu::GpuParams& gpu, const std::vector<std::string>& sets, const InputLocation& at) {
  for (const std::string& set : sets)
    if (set.starts_with("gpu.baseline.times=")) throw InputError({.file = "--set"}, fmt::format("{}: a study is about published times", set), "no gpu.baseline.times");
  const gpu::GpuBaseline baseline(gpu);
  for (const gpu::Application application : kStudyApplications)
    for (const gpu::Encoding encoding : kStudyEncodings) {
      const gpu::BaselineFrame frame = baseline.frame({.queries = 1, .pixels = 1, .application = application, .encoding = encoding});
      if (!frame.frame_ms) throw InputError(at, frame.reason, "a GPU whose file has the published times of all four applications, such as rtx3090");
    }
}

}  // namespace

ExitCode reproduce_command(const ReproduceOptions& options, const ConfigStore& store, const Console& console) {
  const std::filesystem::path file = store.find(ConfigKind::kStudy, options.study, {.file = "STUDY"});
  ConfigRoots roots({}, {"study", "gpu"});
  const auto study = roots.load<StudyParams>(file, {.element = "study"});
  const auto gpu = roots.load<gpu::GpuParams>(store.find(ConfigKind::kGpu, study.gpu, roots.where("study.gpu")), {.element = "gpu"});
  require_published(gpu, options.set, roots.where("study.gpu"));
  const std::vector<PublishedFigure> published = read_published(file.parent_path() / study.published);
  if (!options.out.empty()) require_writable(options.out);
  const std::size_t jobs = options.jobs > 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());

  const InterruptGuard interrupt;
  ProgressMeter meter(console.err, console.err_is_terminal && !options.quiet);
  const std::optional<StudyRuns> runs = simulate_study(study, store, options.set, jobs, [&](std::size_t ended, std::size_t of) {
    meter.update([&](double seconds) { return runs_progress_line(ended, of, seconds); });
    return !interrupt.requested();
  });
  meter.finish();
  if (!runs) {
    console.err << "ngpcsim: interrupted; nothing was written\n";
    return ExitCode::kInterrupted;
  }
  const std::vector<ComparedFigure> figures = compare_study(study, gpu, *runs, {leakage_of("lstp45", store), leakage_of("hp45", store)}, published);
  const std::vector<Sensitivity> sensitivity = sensitivities(study, gpu, *runs);
  const std::string table = study_table(figures, sensitivity);
  if (!options.out.empty()) {
    std::vector<OutputFile> files{{"comparison.csv", comparison_csv(figures)}, {"sensitivity.csv", sensitivity_csv(sensitivity)}, {"summary.txt", table}, {"study.xml", display_text(config::resolved_xml(roots.all()), store)}};
    for (OutputFile& figure : study_figures(figures)) files.push_back(std::move(figure));
    write_output(options.out, files);
  }
  if (!options.quiet) console.out << table;
  return ExitCode::kDone;
}

}  // namespace ngpcsim::app
