#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "workloads/gemm/csv_header.h"
#include "workloads/gemm/csv_reader.h"
#include "workloads/gemm/list_builder.h"

/// One row of each kind of table, added to a list.
namespace ngpcsim::workloads {

/// A row on its way into a list.
struct RowInput {
  const CsvRow& row;
  const CsvHeader& header;
  ListBuilder& list;

  [[nodiscard]] InputLocation at() const { return list.at(row.line); }
  [[nodiscard]] std::string_view cell(std::size_t column) const { return column < row.cells.size() ? std::string_view(row.cells[column]) : std::string_view(); }
  /// The size in a column; throws InputError where it is none.
  [[nodiscard]] std::uint64_t count(std::size_t column, std::string_view what) const;
  /// Notes that cells from `column` on are not read, where there are any.
  void ignore_from(std::size_t column) const;
};

void add_scale_sim_gemm(const RowInput& input);
void add_deepbench(const RowInput& input);
void add_scale_sim_conv(const RowInput& input);
void add_mnpusim(const RowInput& input);

}  // namespace ngpcsim::workloads
