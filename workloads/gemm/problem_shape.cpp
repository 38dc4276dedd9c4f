#include "workloads/gemm/problem_shape.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "sim/config/text.h"
#include "workloads/gemm/count_text.h"
#include "workloads/gemm/gemm_totals.h"

namespace ngpcsim::workloads {
namespace {

/// Names that an instance of a layer may carry beside its dimensions: strides and dilations, which do not change the number of products, and the
/// input's sizes, which follow from P, Q, R and S.
constexpr std::array<std::string_view, 12> kLayerExtras{"hstride", "wstride", "hdilation", "wdilation", "hpad",    "wpad",
                                                        "h",       "w",       "densities", "name",      "version", "notes"};

constexpr std::size_t kMaxDimensions = 64;

struct DataSpace {
  std::string name;
  bool written = false;
  std::set<std::string> names;  ///< all that its projection mentions: dimensions and coefficients
};

std::string small(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

const YamlNode& list_member(const YamlNode& shape, const char* key, const ListBuilder& list) {
  const YamlNode* member = shape.find(key);
  if (!member || member->kind != YamlNode::Kind::kList || member->items.empty())
    throw InputError(list.at(member ? member->line : shape.line), fmt::format("the shape has no list \"{}\"", key), "dimensions and data_spaces as lists");
  return *member;
}

void collect(const YamlNode& node, std::set<std::string>& names) {
  if (node.kind == YamlNode::Kind::kScalar) names.insert(node.text);
  for (const YamlNode& item : node.items) collect(item, names);
}

DataSpace read_data_space(const YamlNode& node, const ListBuilder& list) {
  const YamlNode* name = node.find("name");
  const YamlNode* projection = node.find("projection");
  if (!name || name->kind != YamlNode::Kind::kScalar || !projection || projection->kind != YamlNode::Kind::kList)
    throw InputError(list.at(node.line), "a data space without name or projection", "a name, and a projection as lists");
  DataSpace space{name->text, false, {}};
  if (const YamlNode* written = node.find("read_write")) space.written = small(written->text) == "true";
  collect(*projection, space.names);
  return space;
}

/// A, B and the result, in this order.
std::array<DataSpace, 3> operands(const YamlNode& shape, const ListBuilder& list) {
  const YamlNode& nodes = list_member(shape, "data_spaces", list);
  std::vector<DataSpace> read, written;
  for (const YamlNode& node : nodes.items) {
    DataSpace space = read_data_space(node, list);
    (space.written ? written : read).push_back(std::move(space));
  }
  if (read.size() != 2 || written.size() != 1)
    throw InputError(list.at(nodes.line), fmt::format("{} data spaces are read and {} written", read.size(), written.size()),
                     "a product: two that are read, one with read_write: true");
  if (small(read[0].name).starts_with("weight")) std::swap(read[0], read[1]);
  return {std::move(read[0]), std::move(read[1]), std::move(written[0])};
}

DimensionRole role_of(const std::string& dimension, const std::array<DataSpace, 3>& spaces) {
  const auto in = [&](std::size_t i) { return spaces[i].names.contains(dimension); };
  if (in(0) && in(1)) return in(2) ? DimensionRole::kBatch : DimensionRole::kReduction;
  if (in(2) && in(0)) return DimensionRole::kRows;
  if (in(2) && in(1)) return DimensionRole::kColumns;
  return DimensionRole::kOther;
}

}  // namespace

ProblemShape read_problem_shape(const YamlNode& shape, ListBuilder& list) {
  if (shape.kind != YamlNode::Kind::kMap)
    throw InputError(list.at(shape.line), fmt::format("the shape {} is defined elsewhere", config::in_quotes(shape.text)),
                     "a shape with dimensions and data_spaces, or an instance of a convolution layer alone");
  const std::array<DataSpace, 3> spaces = operands(shape, list);
  ProblemShape result;
  for (const YamlNode& node : list_member(shape, "dimensions", list).items) {
    if (node.kind != YamlNode::Kind::kScalar || node.text.empty()) throw InputError(list.at(node.line), "a dimension that is no name", "[M, N, K]");
    if (std::any_of(result.dimensions.begin(), result.dimensions.end(), [&node](const auto& dimension) { return dimension.name == node.text; }))
      throw InputError(list.at(node.line), fmt::format("the dimension {} is repeated", config::in_quotes(node.text)), "each dimension once");
    if (result.dimensions.size() == kMaxDimensions)
      throw InputError(list.at(node.line), "too many dimensions", fmt::format("at most {}", kMaxDimensions));
    result.dimensions.push_back({node.text, role_of(node.text, spaces)});
  }
  return result;
}

ProblemShape convolution_layer() {
  using enum DimensionRole;
  return {{{"C", kReduction}, {"M", kColumns}, {"R", kReduction}, {"S", kReduction}, {"N", kRows}, {"P", kRows}, {"Q", kRows}, {"G", kBatch}}};
}

void check_layer_instance(const YamlNode& instance, const ProblemShape& layer, const ListBuilder& list) {
  for (std::size_t i = 0; i < instance.keys.size(); ++i) {
    const std::string& key = instance.keys[i];
    const bool known = std::any_of(layer.dimensions.begin(), layer.dimensions.end(), [&key](const auto& dimension) { return dimension.name == key; }) ||
                       std::find(kLayerExtras.begin(), kLayerExtras.end(), small(key)) != kLayerExtras.end();
    if (!known)
      throw InputError(list.at(instance.items[i].line),
                       fmt::format("{} is no dimension of a convolution layer, and the file has no shape that says what it is", config::in_quotes(key)),
                       "C, M, R, S, N, P, Q, G");
  }
}

std::optional<GemmShape> multiply_out(const ProblemShape& shape, const YamlNode& instance, bool all_named, const ListBuilder& list) {
  GemmShape gemm;
  for (const ProblemShape::Dimension& dimension : shape.dimensions) {
    const YamlNode* size = instance.find(dimension.name);
    if (!size && !all_named) continue;
    if (!size)
      throw InputError(list.at(instance.line), fmt::format("the instance has no {}", config::in_quotes(dimension.name)),
                       "a size for every dimension of the shape");
    if (size->kind != YamlNode::Kind::kScalar)
      throw InputError(list.at(size->line), fmt::format("{} is no number", config::in_quotes(dimension.name)), "a whole number");
    const std::uint64_t count = read_count(size->text, list.at(size->line), dimension.name);
    if (dimension.role == DimensionRole::kOther && count > 1)
      throw InputError(list.at(size->line), fmt::format("{} = {} appears in fewer than two data spaces", config::in_quotes(dimension.name), count),
                       "1, or a dimension of a product");
    std::uint64_t& target = dimension.role == DimensionRole::kRows      ? gemm.m
                            : dimension.role == DimensionRole::kColumns ? gemm.n
                            : dimension.role == DimensionRole::kBatch   ? gemm.batch
                                                                        : gemm.k;
    const auto product = bounded_product({target, count});
    if (!product) return std::nullopt;
    target = *product;
  }
  return gemm;
}

}  // namespace ngpcsim::workloads
