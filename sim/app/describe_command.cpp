#include <algorithm>

#include <fmt/format.h>

#include "models/chip/params.h"
#include "models/dram/params.h"
#include "models/energy/technology.h"
#include "models/gpu/params.h"
#include "sim/app/commands.h"
#include "sim/app/study/study_params.h"
#include "sim/app/workload_params.h"
#include "sim/config/param_list.h"
#include "sim/config/suggest.h"
#include "sim/config/text.h"
#include "workloads/gemm/gemm_params.h"

namespace ngpcsim::app {
namespace {

struct Described {
  config::ParamInfo param;
  std::string_view application;  ///< of a workload, whose parameters are those of one application
};

struct Descriptions {
  std::vector<Described> params;
  std::vector<config::GroupInfo> groups;
};

template <class Params>
void append(std::string_view root, Descriptions& all, const Params& defaults = {}, std::string_view application = {}) {
  for (config::ParamInfo& param : config::list_params(defaults, root)) all.params.push_back({std::move(param), application});
  const auto groups = config::list_groups(defaults, root);
  all.groups.insert(all.groups.end(), groups.begin(), groups.end());
}

Descriptions descriptions() {
  Descriptions all;
  append<models::ChipParams>("chip", all);
  for (const auto& application : kApplications)
    if (application.value != Application::kGemm) append("workload", all, default_workload(application.value), application.name);
  append<workloads::GemmParams>("workload", all, {}, config::name_of(kApplications, Application::kGemm));
  append<gpu::GpuParams>("gpu", all);
  append<energy::EnergyParams>("energy", all);
  append<models::dram::DramParams>("dram", all);
  append<StudyParams>("study", all);
  return all;
}

/// Whether `path` is `wanted`, lies below it, or below a group of that name anywhere.
bool selected(std::string_view path, std::string_view wanted) {
  if (wanted.empty()) return true;
  const std::string padded = fmt::format(".{}.", path);
  const std::string part = fmt::format(".{}.", wanted);
  return padded.starts_with(part) || padded.find(part) != std::string::npos;
}

std::string text_of(const Described& described) {
  const config::ParamInfo& p = described.param;
  const std::string of = described.application.empty() ? "" : fmt::format("of application {}: ", described.application);
  return fmt::format("{}\n    {} [{}], default {}, allowed {}\n    {}{}\n    source: {}\n", p.path, p.type, p.unit.empty() ? "-" : p.unit,
                     p.value.empty() ? "(empty)" : p.value, p.range, of, p.meaning, p.source);
}

}  // namespace

ExitCode describe_command(const std::string& prefix, const Console& console) {
  const Descriptions all = descriptions();
  bool any = false;
  for (const Described& param : all.params) {
    if (!selected(param.param.path, prefix)) continue;
    any = true;
    console.out << text_of(param);
  }
  if (any) return ExitCode::kDone;

  std::vector<std::string_view> names{"chip", "workload", "gpu", "energy", "dram", "study"};
  for (const config::GroupInfo& group : all.groups) {
    const std::string_view last = config::split_path(group.path).back();
    if (std::find(names.begin(), names.end(), last) == names.end()) names.push_back(last);
  }
  const auto near = config::nearest(prefix, names);
  throw InputError({.file = "BLOCK"}, fmt::format("nothing is named {}{}", config::in_quotes(prefix), near ? fmt::format(" (did you mean {}?)", *near) : ""),
                   config::comma_list(names));
}

}  // namespace ngpcsim::app
