#include "tests/dram_checker/result_check.h"

#include <cmath>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tests/dram_checker/bad_input.h"

namespace ngpcsim::dram_checker {
namespace {

/// Numbers are printed with all their digits; sums of quotients may differ in the last ones.
constexpr double kRelativeError = 1e-9;

using Expected = std::vector<std::pair<std::string, double>>;  ///< by JSON pointer

Expected expected(const Totals& totals, std::uint64_t clock_khz) {
  const auto number = [](std::uint64_t value) { return static_cast<double>(value); };
  Expected numbers{{"/trace/bytes", number(totals.bytes)},
                   {"/trace/first_cycle", number(totals.first_arrival)},
                   {"/cycles", number(totals.end - totals.first_arrival)},
                   {"/bandwidth_gb_s", totals.bandwidth(clock_khz) / 1e9},
                   {"/rows/hits", number(totals.hits)},
                   {"/rows/misses", number(totals.misses)},
                   {"/rows/conflicts", number(totals.conflicts)},
                   {"/rows/unused", number(totals.unused)},
                   {"/forwarded", number(totals.count(Kind::kForward))},
                   {"/merged", number(totals.count(Kind::kMerge))}};
  for (std::size_t kind = 0; kind < kCommandKinds; ++kind) {
    numbers.emplace_back(fmt::format("/commands/{}", name_of(static_cast<Kind>(kind))), number(totals.lines[kind]));
  }
  return numbers;
}

}  // namespace

void check_result(const std::filesystem::path& path, const Totals& totals, std::uint64_t clock_khz, Report& report) {
  std::ifstream in(path);
  const nlohmann::json result = nlohmann::json::parse(in, nullptr, false);
  if (result.is_discarded()) throw BadInput(fmt::format("{}: is no JSON", path.string()));
  for (const auto& [key, value] : expected(totals, clock_khz)) {
    const nlohmann::json::json_pointer pointer(key);
    if (!result.contains(pointer) || !result.at(pointer).is_number()) throw BadInput(fmt::format("{}: has no number {}", path.string(), key));
    const auto reported = result.at(pointer).get<double>();
    if (std::abs(reported - value) <= kRelativeError * std::abs(value)) continue;
    const std::string what = fmt::format("the result has {}, the commands make {}", reported, value);
    report.add({.rule = "result" + key, .what = what, .lines = {}, .required = {}, .actual = {}});
  }
}

}  // namespace ngpcsim::dram_checker
