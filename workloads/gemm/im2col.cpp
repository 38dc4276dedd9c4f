#include "workloads/gemm/im2col.h"

#include "workloads/gemm/gemm_totals.h"

namespace ngpcsim::workloads {

std::optional<GemmShape> lower_im2col(const ConvShape& conv) {
  const auto m = bounded_product({output_positions(conv.ifmap_height, conv.filter_height, conv.stride_height),
                                  output_positions(conv.ifmap_width, conv.filter_width, conv.stride_width)});
  const auto k = bounded_product({conv.filter_height, conv.filter_width, conv.channels});
  if (!m || !k) return std::nullopt;
  return GemmShape{*m, conv.filters, *k, 1};
}

std::optional<GemmShape> lower_depthwise(const ConvShape& conv) {
  ConvShape one_channel = conv;
  one_channel.channels = 1;
  auto shape = lower_im2col(one_channel);
  if (shape) shape->batch = conv.channels;
  return shape;
}

}  // namespace ngpcsim::workloads
