#include "sim/app/bars.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "sim/stats/cycle_account.h"

namespace ngpcsim::app {
namespace {

constexpr std::size_t kBarWidth = 40;

struct StallPart {
  std::string_view reason;
  char symbol;
  const char* words;
};
constexpr std::array<StallPart, stats::kStallReasons + 1> kStallParts{{{"busy", '#', "busy"},
                                                                        {"output_full", 'o', "output full"},
                                                                        {"conflict", 'c', "bank conflict"},
                                                                        {"line_fill", 'f', "line fill"},
                                                                        {"page_fill", 'p', "page fill"},
                                                                        {"weights", 'w', "weights"},
                                                                        {"dependency", 'd', "layer before"},
                                                                        {"table_miss", 'm', "table miss"},
                                                                        {"page_load", 'l', "page load"},
                                                                        {"page_sweep", 's', "page sweep"},
                                                                        {"input_empty", '.', "no input"}}};
static_assert(std::all_of(kStallParts.begin() + 1, kStallParts.end(), [](const StallPart& part) { return part.reason == stats::kStallNames[static_cast<std::size_t>(&part - kStallParts.data()) - 1]; }),
              "every reason has its part, in their order");

double cycles_of(const Json& block, const StallPart& part) {
  return part.symbol == '#' ? block.at("busy").get<double>() : block.at("stalls").at(part.reason).get<double>();
}

std::string bar_of(const Json& block, double total) {
  std::string bar;
  double seen = 0.0;
  for (const StallPart& part : kStallParts) {
    seen += cycles_of(block, part);
    const auto end = std::min(kBarWidth, static_cast<std::size_t>(seen / total * static_cast<double>(kBarWidth) + 0.5));
    bar.append(end - std::min(end, bar.size()), part.symbol);
  }
  return bar;
}

std::string shares_of(const Json& block, double total) {
  constexpr double kLeast = 0.005;
  std::string text;
  for (const StallPart& part : kStallParts) {
    const double share = cycles_of(block, part) / total;
    if (share >= kLeast) text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : ", ", part.words, share * 100.0);
  }
  return text;
}

}  // namespace

std::string stall_bars(const Json& blocks) {
  std::string text;
  for (const auto& [name, block] : blocks.items()) {
    if (block.is_null()) continue;
    const double total = block.at("total").get<double>();
    if (total == 0.0) continue;
    text += fmt::format("  {:<17} |{:<{}}| {}\n", name, bar_of(block, total), kBarWidth, shares_of(block, total));
  }
  return text;
}

std::string level_bars(const Json& encoding_engine) {
  constexpr double kSymbolsPerCycle = 10.0;
  std::string text;
  for (const Json& level : encoding_engine.at("levels")) {
    if (level.at("cycles_per_query").is_null()) continue;
    const double cycles = level.at("cycles_per_query").get<double>();
    const auto length = std::min(kBarWidth, static_cast<std::size_t>(cycles * kSymbolsPerCycle + 0.5));
    text += fmt::format("  level {:<2} {:>6.2f} cycles/query |{}\n", level.at("level").get<int>(), cycles, std::string(length, '='));
  }
  return text;
}

}  // namespace ngpcsim::app
