#include "models/energy/actions.h"

#include <gtest/gtest.h>

#include "sim/base/error.h"

namespace ngpcsim::energy {
namespace {

// Counts an operation of one pass by doing the address and weight arithmetic the long way.
struct Counted {
  std::uint64_t combines = 0;
  std::uint64_t weight_products = 0;
};

Counted by_hand(int dims) {
  Counted counted;
  for (int corner = 0; corner < (1 << dims); ++corner) {
    for (int d = 1; d < dims; ++d) ++counted.combines;  // one term joins the terms before it
  }
  // Partial products of d axes are shared by all corners that agree in them.
  for (int d = 2; d <= dims; ++d) counted.weight_products += 1u << d;
  return counted;
}

TEST(EncodingArithmetic, CountsOnePass) {
  for (const int dims : {2, 3}) {
    const Counted counted = by_hand(dims);
    const auto d = static_cast<std::uint32_t>(dims);
    const EncodingActions hashed = encoding_arithmetic({.dims = d, .features = 2, .hashed = 1});
    EXPECT_EQ(hashed.position_fmas, d);
    EXPECT_EQ(hashed.index_multiplies, d - 1);
    EXPECT_EQ(hashed.index_adds, d);
    EXPECT_EQ(hashed.index_xors, counted.combines);
    EXPECT_EQ(hashed.weight_subtracts, d);
    EXPECT_EQ(hashed.weight_multiplies, counted.weight_products);
    EXPECT_EQ(hashed.interpolation_macs, 2u << dims);
    const EncodingActions dense = encoding_arithmetic({.dims = d, .features = 2, .dense = 1});
    EXPECT_EQ(dense.index_adds, d + counted.combines);
    EXPECT_EQ(dense.index_xors, 0u);
  }
}

TEST(EncodingArithmetic, IsLinearInPasses) {
  const EncodingActions mixed = encoding_arithmetic({.dims = 3, .features = 4, .dense = 400, .hashed = 1200});
  EXPECT_EQ(mixed.position_fmas, 1600u * 3);
  EXPECT_EQ(mixed.interpolation_macs, 1600u * 8 * 4);
  EXPECT_EQ(mixed.index_xors, 1200u * 16);
  EXPECT_EQ(mixed.index_adds, 1600u * 3 + 400u * 16);
  EXPECT_EQ(mixed.grid_reads, 0u) << "the engines count these";
}

TEST(EncodingArithmetic, RefusesOtherDimensions) {
  EXPECT_THROW((void)encoding_arithmetic({.dims = 4}), InvariantError);
  EXPECT_THROW((void)encoding_arithmetic({.dims = 1}), InvariantError);
}

}  // namespace
}  // namespace ngpcsim::energy
