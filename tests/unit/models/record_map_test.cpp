// Where query records lie in memory.
#include "models/nfp/record.h"

#include <gtest/gtest.h>

namespace ngpcsim::models {
namespace {

constexpr RecordBytes kRecord{.input = 16, .output = 8};
constexpr std::uint64_t kGiB4 = std::uint64_t{1} << 32;

TEST(RecordMap, EachPlaceHasItsOwnBuffers) {
  const RecordMap map = map_records(1000, 2, 100, kRecord);
  EXPECT_EQ(map.input(0, 0, kRecord), kGiB4);
  EXPECT_EQ(map.input(0, 99, kRecord), kGiB4 + 99 * 16);
  EXPECT_EQ(map.input(1, 0, kRecord), kGiB4 + 100 * 16);  // behind the last query of the other place
  EXPECT_EQ(map.input(2, 0, kRecord), map.input(0, 0, kRecord));  // the place's next launch
  EXPECT_EQ(map.output(1, 3, kRecord), 2 * kGiB4 + 103 * 8);
}

/// Tables of just 4 GiB push the inputs to 8 GiB; inputs of 3 x 2^28 x 16 B, 12 GiB and so four regions, the results to 24 GiB.
TEST(RecordMap, RegionsNeverMeet) {
  const RecordMap map = map_records(kGiB4, 3, std::uint64_t{1} << 28, kRecord);
  EXPECT_EQ(map.inputs, 2 * kGiB4);
  EXPECT_GE(map.outputs, map.input(2, (std::uint64_t{1} << 28) - 1, kRecord) + 16);
  EXPECT_EQ(map.outputs, 6 * kGiB4);
}

}  // namespace
}  // namespace ngpcsim::models
