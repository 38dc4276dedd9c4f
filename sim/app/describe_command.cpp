#include <algorithm>

#include <fmt/format.h>

#include "models/chip/params.h"
#include "models/dram/params.h"
#include "models/energy/technology.h"
#include "models/gpu/params.h"
#include "sim/app/commands.h"
#include "sim/app/workload_params.h"
#include "sim/config/param_list.h"
#include "sim/config/suggest.h"
#include "sim/config/text.h"
#include "workloads/gemm/gemm_params.h"

namespace ngpcsim::app {
namespace {

template <class Params>
void append(std::string_view root, std::vector<config::ParamInfo>& params, std::vector<config::GroupInfo>& groups) {
  const auto more_params = config::describe_params<Params>(root);
  const auto more_groups = config::describe_groups<Params>(root);
  params.insert(params.end(), more_params.begin(), more_params.end());
  groups.insert(groups.end(), more_groups.begin(), more_groups.end());
}

/// Whether `path` is `wanted`, lies below it, or below a group of that name anywhere.
bool selected(std::string_view path, std::string_view wanted) {
  if (wanted.empty()) return true;
  const std::string padded = fmt::format(".{}.", path);
  const std::string part = fmt::format(".{}.", wanted);
  return padded.starts_with(part) || padded.find(part) != std::string::npos;
}

std::string text_of(const config::ParamInfo& p) {
  return fmt::format("{}\n    {} [{}], default {}, allowed {}\n    {}\n    source: {}\n", p.path, p.type, p.unit.empty() ? "-" : p.unit,
                     p.value.empty() ? "(empty)" : p.value, p.range, p.meaning, p.source);
}

}  // namespace

ExitCode describe_command(const std::string& prefix, const Console& console) {
  std::vector<config::ParamInfo> params;
  std::vector<config::GroupInfo> groups;
  append<models::ChipParams>("chip", params, groups);
  append<WorkloadParams>("workload", params, groups);
  append<workloads::PositionParams>("workload", params, groups);
  append<workloads::GemmParams>("workload", params, groups);
  append<gpu::GpuParams>("gpu", params, groups);
  append<energy::EnergyParams>("energy", params, groups);
  append<models::dram::DramParams>("dram", params, groups);

  bool any = false;
  for (const config::ParamInfo& param : params) {
    if (!selected(param.path, prefix)) continue;
    any = true;
    console.out << text_of(param);
  }
  if (any) return ExitCode::kDone;

  std::vector<std::string_view> names{"chip", "workload", "gpu", "energy", "dram"};
  for (const config::GroupInfo& group : groups) {
    const std::string_view last = config::split_path(group.path).back();
    if (std::find(names.begin(), names.end(), last) == names.end()) names.push_back(last);
  }
  const auto near = config::nearest(prefix, names);
  throw InputError({.file = "BLOCK"}, fmt::format("nothing is named {}{}", config::in_quotes(prefix), near ? fmt::format(" (did you mean {}?)", *near) : ""),
                   config::comma_list(names));
}

}  // namespace ngpcsim::app
