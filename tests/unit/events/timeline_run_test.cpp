// Timelines of whole chips against the records of the same runs.
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/chip/chip.h"
#include "sim/app/run_config.h"
#include "sim/app/run_inputs.h"
#include "sim/app/timeline.h"
#include "tests/support/child_process.h"
#include "tests/unit/events/trace_rules.h"

namespace ngpcsim {
namespace {

using app::Json;

struct Options {
  std::vector<std::string> set{};
  std::uint64_t frames = 1, seed = 0;
  std::uint64_t limit = events::Recorder::kDefaultLimit;
  std::optional<std::uint64_t> stop_after{};  ///< host kernels
};

struct Shown {
  std::string timeline;
  Json record;
};

std::string simulated(const Options& options) {
  const app::ConfigStore store;
  app::RunOptions run;
  run.chip = "ngpc-8";
  run.workload = "nerf-demo";
  run.set = {"workload.width=48", "workload.height=32", "workload.encoding.log2_table_entries=14", "chip.nfps=3", "chip.scheduler.batch_queries=96",
             "chip.nfp.dma.chunk_queries=24", "chip.host.rays_per_group=256", "chip.host.groups_in_flight=3", "gpu.host.us_per_launch=0.2"};
  run.set.insert(run.set.end(), options.set.begin(), options.set.end());
  const app::RunConfig config = app::load_run_config(run, store);
  const app::RunInputs inputs = app::open_inputs(config, store, options.frames);
  events::Recorder recorder(options.limit);
  std::uint64_t kernels = 0;
  const models::RunHooks hooks{.progress = [&](const models::RunProgress&) { return !options.stop_after || ++kernels < *options.stop_after; },
                               .timeline = &recorder};
  const models::RunRecord record = models::run_chip(app::chip_setup(config, inputs, options.seed), *inputs.source, inputs.frames, hooks);
  recorder.close(ClockDomain(record.ngpc_khz), record.ngpc_cycles);
  recorder.close(ClockDomain(record.host_khz), record.host_cycles);
  std::uint64_t host_busy = 0, kernels_run = 0, rounds = 0, scheduler_weights = 0;
  for (const models::FrameRecord& frame : record.frames) {
    host_busy += frame.host_busy;
    kernels_run += frame.launches;
    rounds += frame.rounds;
  }
  for (const models::BlockRecord& block : record.blocks)
    if (block.name == "scheduler") scheduler_weights = block.account.stalled(stats::StallReason::kWeights);
  return Json{{"timeline", app::timeline_json(recorder, Json::object())},
              {"record",
               {{"host_busy", host_busy}, {"kernels", kernels_run}, {"rounds", rounds}, {"queries", record.queries}, {"batches", record.batches},
                {"scheduler_weights", scheduler_weights}, {"host_cycles", record.host_cycles}, {"ngpc_cycles", record.ngpc_cycles}}}}
      .dump();
}

Shown show(const Options& options) {
  const Json both = Json::parse(testing_support::in_child([&] { return simulated(options); }));
  return {both.at("timeline").get<std::string>(), both.at("record")};
}

std::uint64_t value(const Json& event, const char* key) { return event.at("args").at(key).get<std::uint64_t>(); }
std::uint64_t edges(const Json& event) { return value(event, "end_edge") - value(event, "begin_edge"); }

template <class Of>
std::uint64_t sum(const std::vector<Json>& events, const Of& of) {
  std::uint64_t total = 0;
  for (const Json& event : events) total += of(event);
  return total;
}

void expect_whole(const Shown& shown) {
  EXPECT_THAT(trace_rules::broken(shown.timeline), testing::IsEmpty());
  const auto kernels = trace_rules::events(shown.timeline, "X", "kernel");
  EXPECT_EQ(sum(kernels, edges), shown.record.at("host_busy"));
  EXPECT_EQ(kernels.size(), shown.record.at("kernels"));
  EXPECT_EQ(trace_rules::events(shown.timeline, "X", "batch").size(), shown.record.at("batches"));
}

TEST(TimelineRun, AgreesWithTheRecord) {
  const Shown shown = show({.frames = 2});
  expect_whole(shown);
  const auto launches = trace_rules::events(shown.timeline, "X", "launch"), batches = trace_rules::events(shown.timeline, "X", "batch");
  const auto queries = [](const Json& event) { return value(event, "queries"); };
  EXPECT_GT(launches.size(), 6u);
  EXPECT_EQ(trace_rules::events(shown.timeline, "s", "batch").size(), batches.size());
  EXPECT_EQ(trace_rules::events(shown.timeline, "f", "batch").size(), batches.size());
  EXPECT_EQ(launches.size(), shown.record.at("rounds"));
  EXPECT_EQ(sum(launches, queries), shown.record.at("queries"));
  EXPECT_EQ(sum(batches, queries), shown.record.at("queries"));
  EXPECT_EQ(sum(trace_rules::events(shown.timeline, "X", "kernel"), [](const Json& event) { return value(event, "found_queries"); }), shown.record.at("queries"));
}

/// A launch is done at the edge at which the scheduler sees its last batch done: one edge after that batch's last acknowledgement. Its batches begin
/// when it is there, and cover its queries.
TEST(TimelineRun, BatchesLieInTheirLaunches) {
  const Shown shown = show({});
  struct Parts {
    std::uint64_t first = ~std::uint64_t{0}, last_end = 0, queries = 0;
  };
  std::map<std::uint64_t, Parts> parts;
  for (const Json& batch : trace_rules::events(shown.timeline, "X", "batch")) {
    Parts& of = parts[value(batch, "launch")];
    of.first = std::min(of.first, value(batch, "begin_edge"));
    of.last_end = std::max(of.last_end, value(batch, "end_edge"));
    EXPECT_EQ(value(batch, "first_query"), of.queries) << "dispatched in order";
    of.queries += value(batch, "queries");
    EXPECT_LE(value(batch, "queries"), 96u);
  }
  const auto launches = trace_rules::events(shown.timeline, "X", "launch");
  EXPECT_GT(launches.size(), 6u);
  EXPECT_EQ(parts.size(), launches.size());
  for (const Json& launch : launches) {
    const Parts& of = parts[value(launch, "launch")];
    EXPECT_LE(value(launch, "begin_edge"), of.first);
    EXPECT_EQ(value(launch, "end_edge"), of.last_end + 1);
    EXPECT_EQ(value(launch, "queries"), of.queries);
  }
}

/// The scheduler counts `weights` from the edge at which a load is asked for to the one before its completion (docs/timing.md, section 3).
TEST(TimelineRun, LoadsAreTheWeightsOfTheScheduler) {
  const Shown shown = show({.set = {"chip.nfp.encoding_engine.grid_sram.mode=reload"}, .frames = 2});
  expect_whole(shown);
  const auto loads = trace_rules::events(shown.timeline, "X", "table load");
  EXPECT_EQ(loads.size(), 2u);
  EXPECT_EQ(sum(loads, edges), shown.record.at("scheduler_weights"));
}

TEST(TimelineRun, AtMostQueueBatchesPerNfp) {
  const Shown shown = show({.set = {"chip.scheduler.queue_batches=2"}});
  std::uint64_t most = 0;
  for (const Json& event : trace_rules::events(shown.timeline, "C", "batches in flight")) most = std::max(most, value(event, "open"));
  EXPECT_GT(most, 3u) << "several overlap in one NFP";
  EXPECT_LE(most, 6u);
}

TEST(TimelineRun, BytesDoNotDependOnTheOrderOfConstruction) {
  const Shown first = show({});
  for (const std::uint64_t seed : {0u, 1u, 2u, 3u, 4u}) EXPECT_EQ(show({.seed = seed}).timeline, first.timeline) << seed;
  const Shown full = show({.limit = 9});
  for (const std::uint64_t seed : {0u, 1u, 2u, 3u, 4u}) EXPECT_EQ(show({.seed = seed, .limit = 9}).timeline, full.timeline) << seed;
}

/// With room for a part, the file is the beginning of the whole one: the same spans up to the time it names.
TEST(TimelineRun, LimitKeepsTheBeginning) {
  const Shown whole = show({}), part = show({.limit = 40});
  EXPECT_THAT(trace_rules::broken(part.timeline), testing::IsEmpty());
  const Json about = Json::parse(part.timeline).at("otherData");
  const std::uint64_t kept = about.at("records").get<std::uint64_t>(), until = trace_rules::picoseconds(about.at("complete_until_us").get<std::string>());
  EXPECT_LE(kept, 40u);
  EXPECT_GT(kept, 0u);
  EXPECT_EQ(kept + about.at("dropped_records").get<std::uint64_t>(), Json::parse(whole.timeline).at("otherData").at("records").get<std::uint64_t>());
  EXPECT_GT(trace_rules::events(part.timeline, "X", "batch").size(), 10u);
  for (const auto& [phase, name] : std::vector<std::pair<const char*, const char*>>{{"X", "kernel"}, {"X", "launch"}, {"X", "batch"}, {"X", "table load"}}) {
    auto expected = trace_rules::events(whole.timeline, phase, name);
    std::erase_if(expected, [&](const Json& event) { return trace_rules::picoseconds(event.at("ts").get<std::string>()) >= until; });
    EXPECT_EQ(trace_rules::events(part.timeline, phase, name), expected) << name;
  }
}

TEST(TimelineRun, AnInterruptCutsWhatIsOpen) {
  const Shown shown = show({.stop_after = 5});
  expect_whole(shown);
  bool cut = false;
  for (const char* name : {"launch", "batch"})
    for (const Json& event : trace_rules::events(shown.timeline, "X", name)) {
      EXPECT_LE(value(event, "end_edge"), shown.record.at("ngpc_cycles").get<std::uint64_t>());
      cut |= event.at("args").contains("cut");
    }
  EXPECT_TRUE(cut);
}

}  // namespace
}  // namespace ngpcsim
