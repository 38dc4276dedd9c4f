/// What recording adds to making queries, and how fast a trace gives them back: one core, one run, CPU time, medians.
///
///   ngpcsim_trace_bench WORKLOAD [--set PATH=VALUE]... [--rounds N]
#include <algorithm>
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

double cpu_seconds() {
  std::timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

template <class Action>
double median_seconds(int rounds, const Action& action) {
  std::vector<double> seconds;
  for (int round = 0; round < rounds; ++round) {
    const double begin = cpu_seconds();
    action();
    seconds.push_back(cpu_seconds() - begin);
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
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

std::string line(std::string_view what, double seconds, std::uint64_t queries, std::string_view more = {}) {
  return fmt::format("{:<34}{:8.2f} M queries/s  {:7.1f} ns each  {}\n", what, static_cast<double>(queries) / seconds / 1e6, seconds * 1e9 / static_cast<double>(queries), more);
}

void run(const std::string& workload, const std::vector<std::string>& sets, int rounds) {
  const app::ConfigStore store;
  const std::filesystem::path file = store.find(app::ConfigKind::kWorkload, workload, {.file = "WORKLOAD"});
  app::ConfigRoots roots(sets, {"workload"});
  const app::WorkloadParams params = app::load_workload(roots, file, sets);
  const app::OpenedWorkload opened = app::open_workload(params, roots, file, store);
  std::uint64_t queries = 0;
  const double generate = median_seconds(rounds, [&] { queries = consume(*opened.source); });
  std::cout << fmt::format("{} queries of {}, medians of {} rounds\n", queries, workload, rounds) << line("generated", generate, queries);
  for (const trace::Compression compression : {trace::Compression::kNone, trace::Compression::kDeflate, trace::Compression::kZstd}) {
    const std::filesystem::path target = std::filesystem::temp_directory_path() / fmt::format("ngpcsim-bench-{}.trace", ::getpid());
    const std::string_view name = compression == trace::Compression::kNone ? "none" : compression == trace::Compression::kZstd ? "zstd" : "zlib";
    trace::QueryIndex index;
    const double record = median_seconds(rounds, [&] {
      static_cast<void>(trace::record_queries(*opened.source, {.workload_xml = "", .compression = compression, .progress = {}}, target, index));
    });
    std::cout << line(fmt::format("recorded, {}", name), record, queries,
                      fmt::format("{:.2f} bytes a query, {:.2f} x generation", static_cast<double>(std::filesystem::file_size(target)) / static_cast<double>(queries), record / generate));
    const trace::TraceSource replayed(std::make_shared<const trace::TraceFile>(target));
    const double replay = median_seconds(rounds, [&] { consume(replayed); });
    std::cout << line(fmt::format("replayed, {}", name), replay, queries, fmt::format("{:.2f} x generation", replay / generate));
    std::filesystem::remove(target);
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
