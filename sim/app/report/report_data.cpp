#include "sim/app/report/report_data.h"

#include <filesystem>

#include "sim/app/read_result.h"
#include "sim/app/result/run_result.h"
#include "sim/app/sweep/database.h"
#include "sim/app/sweep/metrics.h"

namespace ngpcsim::app {
namespace {

namespace fs = std::filesystem;

Json run_json(const fs::path& input) {
  const fs::path folder = fs::is_directory(input) ? input : input.parent_path();
  const fs::path series = folder / "series.json";
  return {{"name", input_name(input.string())}, {"result", read_result(input.string())}, {"series", fs::exists(series) ? read_json(series) : Json(nullptr)}};
}

Json sweep_json(const fs::path& file) {
  const SweepTable table = read_sweep(file);
  Json metrics = Json::array(), objectives = Json::array(), rows = Json::array();
  for (const Metric& metric : kMetrics) metrics.push_back({{"name", metric.name}, {"unit", metric.unit}, {"label", metric.label}});
  for (const Objective& objective : table.objectives) objectives.push_back({{"key", objective.key}, {"most", objective.most}});
  for (const SweepTable::Row& row : table.rows) {
    Json values = Json::array();
    for (const auto& value : row.metrics) values.push_back(value ? Json(*value) : Json(nullptr));
    rows.push_back({{"point", row.point}, {"status", row.status}, {"message", row.message}, {"command", row.command}, {"values", row.values}, {"metrics", std::move(values)}});
  }
  return {{"experiment", table.experiment}, {"axes", table.axes}, {"metrics", std::move(metrics)}, {"objectives", std::move(objectives)}, {"rows", std::move(rows)}};
}

}  // namespace

Json report_data(const std::vector<std::string>& inputs) {
  Json runs = Json::array(), sweeps = Json::array();
  for (const std::string& input : inputs) {
    if (is_sweep_database(input)) sweeps.push_back(sweep_json(input));
    else runs.push_back(run_json(input));
  }
  return {{"version", program_version()}, {"runs", std::move(runs)}, {"sweeps", std::move(sweeps)}};
}

}  // namespace ngpcsim::app
