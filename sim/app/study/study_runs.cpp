#include "sim/app/study/study_runs.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "sim/app/child_runs.h"
#include "sim/app/result/run_result.h"
#include "sim/app/run_config.h"
#include "sim/app/run_inputs.h"
#include "workloads/apps/one_round_source.h"

namespace ngpcsim::app {
namespace {

// Queries of a group are all in memory at once: about 30 a ray with NeRF, a few with the others.
constexpr std::uint32_t kNerfGroup = 1u << 18, kGroup = 1u << 21, kHostGroup = 1u << 20;

std::string simulate(const StudyRun& run, const StudyParams& study, const ConfigStore& store, const std::vector<std::string>& sets) {
  const Cell cell = study_cells()[run.cell];
  RunOptions options;
  options.chip = study.chip;
  options.gpu = study.gpu;
  options.workload = workload_of(cell.application, cell.encoding);
  options.set = sets_of(run);
  options.set.emplace_back("gpu.baseline.times=published");
  options.set.insert(options.set.end(), sets.begin(), sets.end());
  RunConfig config = load_run_config(options, store);
  RunInputs inputs = open_inputs(config, store, 1);
  settle_grid_sram(config, inputs);
  if (run.kind != StudyRun::Kind::kRealistic) inputs.source = workloads::in_one_round(std::move(inputs.source));
  const models::ChipSetup setup = chip_setup(config, inputs, 0);
  models::check_setup(setup);
  const models::RunRecord record = models::run_chip(setup, *inputs.source, inputs.frames, {});
  return run_result({.config = config, .levels = inputs.levels, .aabb_scale = inputs.aabb_scale, .record = record, .seed = 0, .warnings = inputs.warnings}).dump();
}

/// NeRF has most queries; caches take longest per query.
int effort(const StudyRun& run) {
  const Cell cell = study_cells()[run.cell];
  const bool cached = run.kind == StudyRun::Kind::kRealistic && cell.encoding != gpu::Encoding::kHashgrid;
  return (cell.application == gpu::Application::kNerf ? 4 : 0) + (cached ? 2 : 0) + (run.kind == StudyRun::Kind::kPacked ? 1 : 0);
}

}  // namespace

std::vector<StudyRun> study_runs() {
  std::vector<StudyRun> runs;
  const std::vector<Cell> cells = study_cells();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    runs.push_back({StudyRun::Kind::kIdeal, i});
    if (cells[i].encoding == gpu::Encoding::kHashgrid) runs.push_back({StudyRun::Kind::kPacked, i});
    if (cells[i].nfps == kStudyNfps.front() || cells[i].nfps == kStudyNfps.back()) runs.push_back({StudyRun::Kind::kRealistic, i});
  }
  std::stable_sort(runs.begin(), runs.end(), [](const StudyRun& a, const StudyRun& b) { return effort(a) > effort(b); });
  return runs;
}

std::vector<std::string> sets_of(const StudyRun& run) {
  const Cell cell = study_cells()[run.cell];
  std::vector<std::string> sets{fmt::format("chip.nfps={}", cell.nfps)};
  if (run.kind == StudyRun::Kind::kRealistic) {
    for (const char* const set : {"workload.width=960", "workload.height=540"}) sets.emplace_back(set);
    sets.push_back(fmt::format("chip.host.rays_per_group={}", kHostGroup));
    return sets;
  }
  for (const char* const set : {"workload.width=1920", "workload.height=1080", "chip.nfp.encoding_engine.grid_sram.mode=unbounded", "gpu.host.us_per_launch=0"}) sets.emplace_back(set);
  for (const char* const cost : {"ps_per_pixel", "ps_per_probe", "ps_per_query"}) sets.push_back(fmt::format("gpu.host.{}.{}=0", config::name_of(gpu::kApplications, cell.application), cost));
  sets.push_back(fmt::format("chip.host.rays_per_group={}", cell.application == gpu::Application::kNerf ? kNerfGroup : kGroup));
  if (run.kind == StudyRun::Kind::kPacked)
    for (const char* const set : {"chip.clock_khz=1000000", "chip.nfp.mlp_engine.packing=true"}) sets.emplace_back(set);
  return sets;
}

std::optional<StudyRuns> simulate_study(const StudyParams& study, const ConfigStore& store, const std::vector<std::string>& sets, std::size_t jobs, const std::function<bool(std::size_t ended, std::size_t of)>& progress) {
  const std::vector<StudyRun> runs = study_runs();
  const auto texts = run_in_children(runs.size(), jobs, [&](std::size_t i) { return simulate(runs[i], study, store, sets); }, [&](std::size_t ended) { return progress(ended, runs.size()); });
  if (!texts) return std::nullopt;
  const std::size_t cells = study_cells().size();
  StudyRuns all{.ideal = std::vector<Simulated>(cells), .realistic = std::vector<std::optional<double>>(cells), .packed = std::vector<Simulated>(cells)};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Json result = Json::parse((*texts)[i]);
    switch (runs[i].kind) {
      case StudyRun::Kind::kIdeal: all.ideal[runs[i].cell] = simulated_of(result); break;
      case StudyRun::Kind::kPacked: all.packed[runs[i].cell] = simulated_of(result); break;
      case StudyRun::Kind::kRealistic: all.realistic[runs[i].cell] = result.at("speedup").get<double>(); break;
    }
  }
  return all;
}

}  // namespace ngpcsim::app
