#include "sim/app/bottleneck.h"

#include <vector>

#include <fmt/format.h>

namespace ngpcsim::app {
namespace {

struct Occupied {
  double share = 0.0;
  std::string text;
};

/// Share of a block's cycles in `busy` and the named stalls.
double share_of(const Json& block, const std::vector<const char*>& stalls) {
  const double total = block.at("total").get<double>();
  if (total == 0.0) return 0.0;
  double cycles = block.at("busy").get<double>();
  for (const char* stall : stalls) cycles += block.at("stalls").at(stall).get<double>();
  return cycles / total;
}

double stall_percent(const Json& block, const char* stall) {
  const double total = block.at("total").get<double>();
  return total == 0.0 ? 0.0 : 100.0 * block.at("stalls").at(stall).get<double>() / total;
}

/// Memory `ideal` is one pipe; of memory `hierarchy` the slices and the data buses behind them may each be what limits.
void add_memory(std::vector<Occupied>& parts, const Json& blocks, const Json& memory) {
  if (!memory.is_object() || memory.at("l2").is_null()) {
    const double share = share_of(blocks.at("memory"), {});
    parts.push_back({share, fmt::format("memory bandwidth, in use {:.0f} % of the time", share * 100.0)});
    return;
  }
  const double slices = share_of(blocks.at("memory"), {"output_full", "dependency"});
  parts.push_back({slices, fmt::format("the L2, whose slices are occupied {:.0f} % of the time ({:.0f} % waiting for lines and DRAM)", slices * 100.0, stall_percent(blocks.at("memory"), "dependency"))});
  const Json& bus = memory.at("dram").at("bus");
  const double total = bus.at("total").get<double>(), idle = bus.at("idle").get<double>();
  const double used = total == 0.0 ? 0.0 : 1.0 - idle / total;
  parts.push_back({used, fmt::format("DRAM bandwidth, its data buses in use {:.0f} % of the time", used * 100.0)});
}

std::vector<Occupied> parts_of_ngpc(const Json& blocks, const Json& memory) {
  std::vector<Occupied> parts;
  if (blocks.contains("mlp_engine")) {
    const Json& mlp = blocks.at("mlp_engine");
    const double share = share_of(mlp, {"weights", "dependency"});
    parts.push_back({share, fmt::format("the MLP engines, occupied {:.0f} % of the time ({:.0f} % waiting for weights, {:.0f} % for the layer before)", share * 100.0,
                                        stall_percent(mlp, "weights"), stall_percent(mlp, "dependency"))});
  }
  if (blocks.contains("encoding_engine")) {
    const Json& encoding = blocks.at("encoding_engine");
    const double share = share_of(encoding, {"conflict", "line_fill"});
    parts.push_back({share, fmt::format("the encoding engines, occupied {:.0f} % of the time ({:.0f} % lost to bank conflicts)", share * 100.0, stall_percent(encoding, "conflict"))});
    const double missing = stall_percent(encoding, "table_miss") / 100.0;
    parts.push_back({missing, fmt::format("misses of the grid caches, for whose lines the encoding engines wait {:.0f} % of the time", missing * 100.0)});
  }
  if (blocks.contains("page_sweep") && !blocks.at("page_sweep").is_null()) {
    const Json& sweep = blocks.at("page_sweep");
    const double share = share_of(sweep, {"conflict", "page_fill", "page_load"});
    parts.push_back({share, fmt::format("the sweeps over pages of the tables, which take {:.0f} % of the time ({:.0f} % waiting for pages, {:.0f} % writing them into the SRAM)", share * 100.0,
                                        stall_percent(sweep, "page_load"), stall_percent(sweep, "page_fill"))});
  }
  if (blocks.contains("memory")) add_memory(parts, blocks, memory);
  return parts;
}

}  // namespace

std::string bottleneck_text(const Json& result) {
  if (result.at("frame_ms").is_null()) return {};
  const double frame_ms = result.at("frame_ms").get<double>(), host_ms = result.at("host_ms").get<double>();
  if (host_ms > result.at("ngpc_ms").get<double>()) return fmt::format("the host GPU, whose kernels run {:.0f} % of the frame", 100.0 * host_ms / frame_ms);
  Occupied most;
  for (Occupied& part : parts_of_ngpc(result.at("blocks"), result.at("memory")))
    if (part.share >= most.share) most = std::move(part);
  return most.text;
}

}  // namespace ngpcsim::app
