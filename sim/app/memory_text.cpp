#include "sim/app/memory_text.h"

#include <algorithm>

#include <fmt/format.h>

namespace ngpcsim::app {
namespace {

double number(const Json& json, const char* key) { return json.at(key).is_null() ? 0.0 : json.at(key).get<double>(); }

}  // namespace

std::string memory_text(const Json& memory) {
  const Json& l2 = memory.at("l2");
  if (l2.is_null()) return {};
  const Json& dram = memory.at("dram");
  const double total = number(l2, "total");
  double waits = 0.0;
  for (const Json& edges : l2.at("waits")) waits += edges.get<double>();
  const auto percent = [total](double edges) { return total == 0.0 ? 0.0 : 100.0 * edges / total; };
  return fmt::format("L2 {:.1f} % hits, slices busy {:.1f} % and waiting {:.1f} % of the time; DRAM {:.1f} of {:.0f} GB/s, rows hit {:.0f} %", 100.0 * number(l2, "hit_rate"),
                     percent(number(l2, "busy")), percent(waits), number(dram, "bandwidth_gb_s"), number(dram, "pin_bandwidth_gb_s"),
                     100.0 * number(dram.at("rows"), "hits") / std::max(1.0, number(dram.at("rows"), "hits") + number(dram.at("rows"), "misses") + number(dram.at("rows"), "conflicts")));
}

}  // namespace ngpcsim::app
