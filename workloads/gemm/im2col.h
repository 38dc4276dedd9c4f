#pragma once
#include <cstdint>
#include <optional>

#include "workloads/gemm/list_builder.h"

namespace ngpcsim::workloads {

/// A convolution as SCALE-Sim writes it: padding, if any, is part of the input.
struct ConvShape {
  std::uint64_t ifmap_height = 1, ifmap_width = 1;
  std::uint64_t filter_height = 1, filter_width = 1;
  std::uint64_t channels = 1;
  std::uint64_t filters = 1;
  std::uint64_t stride_height = 1, stride_width = 1;
};

/// Output positions along one side, ceil((input - filter + stride) / stride): SCALE-Sim's formula (topology_utils.py), and mNPUsim's. Where the
/// stride does not divide, it counts one position more than the usual floor: the last window, which hangs over the edge. filter <= input.
[[nodiscard]] constexpr std::uint64_t output_positions(std::uint64_t input, std::uint64_t filter, std::uint64_t stride) {
  return (input - filter + stride - 1) / stride + 1;
}

/// The convolution as one multiplication: M output positions, N filters, K values under a filter. Nothing where a size overflows.
[[nodiscard]] std::optional<GemmShape> lower_im2col(const ConvShape& conv);

/// What SCALE-Sim makes of a depthwise layer: one multiplication per channel, of one channel each and with all `filters`.
[[nodiscard]] std::optional<GemmShape> lower_depthwise(const ConvShape& conv);

}  // namespace ngpcsim::workloads
