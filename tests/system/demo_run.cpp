#include "tests/system/demo_run.h"

#include <fmt/format.h>

#include "models/chip/chip.h"
#include "sim/app/result/run_result.h"
#include "sim/app/run_config.h"
#include "sim/app/run_inputs.h"
#include "tests/support/child_process.h"

namespace ngpcsim {
namespace {

using app::Json;

Json blocks_json(const std::vector<models::BlockRecord>& blocks) {
  Json all = Json::array();
  for (const models::BlockRecord& block : blocks) {
    std::uint64_t stalled = 0;
    for (std::size_t r = 0; r < stats::kStallReasons; ++r) stalled += block.account.stalled(static_cast<stats::StallReason>(r));
    all.push_back({{"name", block.name}, {"instances", block.instances}, {"active", block.active_cycles}, {"busy", block.account.busy()}, {"stalled", stalled}});
  }
  return all;
}

Json record_json(const models::RunRecord& record, const std::vector<models::GridLevel>& levels) {
  Json frames = Json::array();
  for (const models::FrameRecord& frame : record.frames)
    frames.push_back({{"queries", frame.queries},
                      {"rounds", frame.rounds},
                      {"launches", frame.launches},
                      {"begin", frame.begin_host},
                      {"end", frame.end_host},
                      {"host_busy", frame.host_busy},
                      {"ngpc_busy", frame.ngpc_busy}});
  return {{"interrupted", record.interrupted},
          {"queries", record.queries},
          {"ngpc_khz", record.ngpc_khz},
          {"host_khz", record.host_khz},
          {"ngpc_cycles", record.ngpc_cycles},
          {"memory_cycles", record.memory_cycles},
          {"host_cycles", record.host_cycles},
          {"table_load_bytes", record.table_load_bytes},
          {"table_write_bytes", record.table_write_bytes},
          {"memory_read_bytes", record.memory_read_bytes},
          {"memory_write_bytes", record.memory_write_bytes},
          {"input_record_bytes", record.input_record_bytes},
          {"output_record_bytes", record.output_record_bytes},
          {"level_queries", record.levels.front().queries},
          {"table_entries", models::total_entries(levels)},
          {"frames", frames},
          {"blocks", blocks_json(record.blocks)},
          {"instances", blocks_json(record.instances)}};
}

std::string simulated(const DemoOptions& options) {
  const app::ConfigStore store;
  app::RunOptions run;
  run.chip = options.chip;
  run.workload = "nerf-demo";
  run.set = {"workload.width=48", "workload.height=32"};
  run.set.insert(run.set.end(), options.set.begin(), options.set.end());
  const app::RunConfig config = app::load_run_config(run, store);
  const app::RunInputs inputs = app::open_inputs(config, store, options.frames);
  std::uint64_t kernels = 0;
  const models::RunHooks hooks{.progress = [&](const models::RunProgress&) { return !options.stop_after || ++kernels < *options.stop_after; }};
  const models::RunRecord record = models::run_chip(app::chip_setup(config, inputs, options.construction_seed), *inputs.source, inputs.frames, hooks);
  const Json result = app::run_result(
      {.config = config, .levels = inputs.levels, .aabb_scale = inputs.aabb_scale, .record = record, .seed = 0, .warnings = inputs.warnings});
  return Json{{"result", result.dump(2)}, {"record", record_json(record, inputs.levels)}}.dump();
}

}  // namespace

DemoRun run_demo(const DemoOptions& options) {
  const Json both = Json::parse(testing_support::in_child([&] { return simulated(options); }));
  DemoRun run{.result = both.at("result").get<std::string>(), .json = {}, .record = both.at("record")};
  run.json = Json::parse(run.result);
  return run;
}

std::vector<std::string> contended(std::uint32_t nfps) {
  return {fmt::format("chip.nfps={}", nfps),      "chip.scheduler.batch_queries=96", "chip.nfp.dma.chunk_queries=24", "chip.nfp.mlp_engine.tile_queries=16",
          "chip.memory.bytes_per_cycle=4",        "chip.memory.outstanding=3",       "chip.host.rays_per_group=256",  "chip.host.groups_in_flight=3",
          "gpu.host.us_per_launch=0.2"};
}

}  // namespace ngpcsim
