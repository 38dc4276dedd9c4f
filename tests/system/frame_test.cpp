// Whole frames: nothing is lost, every edge is accounted for, times add up without overlap, tables move as often as the mode says.
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/system/demo_run.h"

namespace ngpcsim {
namespace {

using app::Json;

std::uint64_t number(const Json& json, const char* key) { return json.at(key).get<std::uint64_t>(); }

std::vector<std::string> with(std::vector<std::string> set, const std::vector<std::string>& more) {
  set.insert(set.end(), more.begin(), more.end());
  return set;
}

/// Length of the run in the clock of a block.
std::uint64_t length_for(const DemoRun& run, const std::string& name) {
  if (name.starts_with("memory")) return number(run.record, "memory_cycles");
  if (name.starts_with("host")) return number(run.record, "host_cycles");
  return number(run.record, "ngpc_cycles");
}

void expect_complete_accounts(const DemoRun& run) {
  std::map<std::string, std::uint64_t> instances_of_kind;
  std::uint64_t instances = 0, listed = 0;
  for (const auto& block : run.record.at("blocks")) {
    const auto name = block.at("name").get<std::string>();
    instances += number(block, "instances");
    EXPECT_EQ(number(block, "busy") + number(block, "stalled"), number(block, "instances") * length_for(run, name)) << name;
  }
  for (const auto& block : run.record.at("instances")) {
    const auto name = block.at("name").get<std::string>();
    ++listed;
    EXPECT_EQ(number(block, "busy") + number(block, "stalled"), length_for(run, name)) << name;
    EXPECT_LE(number(block, "active"), length_for(run, name)) << name;
  }
  EXPECT_EQ(instances, listed);
  for (const auto& [kind, block] : run.json.at("blocks").items()) {
    if (block.is_null()) continue;  // the chip has none of it
    std::uint64_t sum = block.at("busy").get<std::uint64_t>();
    for (const auto& [reason, edges] : block.at("stalls").items()) sum += edges.get<std::uint64_t>();
    EXPECT_EQ(sum, block.at("total").get<std::uint64_t>()) << kind;
  }
}

TEST(Frame, QueriesAreConservedWhateverTheNumberOfNfps) {
  std::uint64_t queries = 0;
  for (const std::uint32_t nfps : {1u, 2u, 8u}) {
    const DemoRun run = run_demo({.set = contended(nfps)});
    const Json& frame = run.record.at("frames").at(0);
    if (queries == 0) queries = number(run.record, "queries");
    EXPECT_GT(queries, 0u);
    EXPECT_EQ(number(run.record, "queries"), queries);
    EXPECT_EQ(number(frame, "queries"), queries);
    EXPECT_EQ(number(run.record, "level_queries"), queries);
    EXPECT_EQ(number(run.record, "memory_read_bytes"), queries * number(run.record, "input_record_bytes"));
    EXPECT_EQ(number(run.record, "memory_write_bytes"), queries * number(run.record, "output_record_bytes"));
    expect_complete_accounts(run);
  }
}

TEST(Frame, AccountsAreCompleteOnEveryChip) {
  for (const char* chip : {"ngpc-8", "ngpc-1-small", "ngpc-8-starved", "ngpc-16-fp16"}) expect_complete_accounts(run_demo({.chip = chip}));
}

/// One group at a time: the host either runs a kernel or waits for the NGPC, crossings included, with equal clocks and with different ones.
TEST(Frame, OneGroupInFlightIsHostPlusNgpc) {
  for (const char* clock : {"chip.clock_khz=1695000", "chip.clock_khz=1500000", "chip.clock_khz=1000000"}) {
    const DemoRun run = run_demo({.set = with(contended(3), {"chip.host.groups_in_flight=1", clock})});
    const Json& frame = run.record.at("frames").at(0);
    EXPECT_GT(number(frame, "rounds"), 3u);
    EXPECT_EQ(number(frame, "end") - number(frame, "begin"), number(frame, "host_busy") + number(frame, "ngpc_busy")) << clock;
  }
}

TEST(Frame, OverlapShortensAndNeverBeatsTheLongerOfBoth) {
  const DemoRun serial = run_demo({.set = with(contended(3), {"chip.host.groups_in_flight=1", "chip.clock_khz=1695000"})});
  const DemoRun overlapped = run_demo({.set = with(contended(3), {"chip.host.groups_in_flight=2", "chip.clock_khz=1695000"})});
  const Json &a = serial.record.at("frames").at(0), &b = overlapped.record.at("frames").at(0);
  EXPECT_LT(number(b, "end"), number(a, "end"));
  EXPECT_GE(number(b, "end"), number(b, "host_busy"));
  EXPECT_GE(number(b, "end"), number(b, "ngpc_busy"));
  EXPECT_EQ(number(b, "host_busy"), number(a, "host_busy")) << "the same kernels, in another order";
}

TEST(Frames, FollowEachOther) {
  const DemoRun run = run_demo({.set = contended(4), .frames = 3});
  const Json& frames = run.record.at("frames");
  ASSERT_EQ(frames.size(), 3u);
  EXPECT_EQ(number(frames[0], "begin"), 0u);
  for (std::size_t n = 1; n < 3; ++n) {
    EXPECT_EQ(number(frames[n], "begin"), number(frames[n - 1], "end"));
    EXPECT_EQ(number(frames[n], "queries"), number(frames[0], "queries")) << "the same camera again";
    EXPECT_EQ(number(frames[n], "host_busy"), number(frames[0], "host_busy"));
  }
  EXPECT_EQ(number(run.record, "queries"), 3 * number(frames[0], "queries"));
  expect_complete_accounts(run);
}

/// Tables of 8-bit features, two an entry, and weights: 32x64 + 64x16 (density), 32x64 + 64x64 + 64x16 (colour, 3 outputs padded to 16) = 10 240 in fp16.
std::uint64_t bytes_of_one_load(const DemoRun& run) { return number(run.record, "table_entries") * 2 + 10'240 * 2; }

std::vector<std::string> loading(const std::vector<std::string>& more) {
  return with(contended(3), with({"workload.encoding.log2_table_entries=12", "chip.memory.bytes_per_cycle=256"}, more));
}

TEST(Tables, AreLoadedAsOftenAsTheModeSays) {
  const std::string sram = "chip.nfp.encoding_engine.grid_sram.";
  const auto loads = [&](const std::vector<std::string>& more, std::uint64_t frames) { return run_demo({.set = loading(more), .frames = frames}); };

  const DemoRun warm = loads({}, 2);
  EXPECT_EQ(number(warm.record, "table_load_bytes"), 0u);
  const DemoRun cold = loads({sram + "warm_start=false"}, 2);
  EXPECT_EQ(number(cold.record, "table_load_bytes"), bytes_of_one_load(cold));
  const DemoRun reload = loads({sram + "mode=reload"}, 2);
  EXPECT_EQ(number(reload.record, "table_load_bytes"), 2 * bytes_of_one_load(reload));
  EXPECT_EQ(number(reload.record, "table_write_bytes"), 2 * 3 * bytes_of_one_load(reload));
  const DemoRun unicast = loads({sram + "mode=reload", sram + "table_load=unicast"}, 2);
  EXPECT_EQ(number(unicast.record, "table_load_bytes"), 2 * 3 * bytes_of_one_load(unicast));
  EXPECT_EQ(number(unicast.record, "table_write_bytes"), 2 * 3 * bytes_of_one_load(unicast));

  for (const DemoRun* run : {&warm, &cold, &reload, &unicast}) {
    expect_complete_accounts(*run);
    EXPECT_EQ(number(run->record, "memory_read_bytes"), number(run->record, "table_load_bytes") + number(run->record, "queries") * number(run->record, "input_record_bytes"));
  }
  const auto length = [](const DemoRun& run, std::size_t n) { return number(run.record.at("frames")[n], "end") - number(run.record.at("frames")[n], "begin"); };
  EXPECT_GT(length(cold, 0), length(warm, 0));
  EXPECT_GT(length(reload, 1), length(warm, 1));
  EXPECT_GT(length(unicast, 0), length(reload, 0));
  // The load alone takes bytes / 256 cycles of a memory of 1.21875 GHz; a host edge of 1.695 GHz is shorter.
  EXPECT_GT(length(unicast, 0), 3 * bytes_of_one_load(unicast) / 256);
}

TEST(Interrupted, KeepsWhatThereIs) {
  const DemoRun whole = run_demo({.set = contended(4)});
  const std::uint64_t kernels = number(whole.record.at("frames").at(0), "launches");
  for (const std::uint64_t after : {std::uint64_t{1}, std::uint64_t{2}, kernels / 2, kernels - 1}) {
    const DemoRun run = run_demo({.set = contended(4), .stop_after = after});
    EXPECT_TRUE(run.record.at("interrupted").get<bool>());
    EXPECT_EQ(run.json.at("status"), "interrupted");
    EXPECT_LT(number(run.record, "queries"), number(whole.record, "queries"));
    EXPECT_LE(number(run.record, "ngpc_cycles"), number(whole.record, "ngpc_cycles"));
    ASSERT_EQ(run.record.at("frames").size(), 1u);
    EXPECT_GE(number(run.record, "host_cycles"), number(run.record.at("frames")[0], "end"));
    expect_complete_accounts(run);
  }
}

}  // namespace
}  // namespace ngpcsim
