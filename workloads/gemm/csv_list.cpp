#include "workloads/gemm/csv_list.h"

#include "sim/config/text.h"
#include "workloads/gemm/csv_rows.h"

namespace ngpcsim::workloads {
namespace {

void add_row(const RowInput& input) {
  switch (input.header.format) {
    case GemmFormat::kScaleSimGemm: return add_scale_sim_gemm(input);
    case GemmFormat::kScaleSimConv: return add_scale_sim_conv(input);
    case GemmFormat::kMnpusim: return add_mnpusim(input);
    case GemmFormat::kDeepBench: return add_deepbench(input);
    case GemmFormat::kTimeloop: break;
  }
  throw InvariantError("a table of a format that is none");
}

}  // namespace

GemmFile parse_csv_list(std::string_view text, const std::string& file, const GemmReadOptions& options) {
  CsvReader reader(text, file);
  const auto first = reader.next();
  if (!first) throw InputError({file, 0}, "the file is empty", "a header and at least one matrix multiplication");
  const CsvHeader header = recognise_header(*first, file);
  const bool scale_sim = header.format == GemmFormat::kScaleSimGemm || header.format == GemmFormat::kScaleSimConv;

  ListBuilder list(file, options);
  if (reader.separator() == '\t') list.note("tabs", first->line, "cells are separated by tabs; SCALE-Sim wants commas");
  while (const auto row = reader.next()) {
    if (row->quoted) list.note("quotes", row->line, "cells in quotes are read without them");
    if (row->cells.size() == 1) {
      list.note("title", row->line, fmt::format("the row {} has no sizes and is left out as a title", config::in_quotes(row->cells[0])));
      continue;
    }
    add_row({*row, header, list});
    if (scale_sim && !row->closed)
      list.note("open row", row->line, "the row does not end with a comma: SCALE-Sim would lose its last cell, here it counts");
  }
  return list.finish(header.format);
}

}  // namespace ngpcsim::workloads
