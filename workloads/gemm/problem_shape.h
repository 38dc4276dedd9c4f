#pragma once
#include <optional>
#include <string>
#include <vector>

#include "workloads/gemm/list_builder.h"
#include "workloads/gemm/yaml_tree.h"

namespace ngpcsim::workloads {

/// What a dimension of a product is to the multiplication, told by the data spaces that it appears in.
enum class DimensionRole {
  kRows,       ///< of A and of the result: M
  kColumns,    ///< of B and of the result: N
  kReduction,  ///< of A and B: K
  kBatch,      ///< of all three
  kOther,      ///< of one alone, or of none
};

/// The dimensions of a Timeloop problem.
struct ProblemShape {
  struct Dimension {
    std::string name;
    DimensionRole role = DimensionRole::kOther;
  };
  std::vector<Dimension> dimensions;
};

/// Reads a `shape`: its dimensions and data spaces. Two are operands, one is written (`read_write`). The operand named Weights is B; without one the
/// first is A. A convolution's R, S and C are then the reduction, N, P and Q the rows, M the columns: im2col. Throws InputError with the line.
[[nodiscard]] ProblemShape read_problem_shape(const YamlNode& shape, ListBuilder& list);

/// The convolution layer that Timeloop's exercises include for an `instance` alone (problem_base.yaml): C, M, R, S, N, P, Q, G.
[[nodiscard]] ProblemShape convolution_layer();

/// Checks that an instance without a shape names dimensions of the convolution layer, its coefficients and sizes that follow, and nothing else.
void check_layer_instance(const YamlNode& instance, const ProblemShape& layer, const ListBuilder& list);

/// The multiplication of an instance; a dimension that it does not name is an error where `all_named`, else 1.
[[nodiscard]] std::optional<GemmShape> multiply_out(const ProblemShape& shape, const YamlNode& instance, bool all_named, const ListBuilder& list);

}  // namespace ngpcsim::workloads
