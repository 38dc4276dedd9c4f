#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/app/config_store.h"
#include "sim/app/study/comparison.h"

namespace ngpcsim::app {

/// One simulation of a study.
struct StudyRun {
  enum class Kind { kIdeal, kPacked, kRealistic };
  Kind kind = Kind::kIdeal;
  std::size_t cell = 0;  ///< of study_cells()
};
/// All of them, those that take longest first.
[[nodiscard]] std::vector<StudyRun> study_runs();
/// The `--set` of a run, for `ngpcsim run`; the ideal and packed ones are also marched in one round (workloads/apps/one_round_source.h).
[[nodiscard]] std::vector<std::string> sets_of(const StudyRun& run);

/// Simulates all of them, with the further `sets` in each, `jobs` at a time; nothing where progress stopped them. Throws what a run throws.
[[nodiscard]] std::optional<StudyRuns> simulate_study(const StudyParams& study, const ConfigStore& store, const std::vector<std::string>& sets, std::size_t jobs, const std::function<bool(std::size_t ended, std::size_t of)>& progress);

}  // namespace ngpcsim::app
