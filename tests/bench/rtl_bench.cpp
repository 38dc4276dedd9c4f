/// How much faster the model is than its RTL: the same queries through one NFP, values computed on both sides, CPU time of one core.
///
///   ngpcsim_rtl_bench [--chip CHIP] [--queries N]
///
/// The chip needs a build of its NFP's RTL (rtl/CMakeLists.txt): ngpc-1-small, or ngpc-8 with NGPCSIM_RTL_FULL.
#include <algorithm>
#include <array>
#include <cstdint>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "models/direction_encoder/direction_services.h"
#include "models/nfp/functional_network.h"
#include "models/nfp/nfp_model.h"
#include "models/nfp/nfp_timing.h"
#include "rtl/bridge/factory.h"
#include "sim/app/run_config.h"
#include "sim/app/run_inputs.h"

namespace ngpcsim::bench {
namespace {

using models::online::QueryRecord;

double cpu_seconds() {
  std::timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// The first queries of the workload's first frame, as one batch.
std::vector<QueryRecord> first_queries(const stream::QuerySource& source, std::size_t count) {
  constexpr std::uint64_t kRays = 4096;
  constexpr std::uint32_t kSteps = 8;
  std::vector<QueryRecord> records;
  const auto frame = source.open_frame(0);
  while (const auto group = frame->next_group(kRays)) {
    const stream::Directions directions = group->directions();
    for (stream::Queries round; group->next_round(kSteps, round).queries > 0 && records.size() < count; round.clear()) {
      for (std::size_t i = 0; i < round.size() && records.size() < count; ++i) {
        const std::uint32_t ray = round.ray[i];
        records.push_back({.position = {round.x[i], round.y[i], round.z[i]}, .direction = {directions.x[ray], directions.y[ray], directions.z[ray]}, .ray = ray});
      }
    }
    if (records.size() == count) break;
  }
  if (records.empty()) throw InputError({.file = "WORKLOAD"}, "gives no query");
  records.front().first_of_launch = true;
  records.back().last_of_batch = true;
  return records;
}

struct Run {
  double seconds = 0.0;
  std::uint64_t cycles = 0;
  std::uint64_t checksum = 0;  ///< over the values of all outputs
};

void add(std::span<const models::Fp16> values, std::uint64_t& checksum) {
  for (const models::Fp16 value : values) checksum = (checksum ^ value.bits) * 0x100000001b3u;
}

Run run_rtl(models::online::NfpCore& core, const std::vector<QueryRecord>& queries) {
  Run run;
  const double begin = cpu_seconds();
  for (std::size_t offered = 0, popped = 0; popped < queries.size(); ++run.cycles) {
    const bool taken = core.valid();
    if (taken) add(core.values(), run.checksum);
    const bool accepted = offered < queries.size() && core.ready();
    core.clock(offered < queries.size() ? &queries[offered] : nullptr, taken);
    popped += taken ? 1 : 0;
    offered += accepted ? 1 : 0;
  }
  run.seconds = cpu_seconds() - begin;
  return run;
}

/// As a functional run of a chip does it: services, recurrences, values.
Run run_model(const models::NfpModel& model, const models::FunctionalNetwork& network, const std::vector<QueryRecord>& queries) {
  std::vector<float> x, y, z;
  std::vector<std::uint32_t> rays;
  std::vector<std::array<float, 3>> positions, directions;
  for (const QueryRecord& query : queries) {
    x.push_back(query.position[0]);
    y.push_back(query.position[1]);
    z.push_back(query.position[2]);
    rays.push_back(query.ray);
    positions.push_back(query.position);
    directions.push_back(query.direction);
  }
  models::EncodingServices encoding(model.levels, model.encoding.dims, model.encoding.features, model.params.encoding_engine, model.placement, model.costs);
  models::DirectionServices direction(model.params.direction_encoder);
  const auto timing = models::make_nfp_timing(model.geometry);
  const auto count = static_cast<std::uint32_t>(queries.size());
  std::vector<std::uint16_t> engine_services(std::size_t{count} * timing->stride()), direction_services(count);
  std::vector<models::Fp16> values(count * network.outputs());
  Run run;
  const double begin = cpu_seconds();
  encoding.run({x.data(), y.data(), z.data(), count}, engine_services.data(), timing->stride());
  direction.run(0, rays, direction_services.data());
  run.cycles = timing->run({.engine = engine_services.data(), .accesses = nullptr, .direction = direction_services.data(), .queries = count, .ends_batch = true}, 0).back() + 1;
  network.evaluate(positions, directions, values);
  add(values, run.checksum);
  run.seconds = cpu_seconds() - begin;
  return run;
}

void run(const std::string& chip, std::size_t count) {
  const app::ConfigStore store;
  app::RunOptions options;
  options.chip = chip;
  options.workload = "nerf-demo";
  const app::RunConfig config = app::load_run_config(options, store);
  const app::RunInputs inputs = app::open_inputs(config, store, 1);
  const models::ChipSetup setup = app::chip_setup(config, inputs, 1);
  const models::NfpModel model = models::make_nfp_model(setup.chip.nfp, setup.encoding, setup.network, setup.levels, setup.where);
  const models::FunctionalNetwork network = models::make_synthetic_network(setup.encoding, setup.levels, setup.network, setup.chip.nfp);
  const auto factory = rtl::make_rtl_factory({});
  if (!factory) throw InputError({.file = "NGPCSIM_RTL"}, "this build has no RTL");
  const auto core = factory->nfp(model, network);
  const std::vector<QueryRecord> queries = first_queries(*inputs.source, count);
  const Run slow = run_rtl(*core, queries), fast = run_model(model, network, queries);
  const auto n = static_cast<double>(queries.size());
  std::cout << fmt::format("{} queries of nerf-demo through the NFP of {}, values computed, CPU time of one core\n", queries.size(), chip)
            << fmt::format("RTL    {:10.0f} queries/s   {:8.0f} cycles/s   {} cycles   values {:016x}\n", n / slow.seconds, static_cast<double>(slow.cycles) / slow.seconds, slow.cycles,
                           slow.checksum)
            << fmt::format("model  {:10.0f} queries/s   {:8.0f} cycles/s   {} cycles   values {:016x}\n", n / fast.seconds, static_cast<double>(fast.cycles) / fast.seconds, fast.cycles,
                           fast.checksum)
            << fmt::format("model / RTL {:.0f}\n", slow.seconds / fast.seconds);
  check(slow.cycles == fast.cycles && slow.checksum == fast.checksum, "RTL and model differ");
}

}  // namespace
}  // namespace ngpcsim::bench

int main(int argc, char** argv) {
  std::string chip = "ngpc-1-small";
  std::size_t queries = 2000;
  CLI::App app("Speed of the model over its RTL");
  app.add_option("--chip", chip, "chip whose NFP runs")->capture_default_str();
  app.add_option("--queries", queries, "queries of the first frame, at most one chunk of 10^6")->check(CLI::Range(1, 1000000))->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  try {
    ngpcsim::bench::run(chip, queries);
  } catch (const std::exception& error) {
    std::cerr << "ngpcsim_rtl_bench: " << error.what() << '\n';
    return 2;
  }
  return 0;
}
