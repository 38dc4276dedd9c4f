/// What recording adds to making queries, and how fast a trace gives them back: one run, medians. CPU time of
/// all threads; for recording, which has two, wall time beside it.
///
///   ngpcsim_trace_bench WORKLOAD [--set PATH=VALUE]... [--rounds N]
#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "models/host/params.h"
#include "sim/app/workload_config.h"
#include "workloads/trace/query_recorder.h"
#include "workloads/trace/trace_source.h"

namespace ngpcsim::bench {
namespace {

namespace trace = workloads::trace;

double seconds_of(clockid_t clock) {
  std::timespec now{};
  ::clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// One thing that is measured, once a round.
struct Series {
  std::vector<double> cpu, wall;  ///< seconds; CPU time is that of all threads, in the process and in the system

  template <class Action>
  void measure(const Action& action) {
    const double cpu_begin = seconds_of(CLOCK_PROCESS_CPUTIME_ID), wall_begin = seconds_of(CLOCK_MONOTONIC);
    action();
    cpu.push_back(seconds_of(CLOCK_PROCESS_CPUTIME_ID) - cpu_begin);
    wall.push_back(seconds_of(CLOCK_MONOTONIC) - wall_begin);
  }
};

/// The median of the ratios within rounds: what slows the machine down for a while is in both.
double ratio(const std::vector<double>& values, const std::vector<double>& to) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < values.size(); ++i) ratios.push_back(values[i] / to[i]);
  return median(std::move(ratios));
}

/// The first frame as the host of a chip with default parameters asks for it.
std::uint64_t consume(const stream::QuerySource& source) {
  const models::HostParams host;
  std::uint64_t queries = 0;
  stream::Queries buffer;
  const auto frame = source.open_frame(0);
  while (const auto group = frame->next_group(host.rays_per_group))
    while (group->rays_alive() > 0) queries += group->next_round_in(models::steps_of_round(host, group->rays_alive()), buffer).work.queries;
  return queries;
}

std::string line(std::string_view what, const Series& series, std::uint64_t queries, std::string_view more = {}) {
  const double seconds = median(series.cpu);
  return fmt::format("{:<34}{:8.2f} M queries/s  {:7.1f} ns each  {}\n", what, static_cast<double>(queries) / seconds / 1e6, seconds * 1e9 / static_cast<double>(queries), more);
}

struct Recorded {
  trace::Compression compression;
  std::string_view name;
  Series record, replay;
  double bytes_per_query = 0;
};

void run(const std::string& workload, const std::vector<std::string>& sets, int rounds) {
  const app::ConfigStore store;
  const std::filesystem::path file = store.find(app::ConfigKind::kWorkload, workload, {.file = "WORKLOAD"});
  app::ConfigRoots roots(sets, {"workload"});
  const app::WorkloadParams params = app::load_workload(roots, file, sets, store);
  const app::OpenedWorkload opened = app::open_workload(params, roots, file, store);
  const std::filesystem::path target = std::filesystem::temp_directory_path() / fmt::format("ngpcsim-bench-{}.trace", ::getpid());
  std::uint64_t queries = 0;
  Series generate;
  std::array<Recorded, 3> all{{{trace::Compression::kNone, "none", {}, {}}, {trace::Compression::kDeflate, "zlib", {}, {}}, {trace::Compression::kZstd, "zstd", {}, {}}}};
  for (int round = 0; round < rounds; ++round) {
    generate.measure([&] { queries = consume(*opened.source); });
    for (Recorded& one : all) {
      trace::QueryIndex index;
      one.record.measure([&] {
        static_cast<void>(trace::record_queries(*opened.source, {.workload_xml = "", .compression = one.compression, .progress = {}}, target, index));
      });
      one.bytes_per_query = static_cast<double>(std::filesystem::file_size(target)) / static_cast<double>(queries);
      const trace::TraceSource replayed(std::make_shared<const trace::TraceFile>(target));
      one.replay.measure([&] { consume(replayed); });
    }
  }
  std::filesystem::remove(target);
  std::cout << fmt::format("{} queries of {}, medians of {} rounds\n", queries, workload, rounds) << line("generated", generate, queries);
  for (const Recorded& one : all) {
    std::cout << line(fmt::format("recorded, {}", one.name), one.record, queries,
                      fmt::format("{:.2f} bytes a query, {:.2f} x generation, {:.2f} x its wall time", one.bytes_per_query, ratio(one.record.cpu, generate.cpu),
                                  ratio(one.record.wall, generate.wall)))
              << line(fmt::format("replayed, {}", one.name), one.replay, queries, fmt::format("{:.2f} x generation", ratio(one.replay.cpu, generate.cpu)));
  }
}

}  // namespace
}  // namespace ngpcsim::bench

int main(int argc, char** argv) {
  std::string workload = "nerf-lego";
  std::vector<std::string> sets;
  int rounds = 5;
  CLI::App app("Speed of recording and of replaying a trace");
  app.add_option("workload", workload, "workload, its first camera");
  app.add_option("--set", sets, "PATH=VALUE of the workload");
  app.add_option("--rounds", rounds, "measurements, of which the medians are printed")->check(CLI::Range(1, 100));
  CLI11_PARSE(app, argc, argv);
  try {
    ngpcsim::bench::run(workload, sets, rounds);
  } catch (const std::exception& error) {
    std::cerr << "ngpcsim_trace_bench: " << error.what() << '\n';
    return 2;
  }
  return 0;
}
