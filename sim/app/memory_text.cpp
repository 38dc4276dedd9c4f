#include "sim/app/memory_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/app/summary_parts.h"

namespace ngpcsim::app {

std::string memory_text(const Json& memory) {
  const Json& l2 = memory.at("l2");
  if (l2.is_null()) return {};
  const Json& dram = memory.at("dram");
  const double total = real(l2, "total");
  double waits = 0.0;
  for (const Json& edges : l2.at("waits")) waits += edges.get<double>();
  const auto percent = [total](double edges) { return total == 0.0 ? 0.0 : 100.0 * edges / total; };
  return fmt::format("L2 {:.1f} % hits, slices busy {:.1f} % and waiting {:.1f} % of the time; DRAM {:.1f} of {:.0f} GB/s, rows hit {:.0f} %", 100.0 * real(l2, "hit_rate"),
                     percent(real(l2, "busy")), percent(waits), real(dram, "bandwidth_gb_s"), real(dram, "pin_bandwidth_gb_s"),
                     100.0 * real(dram.at("rows"), "hits") / std::max(1.0, real(dram.at("rows"), "hits") + real(dram.at("rows"), "misses") + real(dram.at("rows"), "conflicts")));
}

}  // namespace ngpcsim::app
