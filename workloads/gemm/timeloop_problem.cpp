#include "workloads/gemm/timeloop_problem.h"

#include <algorithm>
#include <filesystem>

#include "sim/config/text.h"
#include "workloads/gemm/clean_name.h"
#include "workloads/gemm/count_text.h"
#include "workloads/gemm/list_builder.h"
#include "workloads/gemm/problem_shape.h"
#include "workloads/gemm/yaml_tree.h"

namespace ngpcsim::workloads {
namespace {

/// One problem takes a kilobyte; the tree of a megabyte is still small.
constexpr std::size_t kMaxBytes = std::size_t{1} << 20;

/// Lines of a text, each with its end.
std::string_view take_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end == std::string_view::npos ? rest.size() : end + 1);
  rest.remove_prefix(line.size());
  return line;
}

std::string_view stripped(std::string_view line) {
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  return trim_blanks(line);
}

bool is_template(std::string_view line) { return line.starts_with("{{"); }

/// The text with its template lines ({{include_text(...)}}) blanked, so that lines keep their numbers. They are no YAML.
std::string without_templates(std::string_view text, ListBuilder& list) {
  std::string result;
  int number = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = take_line(rest);
    ++number;
    if (is_template(stripped(line))) {
      list.note("template", number, fmt::format("{} is not expanded: sizes that the file does not name are 1", config::in_quotes(stripped(line))));
      result += '\n';
    } else {
      result += line;
    }
  }
  return result;
}

/// `problem`, or the whole file where it starts with `instance`.
const YamlNode& problem_of(const YamlNode& root, const ListBuilder& list) {
  const YamlNode* problem = root.find("problem");
  if (!problem && root.find("instance")) problem = &root;
  if (!problem || problem->kind != YamlNode::Kind::kMap)
    throw InputError(list.at(problem ? problem->line : std::max(root.line, 1)), "no map \"problem\"", "a Timeloop problem: problem, with shape and instance");
  return *problem;
}

const YamlNode& instance_of(const YamlNode& problem, const ListBuilder& list) {
  const YamlNode* instance = problem.find("instance");
  if (!instance) throw InputError(list.at(problem.line), "the problem has no \"instance\"", "an instance with the size of every dimension");
  if (instance->kind != YamlNode::Kind::kMap) throw InputError(list.at(instance->line), "\"instance\" is no map of sizes", "{M: 64, N: 32, K: 16}");
  return *instance;
}

/// Merging would need the file that a template includes.
void note_merges(const YamlNode& problem, bool short_form, ListBuilder& list) {
  for (const char* key : {"<<", "<<<"}) {
    const YamlNode* merged = problem.find(key);
    if (!merged) continue;
    if (!short_form || merged->kind != YamlNode::Kind::kAlias)
      throw InputError(list.at(merged->line), fmt::format("\"{}\" merges another map", key),
                       "shape and instance written out, or an instance of a convolution layer alone");
    list.note("merge", merged->line, fmt::format("*{} is not merged: the dimensions are taken to be those of a convolution layer", clean_name(merged->text)));
  }
}

std::string name_of(const YamlNode& problem, const std::string& file) {
  const YamlNode* name = problem.find("name");
  return name && name->kind == YamlNode::Kind::kScalar && !name->text.empty() ? name->text : std::filesystem::path(file).stem().string();
}

}  // namespace

bool looks_like_yaml(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = stripped(take_line(text));
    if (line.empty() || line.starts_with('#') || line.starts_with("---") || line.starts_with('%')) continue;
    if (is_template(line)) return true;
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0) return false;
    const bool plain = std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(colon), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
    });
    return plain && (colon + 1 == line.size() || line[colon + 1] == ' ' || line[colon + 1] == '\t');
  }
  return false;
}

GemmFile parse_timeloop_problem(std::string_view text, const std::string& file, const GemmReadOptions& options) {
  if (text.size() > kMaxBytes) throw InputError({file, 0}, fmt::format("{} bytes of YAML are too many", text.size()), fmt::format("at most {}", kMaxBytes));
  ListBuilder list(file, options);
  const YamlNode root = parse_yaml(without_templates(text, list), file);
  const YamlNode& problem = problem_of(root, list);
  const YamlNode& instance = instance_of(problem, list);
  const YamlNode* shape = problem.find("shape");
  note_merges(problem, shape == nullptr, list);
  if (const YamlNode* densities = instance.find("densities"))
    list.note("densities", densities->line, "densities are not modelled, the multiplication is dense");

  const ProblemShape dimensions = shape ? read_problem_shape(*shape, list) : convolution_layer();
  if (!shape) check_layer_instance(instance, dimensions, list);
  list.add(instance.line, name_of(problem, file), multiply_out(dimensions, instance, shape != nullptr, list));
  return list.finish(GemmFormat::kTimeloop);
}

}  // namespace ngpcsim::workloads
