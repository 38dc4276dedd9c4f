#include <gtest/gtest.h>

#include "tests/naive_memory/comparison.h"

namespace ngpcsim::naive_memory {
namespace {

TEST(HierarchyLong, EqualsTheSlowReading) { expect_equal_on(1'000'000, 100'000); }

}  // namespace
}  // namespace ngpcsim::naive_memory
