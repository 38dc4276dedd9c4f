#include "sim/config/text.h"
#include "workloads/gemm/count_text.h"
#include "workloads/gemm/csv_rows.h"

namespace ngpcsim::workloads {
namespace {

constexpr std::size_t kMnkSizes = 4;  ///< name, M, N, K

GemmShape mnk_of(const RowInput& input) { return {input.count(1, "M"), input.count(2, "N"), input.count(3, "K"), 1}; }

/// The batch of a SCALE-Sim row: a whole number in the fifth column, or in the sixth behind a sparsity N:M.
std::uint64_t batch_of(const RowInput& input, std::size_t column) {
  if (!input.row.closed && column + 1 == input.row.cells.size())
    throw InputError(input.at(), fmt::format("the row does not end with a comma, so SCALE-Sim drops {}, the batch", config::in_quotes(input.cell(column))),
                     "a comma after the batch, or no batch");
  if (input.header.extra == ExtraColumn::kOther)
    throw InputError(input.at(),
                     fmt::format("{} in a column named {}, where SCALE-Sim reads a batch", config::in_quotes(input.cell(column)),
                                 config::in_quotes(input.header.extra_name)),
                     "a column named Batch or Sparsity, or none");
  return input.count(column, "batch");
}

}  // namespace

std::uint64_t RowInput::count(std::size_t column, std::string_view what) const { return read_count(cell(column), at(), what); }

void RowInput::ignore_from(std::size_t column) const {
  if (column < row.cells.size()) list.note("extra columns", row.line, fmt::format("cells from column {} on are not read", column + 1));
}

void add_scale_sim_gemm(const RowInput& input) {
  GemmShape shape = mnk_of(input);
  std::size_t next = kMnkSizes;
  if (input.cell(next).find(':') != std::string_view::npos) {
    input.list.note("sparsity", input.row.line,
                    fmt::format("the sparsity {} is not modelled, the multiplication is dense", config::in_quotes(input.cell(next))));
    ++next;
  } else if (input.cell(next).empty()) {
    ++next;  // SCALE-Sim then looks for a batch in the sixth column
  }
  const bool batch = next < input.row.cells.size() && next <= kMnkSizes + 1 && (input.header.extra == ExtraColumn::kBatch || is_all_digits(input.cell(next)));
  if (batch) shape.batch = batch_of(input, next++);
  input.ignore_from(next);
  input.list.add(input.row.line, input.cell(0), shape);
}

void add_deepbench(const RowInput& input) {
  const GemmShape shape = mnk_of(input);
  std::string name = fmt::format("{}_{}x{}x{}_", input.cell(0), shape.m, shape.n, shape.k);
  for (std::size_t column = kMnkSizes; column < kMnkSizes + 2; ++column) {
    const std::string_view flag = input.cell(column);
    if (flag != "true" && flag != "false")
      throw InputError(input.at(), fmt::format("{}_transposed = {}", column == kMnkSizes ? 'a' : 'b', config::in_quotes(flag)), "true, false");
    name += flag == "true" ? 't' : 'n';
  }
  input.ignore_from(kMnkSizes + 2);
  input.list.add(input.row.line, name, shape);
}

}  // namespace ngpcsim::workloads
