// Whole chips that run lists of multiplications: what every parameter moves, that nothing depends on the order of construction, interrupts, stuck runs.
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/chip/gemm_chip.h"
#include "tests/support/child_process.h"

namespace ngpcsim {
namespace {

using models::GemmSetup;
using ::testing::HasSubstr;

stream::GemmList small_list() {
  return {{.name = "a", .m = 100, .n = 70, .k = 90, .batch = 1, .type = stream::OperandType::kFp16},
          {.name = "b", .m = 33, .n = 65, .k = 200, .batch = 2, .type = stream::OperandType::kInt8}};
}

/// A chip of 16 x 16 elements that its memory keeps waiting now and then.
GemmSetup small_chip(models::Dataflow dataflow = models::Dataflow::kSystolicWs) {
  GemmSetup setup;
  setup.where = [](std::string_view path) { return InputLocation{.file = std::string(path)}; };
  setup.chip.nfps = 2;
  setup.chip.nfp.mlp_engine.dataflow = dataflow;
  setup.chip.nfp.mlp_engine.rows = setup.chip.nfp.mlp_engine.cols = 16;
  setup.chip.memory.bytes_per_cycle = 48;
  setup.chip.memory.latency_cycles = 100;
  setup.chip.gemm.request_bytes = 256;
  setup.chip.gemm.operand_queue_bytes = setup.chip.gemm.result_queue_bytes = 2048;
  setup.chip.gemm.operand_store_bytes = 4096;
  setup.chip.gemm.accumulator_bytes = 2048;
  return setup;
}

std::string account_text(const models::GemmAccount& a) {
  return fmt::format("{} {} {} {} {} {} {} {} {}", a.fill, a.stream, a.output_full, a.drain, a.weights, a.dependency, a.memory, a.write_back, a.idle);
}

std::string record_text(const models::GemmRunRecord& r) {
  std::string text = fmt::format("cycles {} memory {} {} read {} written {} interrupted {}\n", r.ngpc_cycles, r.memory_cycles, r.memory.busy(),
                                 r.memory_read_bytes, r.memory_write_bytes, r.interrupted);
  for (const auto& layer : r.layers)
    text += fmt::format("{} split {} parts {} from {} cycles {}: {}\n", layer.gemm.name, static_cast<int>(layer.split), layer.parts, layer.first_edge,
                        layer.cycles, account_text(layer.counters.account));
  for (const auto& c : r.arrays)
    text += fmt::format("active {} folds {} loads {} steps {} macs {} {} adds {} a {} b {} results {} store {} {} accumulators {} {}: {}\n", c.active_cycles,
                        c.folds, c.load_steps, c.stream_steps, c.macs_useful, c.macs_clocked, c.reduction_adds, c.operand_a_bytes, c.operand_b_bytes,
                        c.result_bytes, c.store_read_bytes, c.store_write_bytes, c.accumulator_reads, c.accumulator_writes, account_text(c.account));
  return text;
}

std::string run_text(const GemmSetup& setup, const stream::GemmList& list = small_list()) {
  return testing_support::in_child([&] { return record_text(models::run_gemm_chip(setup, list, {})); });
}

std::string failure(const GemmSetup& setup, const stream::GemmList& list = small_list()) {
  try {
    return "none: " + run_text(setup, list);
  } catch (const std::exception& error) {
    return error.what();
  }
}

TEST(GemmChip, EveryParameterMovesTheRun) {
  using models::Dataflow;
  const std::vector<std::pair<std::string, std::function<void(models::ChipParams&)>>> knobs{
      {"supply", [](auto& c) { c.gemm.supply = models::GemmSupply::kUnlimited; }},
      {"split", [](auto& c) { c.gemm.split = models::GemmSplit::kK; }},
      {"prefetch", [](auto& c) { c.gemm.prefetch = false; }},
      {"operand_queue_bytes", [](auto& c) { c.gemm.operand_queue_bytes = 512; }},
      {"operand_store_bytes", [](auto& c) { c.gemm.operand_store_bytes = 0; }},
      {"accumulator_bytes", [](auto& c) { c.gemm.accumulator_bytes = 1024; }},
      {"result_queue_bytes", [](auto& c) { c.gemm.result_queue_bytes = 512; }},
      {"request_bytes", [](auto& c) { c.gemm.request_bytes = 128; }},
      {"rows", [](auto& c) { c.nfp.mlp_engine.rows = 15; }},
      {"cols", [](auto& c) { c.nfp.mlp_engine.cols = 17; }},
      {"dataflow", [](auto& c) { c.nfp.mlp_engine.dataflow = Dataflow::kSystolicIs; }},
      {"nfps", [](auto& c) { c.nfps = 3; }},
      {"clock", [](auto& c) { c.clock_khz = 1'000'000; }},
      {"dispatch_cycles", [](auto& c) { c.scheduler.dispatch_cycles += 1; }},
      {"bytes_per_cycle", [](auto& c) { c.memory.bytes_per_cycle = 24; }},
      {"latency_cycles of the memory", [](auto& c) { c.memory.latency_cycles = 10; }},
      {"outstanding", [](auto& c) { c.memory.outstanding = 2; }},
  };
  const GemmSetup setup = small_chip();
  const std::string plain = run_text(setup);
  for (const auto& [name, turn] : knobs) {
    GemmSetup turned = setup;
    turn(turned.chip);
    EXPECT_NE(run_text(turned), plain) << name;
  }
  GemmSetup broadcast = small_chip(Dataflow::kBroadcast);
  const std::string plain_broadcast = run_text(broadcast);
  broadcast.chip.nfp.mlp_engine.latency_cycles = 40;
  EXPECT_NE(run_text(broadcast), plain_broadcast) << "latency_cycles";
  broadcast = small_chip(Dataflow::kBroadcast);
  broadcast.chip.nfp.mlp_engine.weight_load_width = 1;
  EXPECT_NE(run_text(broadcast), plain_broadcast) << "weight_load_width";
}

TEST(GemmChip, OrderOfConstructionChangesNothing) {
  for (const models::Dataflow dataflow :
       {models::Dataflow::kBroadcast, models::Dataflow::kSystolicOs, models::Dataflow::kSystolicWs, models::Dataflow::kSystolicIs}) {
    GemmSetup setup = small_chip(dataflow);
    setup.chip.nfps = 5;
    setup.chip.gemm.split = models::GemmSplit::kK;
    const std::string natural = run_text(setup);
    for (setup.construction_seed = 0; setup.construction_seed <= 12; ++setup.construction_seed)
      ASSERT_EQ(run_text(setup), natural) << "seed " << setup.construction_seed;
  }
}

/// The first command is visible at edge 8, a fold of 64 + 126 edges, done at 8 + 190, known at 199.
TEST(GemmChip, UnlimitedSupplyByHand) {
  GemmSetup setup;
  setup.where = small_chip().where;
  setup.chip.nfps = 1;
  setup.chip.nfp.mlp_engine.dataflow = models::Dataflow::kSystolicOs;
  setup.chip.gemm.supply = models::GemmSupply::kUnlimited;
  const std::string text = run_text(setup, {{.name = "one", .m = 64, .n = 64, .k = 64, .batch = 1, .type = stream::OperandType::kFp16}});
  EXPECT_THAT(text, HasSubstr("cycles 199 memory 162 0 read 0 written 0 interrupted false\none split 1 parts 1 from 0 cycles 199: 64 0 0 126 0 0 0 0 9\n"));
  EXPECT_THAT(text, HasSubstr("active 190 folds 1 loads 0 steps 64 macs 262144 262144 adds 0 a 8192 b 8192 results 8192"));
}

TEST(GemmChip, LargeSizesRun) {
  GemmSetup setup = small_chip();
  setup.chip.gemm.supply = models::GemmSupply::kUnlimited;
  setup.chip.nfps = 1;
  EXPECT_THAT(run_text(setup, {{.name = "long", .m = 3'000'000'000, .n = 1, .k = 1, .batch = 1, .type = stream::OperandType::kFp16}}),
              HasSubstr("active 3000000046 "));
}

/// A part may be busy for longer than the watchdog's period without anything that happens in between; waiting for longer than the period is stuck.
TEST(GemmChip, WatchdogKnowsBusyFromStuck) {
  GemmSetup busy = small_chip();
  busy.chip.gemm.supply = models::GemmSupply::kUnlimited;
  busy.chip.watchdog_cycles = 1000;
  EXPECT_THAT(failure(busy, {{.name = "long", .m = 3'000'000, .n = 1, .k = 1, .batch = 1, .type = stream::OperandType::kFp16}}), HasSubstr("none: "));
  GemmSetup stuck = small_chip();
  stuck.chip.memory.latency_cycles = 100'000;
  stuck.chip.watchdog_cycles = 1000;
  const std::string message = failure(stuck);
  EXPECT_THAT(message, HasSubstr("the run is stuck"));
  EXPECT_THAT(message, HasSubstr("nfp_0 waits for the memory to answer"));
  EXPECT_THAT(message, HasSubstr("gemm_controller waits for 2 parts of multiplication 1 of 2"));
}

/// An interrupted run has the multiplications that ended, and complete accounts (checked in the run).
TEST(GemmChip, Interrupts) {
  for (const models::GemmSupply supply : {models::GemmSupply::kMemory, models::GemmSupply::kUnlimited}) {
    const std::string text = testing_support::in_child([&] {
      GemmSetup setup = small_chip();
      setup.chip.gemm.supply = supply;
      stream::GemmList list(2000, small_list()[0]);
      list[3].m = 20'000'000, list[3].k = 1000;
      models::GemmProgress last;
      const models::GemmRunRecord record = models::run_gemm_chip(setup, list, {.progress = [&](const models::GemmProgress& progress) {
        last = progress;
        return progress.layer < 3;
      }});
      const bool some = record.layers.size() >= 3 && record.layers.size() < 20 && record.layers.size() == last.layer;
      return fmt::format("{} some {} of {} {}", record.interrupted, some, last.layers, last.macs_done < last.macs);
    });
    EXPECT_EQ(text, "true some true of 2000 true");
  }
}

TEST(GemmChip, NoProgressHookNoInterrupt) { EXPECT_THAT(run_text(small_chip()), HasSubstr("interrupted false")); }

}  // namespace
}  // namespace ngpcsim
