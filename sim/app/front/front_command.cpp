#include "sim/app/front/front_command.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/app/front/designs.h"

namespace ngpcsim::app {
namespace {

std::string design_text(const SweepTable& table, const Designs& designs, std::size_t design) {
  std::string text;
  for (std::size_t o = 0; o < designs.objectives.size(); ++o) text += fmt::format("{:>14.6g}", designs.value(design, o));
  text += fmt::format("  {:>6}  ", designs.rows[design]->point);
  for (std::size_t a = 0; a < table.axes.size(); ++a) text += fmt::format("{}{}={}", a == 0 ? "" : " ", table.axes[a], designs.rows[design]->values[a]);
  return text + "\n";
}

std::string front_text(const SweepTable& table, const Designs& designs) {
  std::vector<std::size_t> front = pareto_front(designs.gains);
  std::stable_sort(front.begin(), front.end(), [&](std::size_t a, std::size_t b) { return designs.gains[a] > designs.gains[b]; });
  std::string text = fmt::format("front: {} of {} designs\n", front.size(), designs.rows.size());
  for (const Objective& objective : designs.objectives) text += fmt::format("{:>14}", objective.key);
  text += "   point  design\n";
  for (const std::size_t design : front) text += design_text(table, designs, design);
  return text;
}

std::string best_text(const Designs& designs) {
  std::string text = "\nbest by each objective\n";
  for (std::size_t o = 0; o < designs.objectives.size(); ++o) {
    std::size_t best = 0;
    for (std::size_t d = 1; d < designs.rows.size(); ++d)
      if (designs.gains[d][o] > designs.gains[best][o]) best = d;
    text += fmt::format("  {} {} = {:.6g}\n    {}\n", designs.objectives[o].most ? "most" : "least", designs.objectives[o].key, designs.value(best, o), designs.rows[best]->command);
  }
  return text;
}

std::string effects_text(const SweepTable& table, const Designs& designs) {
  std::string text = "\nwhat an axis does: largest over smallest along it, all else equal (geometric mean), and its best value\n";
  std::size_t width = 4;
  for (const std::string& axis : table.axes) width = std::max(width, axis.size());
  text += fmt::format("  {:<{}}", "axis", width);
  for (const Objective& objective : designs.objectives) text += fmt::format("  {:>24}", objective.key);
  text += "\n";
  const auto effects = axis_effects(table, designs);
  for (std::size_t a = 0; a < table.axes.size(); ++a) {
    text += fmt::format("  {:<{}}", table.axes[a], width);
    for (const AxisEffect& effect : effects[a]) text += fmt::format("  {:>24}", fmt::format("{:.3f} x, {}", effect.largest_ratio, effect.best));
    text += "\n";
  }
  return text;
}

}  // namespace

ExitCode front_command(const FrontOptions& options, const Console& console) {
  std::vector<Objective> objectives;
  for (const std::string& text : options.objectives) objectives.push_back(parse_objective(text));
  const SweepTable table = read_sweep(options.database);
  const Designs designs = designs_of(table, objectives, options.constraints);
  if (designs.objectives.empty()) throw InputError({"--objective"}, "neither the experiment nor the command line names an objective", "COLUMN:most or COLUMN:least, repeatable");
  if (designs.rows.empty()) throw InputError({options.database}, "no finished point meets the constraints and has the objectives", "other constraints, or a sweep that has run");
  console.out << front_text(table, designs) << best_text(designs) << effects_text(table, designs);
  if (!options.against.empty()) {
    const SweepTable other = read_sweep(options.against);
    const Designs measure = designs_of(other, designs.objectives, options.constraints);
    console.out << fmt::format("\nhypervolume: {:.2f} % of that of {}, with {} of {} designs simulated\n", hypervolume_percent(designs.gains, measure.gains), options.against, designs.rows.size(), measure.rows.size());
  }
  return ExitCode::kDone;
}

}  // namespace ngpcsim::app
