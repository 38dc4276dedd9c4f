#include <utility>

#include "sim/config/text.h"
#include "workloads/gemm/csv_rows.h"
#include "workloads/gemm/im2col.h"

namespace ngpcsim::workloads {
namespace {

constexpr std::size_t kConvSizes = 8;    ///< name, input, filter, channels, filters, stride
constexpr std::size_t kTypeColumn = 8;   ///< of mNPUsim; three base addresses follow
constexpr std::size_t kMnpusimColumns = 12;

constexpr std::string_view kTypes = "Conv, Im2col_conv, Pool, Gemm, Dir_Gemm, Gemv";

ConvShape conv_of(const RowInput& input) {
  ConvShape conv{input.count(1, "IFMAP height"), input.count(2, "IFMAP width"), input.count(3, "filter height"), input.count(4, "filter width"),
                 input.count(5, "channels"), input.count(6, "number of filters"), input.count(7, "stride"), 1};
  conv.stride_width = conv.stride_height;
  return conv;
}

/// SCALE-Sim asserts this, and no window would fit otherwise.
void check_filter_fits(const RowInput& input, const ConvShape& conv) {
  const auto check_side = [&input](std::string_view side, std::uint64_t filter, std::uint64_t ifmap) {
    if (filter > ifmap)
      throw InputError(input.at(), fmt::format("filter {} = {} is larger than the IFMAP {}", side, filter, side), fmt::format("1 to {}", ifmap));
  };
  check_side("height", conv.filter_height, conv.ifmap_height);
  check_side("width", conv.filter_width, conv.ifmap_width);
}

void note_partial_windows(const RowInput& input, const ConvShape& conv) {
  if ((conv.ifmap_height - conv.filter_height) % conv.stride_height != 0 || (conv.ifmap_width - conv.filter_width) % conv.stride_width != 0)
    input.list.note("partial windows", input.row.line, "the stride does not divide: the last window hangs over the edge and counts, as in SCALE-Sim");
}

/// What SCALE-Sim takes for a depthwise layer.
bool is_depthwise(std::string_view name) { return name.find("DP") != std::string_view::npos; }

/// A matrix in the columns of a convolution: A is the input, B the filter.
GemmShape matrix_of(const RowInput& input, const ConvShape& columns, std::string_view type) {
  const auto want = [&](std::string_view what, std::uint64_t value, std::uint64_t wanted) {
    if (value != wanted) throw InputError(input.at(), fmt::format("{} = {} in a row of type {}", what, value, type), fmt::format("{}", wanted));
  };
  want("filter height (rows of B)", columns.filter_height, columns.ifmap_width);
  want("channels", columns.channels, 1);
  want("number of filters", columns.filters, 1);
  if (type == "Gemv") want("filter width (columns of B)", columns.filter_width, 1);
  return {columns.ifmap_height, columns.filter_width, columns.ifmap_width, 1};
}

}  // namespace

void add_scale_sim_conv(const RowInput& input) {
  ConvShape conv = conv_of(input);
  std::size_t next = kConvSizes;
  if (input.header.extra == ExtraColumn::kStride) conv.stride_width = input.count(next++, "stride width");
  check_filter_fits(input, conv);
  if (input.cell(next).find(':') != std::string_view::npos || (next == kConvSizes && input.header.extra == ExtraColumn::kSparsity && !input.cell(next).empty())) {
    input.list.note("sparsity", input.row.line, fmt::format("the sparsity {} is not modelled, the layer is dense", config::in_quotes(input.cell(next))));
    ++next;
  }
  input.ignore_from(next);
  note_partial_windows(input, conv);
  if (is_depthwise(input.cell(0))) {
    input.list.note("depthwise", input.row.line,
                    fmt::format("DP in the name {}: one multiplication of one channel for each of {} channels, as in SCALE-Sim",
                                config::in_quotes(input.cell(0)), conv.channels));
    input.list.add(input.row.line, input.cell(0), lower_depthwise(conv));
  } else {
    input.list.add(input.row.line, input.cell(0), lower_im2col(conv));
  }
}

void add_mnpusim(const RowInput& input) {
  const std::string_view type = input.cell(kTypeColumn);
  if (type == "Pool") {
    input.list.note("pool", input.row.line, fmt::format("the layer {} pools and is left out", config::in_quotes(input.cell(0))));
    return;
  }
  const ConvShape columns = conv_of(input);
  input.ignore_from(kMnpusimColumns);
  if (type == "Gemm" || type == "Dir_Gemm" || type == "Gemv") {
    input.list.add(input.row.line, input.cell(0), matrix_of(input, columns, type));
    return;
  }
  if (type != "Conv" && type != "Im2col_conv") throw InputError(input.at(), fmt::format("type = {}", config::in_quotes(type)), std::string(kTypes));
  check_filter_fits(input, columns);
  note_partial_windows(input, columns);
  std::optional<GemmShape> shape = lower_im2col(columns);
  if (shape && type == "Im2col_conv") std::swap(shape->m, shape->n);  // there the filters are A
  input.list.add(input.row.line, input.cell(0), shape);
}

}  // namespace ngpcsim::workloads
