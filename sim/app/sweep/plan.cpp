#include "sim/app/sweep/plan.h"

#include <map>
#include <sstream>

#include <fmt/format.h>

#include "sim/app/commands.h"
#include "sim/app/gemm/gemm_config.h"
#include "sim/app/result/run_result.h"
#include "sim/app/run_config.h"
#include "sim/app/workload_config.h"
#include "sim/config/hash.h"

namespace ngpcsim::app {
namespace {

std::string configuration_hash(const RunOptions& options, const ConfigStore& store) {
  const bool gemm = application_of(load_workload_document(store.find(ConfigKind::kWorkload, options.workload, {.file = "workload"}))) == Application::kGemm;
  return gemm ? load_gemm_config(options, store).roots.hash() : load_run_config(options, store).hash();
}

/// The names are part of a result, so files of equal content and different names are different points.
std::string hash_of(const RunOptions& options, const ConfigStore& store) {
  return config::text_hash(fmt::format("{} {} {} {} {} {}", program_version(), options.frames.value_or(0), options.chip, options.workload, options.gpu, configuration_hash(options, store)));
}

/// Each value of each axis by itself, the others at their first: what does not load is no design that fails but an axis that is wrong.
void check_axes(const SweepPlan& plan, const ConfigStore& store) {
  const std::vector<const Axis*> axes = plan.experiment.axes();
  const auto load = [&](const std::vector<std::string>& values, const Axis* blamed) {
    try {
      static_cast<void>(configuration_hash(options_of(plan.experiment, {.values = values, .places = {}}, plan.sets), store));
    } catch (const InputError& error) {
      if (blamed == nullptr) throw;
      throw InputError(blamed->at, fmt::format("axis {}: {}", blamed->path, error.what()));
    }
  };
  std::vector<std::string> first;
  for (const Axis* axis : axes) first.push_back(axis->values.front());
  for (std::size_t a = 0; a < axes.size(); ++a) {
    std::vector<std::string> values = first;
    for (const std::string& value : axes[a]->values) {
      values[a] = value;
      load(values, axes[a]);
    }
  }
}

/// Nobody reads what a point prints.
struct Silence {
  std::ostringstream out, err;
};

}  // namespace

SweepPlan plan_sweep(Experiment experiment, const std::vector<std::string>& sets, const ConfigStore& store, const std::function<void(std::size_t)>& progress) {
  SweepPlan plan{.experiment = std::move(experiment), .points = {}, .sets = sets, .planned = {}};
  plan.points = expand_points(plan.experiment);
  check_axes(plan, store);
  std::map<std::string, std::size_t> first;
  for (std::size_t i = 0; i < plan.points.size(); ++i) {
    const RunOptions options = options_of(plan.experiment, plan.points[i], sets);
    PlannedPoint planned{.values = plan.points[i].values, .hash = {}, .same_as = std::nullopt, .command = command_of(options), .error = {}};
    try {
      planned.hash = hash_of(options, store);
      const auto [at, is_new] = first.emplace(planned.hash, i);
      if (!is_new) planned.same_as = at->second;
    } catch (const InputError& error) {
      planned.error = error.what();
    }
    plan.planned.push_back(std::move(planned));
    progress(i + 1);
  }
  return plan;
}

std::string simulate_point(const SweepPlan& plan, std::size_t point, const ConfigStore& store, const RtlMaker& rtl) {
  RunOptions options = options_of(plan.experiment, plan.points.at(point), plan.sets);
  std::string text;
  options.told = [&text](const Json& result) { text = result.dump(); };
  Silence silence;
  const Console nobody{.out = silence.out, .err = silence.err, .err_is_terminal = false};
  static_cast<void>(run_command(options, store, nobody, rtl));
  return text;
}

}  // namespace ngpcsim::app
