#include <cstdio>
#include <exception>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "tests/dram_checker/bad_input.h"
#include "tests/dram_checker/checker.h"
#include "tests/dram_checker/command_log.h"
#include "tests/dram_checker/device.h"
#include "tests/dram_checker/result_check.h"

/// dram_checker COMMANDS.csv DEVICE.xml [TRACE]: exit code 0 where the command trace breaks no rule, 1 where it does, 2 for what cannot be read.
namespace ngpcsim::dram_checker {
namespace {

struct Options {
  std::string commands, device, trace, result;
  std::vector<std::string> assignments;
  std::uint64_t request_bytes = 64;
  std::optional<std::uint64_t> end;
};

/// The text of some lines of the command trace.
std::map<std::uint64_t, std::string> texts_of(const std::string& path, const std::set<std::uint64_t>& wanted) {
  std::map<std::uint64_t, std::string> texts;
  std::ifstream in(path);
  std::string text;
  for (std::uint64_t line = 1; texts.size() < wanted.size() && std::getline(in, text); ++line) {
    if (wanted.contains(line)) texts.emplace(line, text);
  }
  return texts;
}

void print_violations(const Report& report, const std::string& path) {
  std::set<std::uint64_t> wanted;
  for (const Violation& violation : report.kept()) wanted.insert(violation.lines.begin(), violation.lines.end());
  const std::map<std::uint64_t, std::string> texts = texts_of(path, wanted);
  for (const Violation& violation : report.kept()) {
    fmt::print("violation of {}: {}", violation.rule, violation.what);
    if (violation.required && violation.actual) fmt::print(": required {}, actual {}", *violation.required, *violation.actual);
    fmt::print("\n");
    for (const std::uint64_t line : violation.lines) fmt::print("  line {}: {}\n", line, texts.contains(line) ? texts.at(line) : "");
  }
  for (const auto& [rule, count] : report.counts()) {
    if (count > Report::kKeptPerRule) fmt::print("{}: {} violations in all\n", rule, count);
  }
}

void print_totals(const Totals& totals, const Device& device, bool with_requests) {
  fmt::print("lines {}", totals.all_lines());
  for (std::size_t kind = 0; kind < kKinds; ++kind) fmt::print(" {} {}", name_of(static_cast<Kind>(kind)), totals.lines[kind]);
  fmt::print("\nhits {} misses {} conflicts {} unused {} end {}", totals.hits, totals.misses, totals.conflicts, totals.unused, totals.end);
  if (with_requests) fmt::print(" bytes {} bandwidth_gbps {:.6f}", totals.bytes, totals.bandwidth(device.clock_khz) / 1e9);
  fmt::print("\n");
}

int check(const Options& options) {
  DeviceFile file = DeviceFile::read(options.device);
  for (const std::string& assignment : options.assignments) file.set(assignment);
  const Device device = make_device(file);
  std::optional<std::vector<Request>> requests;
  if (!options.trace.empty()) requests = read_requests(options.trace, options.request_bytes);

  Report report;
  Checker checker(device, requests ? &*requests : nullptr, report);
  LogReader log(options.commands);
  while (const auto command = log.next()) checker.take(*command);
  const Totals totals = checker.finish(options.end);
  if (!options.result.empty()) check_result(options.result, totals, device.clock_khz, report);

  print_violations(report, options.commands);
  print_totals(totals, device, requests.has_value());
  fmt::print("violations {}\n", report.total());
  return report.clean() ? 0 : 1;
}

}  // namespace
}  // namespace ngpcsim::dram_checker

int main(int argc, char** argv) {
  ngpcsim::dram_checker::Options options;
  CLI::App app("Checks a DRAM command trace against docs/dram.md");
  app.add_option("commands", options.commands, "CSV that `ngpcsim dram --commands` wrote")->required();
  app.add_option("device", options.device, "device file of the run")->required();
  CLI::Option* const trace = app.add_option("trace", options.trace, "requests of the run");
  app.add_option("--result", options.result, "result.json of the run: its numbers must be those of the commands")->needs(trace);
  app.add_option("--set", options.assignments, "PARAMETER=VALUE, as in the run");
  app.add_option("--end", options.end, "cycle at which the run ended, where that is not the end of its data: a chip's memory ends with the chip");
  app.add_option("--request-bytes", options.request_bytes, "size of every request, as in the run")->capture_default_str();
  try {
    app.parse(argc, argv);
    return ngpcsim::dram_checker::check(options);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "dram_checker: {}\n", error.what());
    return 2;
  }
}
