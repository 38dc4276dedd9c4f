#include "workloads/gemm/im2col.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "sim/base/rng.h"

namespace ngpcsim::workloads {
namespace {

/// Output positions of one side, counted by walking: a window is moved on until it has covered the last input.
std::uint64_t walk(std::uint64_t input, std::uint64_t filter, std::uint64_t stride) {
  std::uint64_t count = 1;
  for (std::uint64_t start = 0; start + filter < input; start += stride) ++count;
  return count;
}

/// A convolution done, with one set entry per product: how many outputs, and how many products go into one of them.
struct SlowConv {
  std::uint64_t positions = 0;
  std::uint64_t under_filter = 0;
};

SlowConv slow_conv(const ConvShape& conv) {
  std::set<std::pair<std::uint64_t, std::uint64_t>> outputs;
  const std::uint64_t rows = walk(conv.ifmap_height, conv.filter_height, conv.stride_height),
                      columns = walk(conv.ifmap_width, conv.filter_width, conv.stride_width);
  for (std::uint64_t y = 0; y < rows; ++y)
    for (std::uint64_t x = 0; x < columns; ++x) outputs.insert({y, x});
  std::uint64_t products = 0;
  for (std::uint64_t c = 0; c < conv.channels; ++c)
    for (std::uint64_t y = 0; y < conv.filter_height; ++y)
      for (std::uint64_t x = 0; x < conv.filter_width; ++x) ++products;
  return {outputs.size(), products};
}

TEST(Im2col, AgreesWithAWalkOverTheInput) {
  Rng rng(1);
  for (int i = 0; i < 2000; ++i) {
    ConvShape conv;
    conv.filter_height = 1 + rng.below(6);
    conv.filter_width = 1 + rng.below(6);
    conv.ifmap_height = conv.filter_height + rng.below(12);
    conv.ifmap_width = conv.filter_width + rng.below(12);
    conv.channels = 1 + rng.below(5);
    conv.filters = 1 + rng.below(9);
    conv.stride_height = 1 + rng.below(5);
    conv.stride_width = 1 + rng.below(5);
    const SlowConv slow = slow_conv(conv);
    const auto lowered = lower_im2col(conv);
    ASSERT_TRUE(lowered);
    EXPECT_EQ(lowered->m, slow.positions);
    EXPECT_EQ(lowered->k, slow.under_filter);
    EXPECT_EQ(lowered->n, conv.filters);
    EXPECT_EQ(lowered->batch, 1u);
    const auto depthwise = lower_depthwise(conv);
    ASSERT_TRUE(depthwise);
    EXPECT_EQ(depthwise->m, slow.positions);
    EXPECT_EQ(depthwise->k * conv.channels, slow.under_filter);
    EXPECT_EQ(depthwise->n, conv.filters);
    EXPECT_EQ(depthwise->batch, conv.channels);
  }
}

/// int(math.ceil((ifmap - filter + stride) / stride)), by hand.
TEST(Im2col, OutputSizesOfScaleSim) {
  static_assert(output_positions(224, 7, 2) == 110);  // 219 / 2 = 109.5
  static_assert(output_positions(229, 7, 2) == 112);
  static_assert(output_positions(230, 7, 2) == 113);  // the usual floor is 112
  static_assert(output_positions(56, 1, 2) == 29);    // 28
  static_assert(output_positions(7, 7, 3) == 1);
  static_assert(output_positions(5, 2, 100) == 2);
  SUCCEED();
}

TEST(Im2col, SizesThatOverflowAreNothing) {
  constexpr std::uint64_t kHuge = (std::uint64_t{1} << 53) - 1;
  EXPECT_FALSE(lower_im2col({kHuge, kHuge, 1, 1, 1, 1, 1, 1}));
  EXPECT_FALSE(lower_im2col({kHuge, kHuge, kHuge, kHuge, 1, 1, 1, 1}));
  EXPECT_FALSE(lower_im2col({kHuge, 1, kHuge, 1, 2, 1, 1, 1}));
  EXPECT_FALSE(lower_depthwise({kHuge, kHuge, 1, 1, 1, 1, 1, 1}));
  EXPECT_TRUE(lower_im2col({kHuge, 1, kHuge, 1, 1, 1, kHuge, kHuge}));
}

}  // namespace
}  // namespace ngpcsim::workloads
