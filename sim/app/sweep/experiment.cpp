#include "sim/app/sweep/experiment.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "sim/config/element_tree.h"
#include "sim/config/number.h"
#include "sim/config/text.h"

namespace ngpcsim::app {
namespace {

constexpr std::size_t kMostPoints = 1'000'000;

double number_of(const config::Element& element, std::string_view key) {
  const std::string text = element.required(key);
  const auto value = config::parse_real(text).value;
  if (!value) throw InputError(element.at, fmt::format("{}={} of <{}>", key, config::in_quotes(text), element.name), "a number");
  return *value;
}

std::uint64_t count_of(const config::Element& element, std::string_view key, std::uint64_t least, std::uint64_t most) {
  const std::string text = element.required(key);
  const auto value = config::parse_integer(text).value;
  if (!value || *value < 0 || static_cast<std::uint64_t>(*value) < least || static_cast<std::uint64_t>(*value) > most)
    throw InputError(element.at, fmt::format("{}={} of <{}>", key, config::in_quotes(text), element.name), fmt::format("{}..{}", least, most));
  return static_cast<std::uint64_t>(*value);
}

std::string number_text(double value) { return value == std::floor(value) && std::abs(value) < 1e15 ? fmt::format("{:.0f}", value) : config::print_real(value); }

/// from, from + step, ... up to `to`; or from, from x factor, ...
std::vector<std::string> range_values(const config::Element& element) {
  const double from = number_of(element, "from"), to = number_of(element, "to");
  const bool by_factor = element.attribute("factor").has_value();
  const double by = number_of(element, by_factor ? "factor" : "step");
  if (by_factor ? by <= 1.0 || from <= 0.0 : by <= 0.0)
    throw InputError(element.at, fmt::format("a range from {} by {} {}", number_text(from), by_factor ? "factor" : "step", number_text(by)), by_factor ? "a factor above 1 and from above 0" : "a step above 0");
  if (from > to) throw InputError(element.at, fmt::format("a range from {} to {} has no value", number_text(from), number_text(to)), "from <= to");
  std::vector<std::string> values;
  for (std::size_t i = 0;; ++i) {
    const double value = by_factor ? from * std::pow(by, static_cast<double>(i)) : from + static_cast<double>(i) * by;
    if (value > to * (1.0 + 1e-12) || i > kMostPoints) return values;
    values.push_back(number_text(value));
  }
}

Axis read_axis(const config::Element& element) {
  element.check_attributes({"path", "values", "from", "to", "step", "factor", "source"});
  Axis axis{.path = element.required("path"), .values = {}, .at = element.at};
  if (element.attribute("values").has_value() == element.attribute("from").has_value())
    throw InputError(element.at, fmt::format("axis {} has neither or both of values and from", axis.path), "values=\"A B C\", or from, to and step or factor");
  if (element.attribute("from")) axis.values = range_values(element);
  else {
    std::istringstream words(*element.attribute("values"));
    for (std::string word; words >> word;) axis.values.push_back(word);
  }
  if (axis.values.empty()) throw InputError(element.at, fmt::format("axis {} has no value", axis.path), "at least one");
  return axis;
}

AxisGroup read_zip(const config::Element& element) {
  element.check_attributes({});
  AxisGroup group;
  for (const config::Element& child : element.children) {
    if (child.name != "axis") throw InputError(child.at, fmt::format("<{}> in <zip>", child.name), "<axis>");
    group.axes.push_back(read_axis(child));
    if (group.axes.back().values.size() != group.size())
      throw InputError(child.at, fmt::format("axis {} has {} values, {} before it has {}", group.axes.back().path, group.axes.back().values.size(), group.axes.front().path, group.size()), "as many in all axes of a <zip>");
  }
  if (group.axes.empty()) throw InputError(element.at, "<zip> without axes", "<axis> elements");
  return group;
}

Sample read_sample(const config::Element& element) {
  element.check_attributes({"method", "points", "seed"});
  const std::string method = element.required("method");
  if (method != "random" && method != "latin_hypercube") throw InputError(element.at, fmt::format("method={}", config::in_quotes(method)), "random, latin_hypercube");
  Sample sample{.method = method == "random" ? Sample::Method::kRandom : Sample::Method::kLatinHypercube, .points = count_of(element, "points", 1, kMostPoints), .seed = 1};
  if (element.attribute("seed")) sample.seed = count_of(element, "seed", 0, std::uint64_t{1} << 53);
  return sample;
}

Objective read_objective(const config::Element& element) {
  element.check_attributes({"key", "goal"});
  const std::string goal = element.required("goal");
  if (goal != "most" && goal != "least") throw InputError(element.at, fmt::format("goal={}", config::in_quotes(goal)), "most, least");
  return {element.required("key"), goal == "most"};
}

void read_child(const config::Element& element, Experiment& experiment) {
  if (element.name == "axis") return experiment.groups.push_back({{read_axis(element)}});
  if (element.name == "zip") return experiment.groups.push_back(read_zip(element));
  if (element.name == "objective") return experiment.objectives.push_back(read_objective(element));
  if (element.name == "sample") {
    experiment.sample = read_sample(element);
    return;
  }
  if (element.name == "set") {
    element.check_attributes({"path", "value", "source"});
    return experiment.sets.push_back(element.required("path") + "=" + element.required("value"));
  }
  if (element.name == "only" || element.name == "skip" || element.name == "constraint") {
    element.check_attributes({"when"});
    auto& conditions = element.name == "constraint" ? experiment.constraints : experiment.conditions;
    return conditions.push_back({element.required("when"), element.name == "skip", element.at});
  }
  throw InputError(element.at, fmt::format("<{}> in <experiment>", element.name), "axis, zip, set, only, skip, sample, objective, constraint");
}

/// No place of a group is another one again.
void check_places(const AxisGroup& group) {
  std::set<std::vector<std::string>> seen;
  for (std::size_t place = 0; place < group.size(); ++place) {
    std::vector<std::string> values;
    for (const Axis& axis : group.axes) values.push_back(axis.values[place]);
    if (!seen.insert(values).second) throw InputError(group.axes.front().at, fmt::format("axis {} has the value {} twice", group.axes.front().path, values.front()), "each once, or other values of the axes zipped with it");
  }
}

void check_grid(const Experiment& experiment, const InputLocation& at) {
  if (experiment.groups.empty()) throw InputError(at, "an experiment without an axis", "<axis path=\"...\" values=\"...\"/>");
  std::set<std::string> paths;
  double points = 1.0;
  for (const Axis* axis : experiment.axes())
    if (!paths.insert(axis->path).second) throw InputError(axis->at, fmt::format("a second axis {}", axis->path), "each parameter once");
  for (const AxisGroup& group : experiment.groups) {
    check_places(group);
    points *= static_cast<double>(group.size());
  }
  if (points > static_cast<double>(kMostPoints)) throw InputError(at, fmt::format("the axes span {:.3g} points", points), fmt::format("at most {}", kMostPoints));
}

}  // namespace

std::vector<const Axis*> Experiment::axes() const {
  std::vector<const Axis*> all;
  for (const AxisGroup& group : groups)
    for (const Axis& axis : group.axes) all.push_back(&axis);
  return all;
}

Experiment load_experiment(const std::string& text, const ConfigStore& store) {
  const std::filesystem::path path = store.find(ConfigKind::kExperiment, text, {.file = "EXPERIMENT"});
  const config::Element root = config::load_element_tree(path.string(), "experiment");
  root.check_attributes({"name", "chip", "workload", "gpu", "frames", "seconds", "memory_mib"});
  Experiment experiment;
  experiment.name = root.attribute("name").value_or(path.stem().string());
  for (const auto& [key, member] : {std::pair{"chip", &Experiment::chip}, {"workload", &Experiment::workload}, {"gpu", &Experiment::gpu}})
    if (root.attribute(key)) experiment.*member = root.required(key);
  if (root.attribute("frames")) experiment.frames = count_of(root, "frames", 1, kMostPoints);
  if (root.attribute("seconds")) experiment.seconds = count_of(root, "seconds", 1, 1'000'000);
  if (root.attribute("memory_mib")) experiment.memory_mib = count_of(root, "memory_mib", 64, 1 << 24);
  for (const config::Element& child : root.children) read_child(child, experiment);
  check_grid(experiment, root.at);
  return experiment;
}

}  // namespace ngpcsim::app
