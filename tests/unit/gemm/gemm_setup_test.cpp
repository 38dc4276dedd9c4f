// What a chip refuses before it runs a list, and at which parameter.
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/chip/gemm_chip.h"

namespace ngpcsim::models {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

GemmSetup sound_setup() {
  GemmSetup setup;
  setup.where = [](std::string_view path) { return InputLocation{.file = std::string(path)}; };
  return setup;
}

stream::GemmList list_of(std::uint64_t m, std::uint64_t n, std::uint64_t k, std::uint64_t batch = 1, stream::OperandType type = stream::OperandType::kFp16) {
  return {{.name = "a", .m = m, .n = n, .k = k, .batch = batch, .type = type}};
}

std::string refusal(const GemmSetup& setup, const stream::GemmList& list) {
  try {
    check_gemm_setup(setup, list);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(GemmSetup, DefaultsRunEverything) {
  GemmSetup setup = sound_setup();
  for (const Dataflow dataflow : {Dataflow::kBroadcast, Dataflow::kSystolicOs, Dataflow::kSystolicWs, Dataflow::kSystolicIs}) {
    setup.chip.nfp.mlp_engine.dataflow = dataflow;
    for (const GemmSplit split : {GemmSplit::kAuto, GemmSplit::kM, GemmSplit::kN, GemmSplit::kK}) {
      setup.chip.gemm.split = split;
      EXPECT_EQ(refusal(setup, list_of(1024, 1024, 1024)), "none");
      EXPECT_EQ(refusal(setup, list_of(1024, 1024, 1024, 7, stream::OperandType::kInt8)), "none");
      EXPECT_EQ(refusal(setup, list_of(3'000'000'000, 64, 64)), "none");
      EXPECT_EQ(refusal(setup, list_of(1, 1, 1)), "none");
    }
  }
}

TEST(GemmSetup, EmptyLists) { EXPECT_THAT(refusal(sound_setup(), {}), StartsWith("workload.list: the list has no multiplication")); }

TEST(GemmSetup, SizesOfNothing) {
  EXPECT_THAT(refusal(sound_setup(), list_of(0, 1, 1)), StartsWith("workload.list: multiplication 'a': 0 x 1 x 1, 1 times"));
  EXPECT_THAT(refusal(sound_setup(), list_of(1, 1, 1, 0)), HasSubstr("sizes of at least 1"));
}

TEST(GemmSetup, SizesThatWrap) {
  constexpr std::uint64_t k32 = std::uint64_t{1} << 32;
  EXPECT_THAT(refusal(sound_setup(), list_of(k32, k32, 1)), HasSubstr("multiply-accumulates or more"));
  EXPECT_THAT(refusal(sound_setup(), list_of(k32, k32, k32, k32)), HasSubstr("multiply-accumulates or more"));
  EXPECT_THAT(refusal(sound_setup(), list_of(stream::kMostMacs, 1, 1)), HasSubstr("multiply-accumulates or more"));
  stream::GemmList two = list_of(stream::kMostMacs / 2, 1, 1);
  two.push_back(two.front());
  EXPECT_THAT(refusal(sound_setup(), two), HasSubstr("multiply-accumulates or more"));
}

/// Few multiply-accumulates can take very many edges: one a fold, each of thousands.
TEST(GemmSetup, RunsThatOutlastTime) {
  GemmSetup setup = sound_setup();
  setup.chip.nfp.mlp_engine.dataflow = Dataflow::kSystolicOs;
  setup.chip.nfp.mlp_engine.rows = setup.chip.nfp.mlp_engine.cols = 1024;
  setup.chip.gemm.supply = GemmSupply::kUnlimited;
  setup.chip.gemm.prefetch = false;
  EXPECT_THAT(refusal(setup, list_of(1, 1, 1, stream::kMostMacs - 1)), HasSubstr("longer than time and counters of 63 bits can tell"));
  EXPECT_EQ(refusal(setup, list_of(1, 1, 1, 1'000'000'000)), "none");
}

TEST(GemmSetup, BroadcastNeedsPowersOfTwo) {
  GemmSetup setup = sound_setup();
  setup.chip.nfp.mlp_engine.rows = 48;
  EXPECT_THAT(refusal(setup, list_of(8, 8, 8)), StartsWith("chip.nfp.mlp_engine.rows: rows 48 with dataflow broadcast"));
  setup.chip.nfp.mlp_engine.rows = 64;
  setup.chip.nfp.mlp_engine.cols = 3;
  EXPECT_THAT(refusal(setup, list_of(8, 8, 8)), StartsWith("chip.nfp.mlp_engine.cols: cols 3"));
  setup.chip.nfp.mlp_engine.dataflow = Dataflow::kSystolicWs;
  EXPECT_EQ(refusal(setup, list_of(8, 8, 8)), "none");
}

/// A step of 64 values of 2 bytes beside a request of 1024.
TEST(GemmSetup, OperandQueues) {
  GemmSetup setup = sound_setup();
  setup.chip.gemm.request_bytes = 1024;
  setup.chip.nfp.mlp_engine.dataflow = Dataflow::kSystolicWs;
  setup.chip.gemm.operand_queue_bytes = 1151;
  EXPECT_THAT(refusal(setup, list_of(64, 64, 64)), StartsWith("chip.gemm.operand_queue_bytes: operand_queue_bytes 1151 cannot hold the 128 B of a step"));
  EXPECT_THAT(refusal(setup, list_of(64, 64, 64)), HasSubstr("at least 1152"));
  setup.chip.gemm.operand_queue_bytes = 1152;
  EXPECT_EQ(refusal(setup, list_of(64, 64, 64)), "none");
}

/// Output stationary: a fold of 64 x 64 results of 2 bytes. Otherwise a step of 64; its sums have 4 bytes when K is split.
TEST(GemmSetup, ResultQueues) {
  GemmSetup setup = sound_setup();
  setup.chip.gemm.request_bytes = 1024;
  setup.chip.nfp.mlp_engine.dataflow = Dataflow::kSystolicOs;
  setup.chip.gemm.result_queue_bytes = 8192 + 1023;
  EXPECT_THAT(refusal(setup, list_of(64, 64, 64)), StartsWith("chip.gemm.result_queue_bytes: result_queue_bytes 9215 cannot hold the 8192 B that a fold"));
  setup.chip.gemm.result_queue_bytes = 8192 + 1024;
  EXPECT_EQ(refusal(setup, list_of(64, 64, 64)), "none");
  EXPECT_THAT(refusal(setup, list_of(64, 64, 64, 1, stream::OperandType::kInt8)), HasSubstr("at least 17408"));
  setup.chip.nfp.mlp_engine.dataflow = Dataflow::kSystolicWs;
  setup.chip.gemm.split = GemmSplit::kK;
  setup.chip.gemm.result_queue_bytes = 1024 + 255;
  EXPECT_THAT(refusal(setup, list_of(64, 64, 640)), HasSubstr("cannot hold the 256 B that a step"));
  EXPECT_EQ(refusal(setup, list_of(64, 64, 64)), "none") << "one unit of K: no sums";
}

TEST(GemmSetup, Accumulators) {
  GemmSetup setup = sound_setup();
  setup.chip.nfp.mlp_engine.dataflow = Dataflow::kSystolicWs;
  setup.chip.nfp.mlp_engine.cols = 512;
  setup.chip.gemm.accumulator_bytes = 2047;
  EXPECT_THAT(refusal(setup, list_of(64, 64, 640)), StartsWith("chip.gemm.accumulator_bytes: accumulator_bytes 2047 cannot hold"));
  EXPECT_EQ(refusal(setup, list_of(64, 64, 64)), "none") << "one fold along K keeps no sums";
  setup.chip.gemm.accumulator_bytes = 2048;
  EXPECT_EQ(refusal(setup, list_of(64, 64, 640)), "none");
}

/// Nothing of the queues matters where operands are always there.
TEST(GemmSetup, UnlimitedNeedsNoQueues) {
  GemmSetup setup = sound_setup();
  setup.chip.gemm.supply = GemmSupply::kUnlimited;
  setup.chip.gemm.operand_queue_bytes = setup.chip.gemm.result_queue_bytes = 64;
  EXPECT_EQ(refusal(setup, list_of(64, 64, 640)), "none");
}

}  // namespace
}  // namespace ngpcsim::models
