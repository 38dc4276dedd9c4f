/// How far a whole simulation is from the address arithmetic alone: one core, one run, CPU time.
///
///   ngpcsim_bench WORKLOAD [--set PATH=VALUE]... [--rounds N] [--out FILE]
///
/// The workload's first frame is marched once and kept in memory. Then, N times in turn: the floor (the indices of every corner of every query), and the whole
/// simulation on ngpc-8, on ngpc-8-starved, on ngpc-8-dram, whose memory is simulated too, and once more on ngpc-8 with the frame marched on the fly. Then each
/// application's generator by itself and inside the simulation. Medians are printed and written as JSON.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "models/chip/chip.h"
#include "models/encoding_engine/address_floor.h"
#include "sim/app/run_config.h"
#include "sim/app/run_inputs.h"
#include "tests/support/child_process.h"
#include "workloads/apps/memory_source.h"

namespace ngpcsim::bench {
namespace {

double cpu_seconds() {
  std::timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// The frame's queries one after the other, as the floor reads them.
stream::Queries flat(const stream::QuerySource& source, const models::HostParams& host) {
  stream::Queries all;
  const auto frame = source.open_frame(0);
  while (const auto group = frame->next_group(host.rays_per_group))
    while (true) {
      if (group->next_round(models::steps_of_round(host, group->rays_alive()), all).queries == 0) break;
    }
  return all;
}

/// Addresses are stored and thrown away block by block; one of each block is summed, so that the compiler must make them.
double floor_seconds(const std::vector<models::GridLevel>& levels, const stream::Queries& queries, std::uint32_t& checksum) {
  const double begin = cpu_seconds();
  constexpr std::uint32_t kBlock = models::Cells::kCapacity;
  models::CornerAddresses addresses;
  for (std::size_t i = 0; i + kBlock <= queries.size(); i += kBlock) {
    for (const models::GridLevel& level : levels) {
      models::corner_addresses(level, {queries.x.data() + i, queries.y.data() + i, queries.z.data() + i, kBlock}, addresses);
      checksum += addresses.corner[i / kBlock % 8][i / kBlock % kBlock];
    }
  }
  return cpu_seconds() - begin;
}

struct Simulated {
  double seconds = 0;
  std::uint64_t cycles = 0;
};

Simulated simulate(const app::RunConfig& config, const app::RunInputs& inputs, const stream::QuerySource& source) {
  const std::string text = testing_support::in_child([&] {
    const models::ChipSetup setup = app::chip_setup(config, inputs, 1);
    const std::array<std::uint64_t, 1> first{0};
    const double begin = cpu_seconds();
    const models::RunRecord record = models::run_chip(setup, source, first, {});
    return fmt::format("{} {}", cpu_seconds() - begin, record.ngpc_cycles);
  });
  Simulated result;
  result.seconds = std::stod(text);
  result.cycles = std::stoull(text.substr(text.find(' ')));
  return result;
}

/// Of making the queries of the first frame round by round, as the host asks for them, and nothing else.
double generator_seconds(const stream::QuerySource& source, const models::HostParams& host, std::uint64_t& queries) {
  const double begin = cpu_seconds();
  stream::Queries buffer;
  queries = 0;
  const auto frame = source.open_frame(0);
  while (const auto group = frame->next_group(host.rays_per_group)) {
    while (const std::uint64_t given = group->next_round_in(models::steps_of_round(host, group->rays_alive()), buffer).work.queries) queries += given;
  }
  return cpu_seconds() - begin;
}

/// Chips, and what their keys in the JSON have in their names.
constexpr std::array<std::pair<const char*, const char*>, 3> kChips{{{"ngpc-8", ""}, {"ngpc-8-starved", "_starved"}, {"ngpc-8-dram", "_dram"}}};

struct Chip {
  std::string name, key;
  app::RunConfig config;
  std::vector<double> seconds;
  std::uint64_t cycles = 0;
};

struct Options {
  std::string workload = "nerf-lego";
  std::vector<std::string> sets;
  std::string out;
  int rounds = 5;
};

app::RunConfig load(const std::string& chip, const std::string& workload, const std::vector<std::string>& sets, const app::ConfigStore& store) {
  app::RunOptions run;
  run.chip = chip;
  run.workload = workload;
  run.set = sets;
  return app::load_run_config(run, store);
}

/// The host as the simulation has it: some applications ask for one query of a ray at a time.
models::HostParams host_of(const app::RunConfig& config) {
  models::HostParams host = config.chip.host;
  host.max_steps_per_round = std::min(host.max_steps_per_round, app::most_steps_per_round(config.workload.application));
  return host;
}

/// A generator alone, and the simulation on ngpc-8 that it feeds.
void run_generator(const std::string& workload, const std::vector<std::string>& sets, const Options& options, const app::ConfigStore& store, nlohmann::ordered_json& json) {
  app::RunConfig config = load("ngpc-8", workload, sets, store);
  app::RunInputs inputs = app::open_inputs(config, store, 1);
  app::settle_grid_sram(config, inputs);
  const models::HostParams host = host_of(config);
  std::vector<double> alone, whole;
  std::uint64_t queries = 0;
  for (int round = 0; round < options.rounds; ++round) {
    alone.push_back(generator_seconds(*inputs.source, host, queries));
    whole.push_back(simulate(config, inputs, *inputs.source).seconds);
  }
  const auto n = static_cast<double>(queries);
  const double generated = n / median(alone), simulated = n / median(whole);
  std::cout << fmt::format("generator, {:<25}{:7.2f} M queries/s   simulated on the fly {:7.2f} M queries/s   {:4.1f} % of it generates\n", workload, generated / 1e6, simulated / 1e6,
                           100.0 * simulated / generated);
  json["generators"][workload] = {{"queries", queries}, {"generated_queries_per_s", generated}, {"simulated_on_the_fly_queries_per_s", simulated}};
}

void run(const Options& options) {
  const app::ConfigStore store;
  std::vector<Chip> chips;
  for (const auto& [name, key] : kChips) chips.push_back({name, key, load(name, options.workload, options.sets, store), {}, 0});
  const app::RunConfig& first = chips.front().config;
  const app::RunInputs inputs = app::open_inputs(first, store, 1);
  const models::HostParams host = host_of(first);
  const workloads::MemorySource memory(*inputs.source, {host.rays_per_group, [&](std::uint64_t alive) { return models::steps_of_round(host, alive); }});
  const stream::Queries queries = flat(memory, host);

  std::vector<double> floor, on_the_fly;
  std::uint32_t checksum = 0;
  for (int round = 0; round < options.rounds; ++round) {
    floor.push_back(floor_seconds(inputs.levels, queries, checksum));
    for (Chip& chip : chips) {
      const Simulated simulated = simulate(chip.config, inputs, memory);
      chip.seconds.push_back(simulated.seconds);
      chip.cycles = simulated.cycles;
    }
    on_the_fly.push_back(simulate(first, inputs, *inputs.source).seconds);
  }
  const auto n = static_cast<double>(queries.size());
  const double f = n / median(floor);
  std::cout << fmt::format("{} queries of {}, medians of {} rounds, CPU time of one core (checksum {:08x})\n", queries.size(), options.workload, options.rounds, checksum)
            << fmt::format("floor, address arithmetic alone     {:7.2f} M queries/s   {:6.1f} ns each\n", f / 1e6, 1e9 / f);
  nlohmann::ordered_json json{{"workload", options.workload}, {"queries", queries.size()}, {"floor_queries_per_s", f}};
  for (const Chip& chip : chips) {
    const double rate = n / median(chip.seconds);
    std::cout << fmt::format("simulation, {:<24}{:7.2f} M queries/s   {:6.1f} ns each   floor / simulation {:.2f}   {} cycles\n", chip.name, rate / 1e6, 1e9 / rate, f / rate, chip.cycles);
    json[fmt::format("simulated{}_queries_per_s", chip.key)] = rate;
    json[fmt::format("floor_over_simulated{}", chip.key)] = f / rate;
    json[fmt::format("cycles{}", chip.key)] = chip.cycles;
  }
  const double fly = n / median(on_the_fly);
  std::cout << fmt::format("simulation, ngpc-8, on the fly      {:7.2f} M queries/s   {:6.1f} ns each   floor / simulation {:.2f}\n", fly / 1e6, 1e9 / fly, f / fly);
  json["simulated_on_the_fly_queries_per_s"] = fly;
  json["floor_over_simulated_on_the_fly"] = f / fly;
  run_generator(options.workload, options.sets, options, store, json);
  for (const char* const workload : {"nerf-demo", "nsdf-demo", "gia-demo", "nvr-demo"})
    if (workload != options.workload) run_generator(workload, {}, options, store, json);
  if (!options.out.empty()) std::ofstream(options.out) << json.dump(2) << '\n';
}

}  // namespace
}  // namespace ngpcsim::bench

int main(int argc, char** argv) {
  ngpcsim::bench::Options options;
  CLI::App app("Simulation speed as a ratio to address arithmetic alone");
  app.add_option("workload", options.workload, "workload, its first camera");
  app.add_option("--set", options.sets, "PATH=VALUE, as for ngpcsim run");
  app.add_option("--rounds", options.rounds, "measurements, of which the medians are printed")->check(CLI::Range(1, 100));
  app.add_option("--out", options.out, "JSON file to write");
  CLI11_PARSE(app, argc, argv);
  try {
    ngpcsim::bench::run(options);
  } catch (const std::exception& error) {
    std::cerr << "ngpcsim_bench: " << error.what() << '\n';
    return 2;
  }
  return 0;
}
