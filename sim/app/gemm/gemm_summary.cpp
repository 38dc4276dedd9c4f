#include "sim/app/gemm/gemm_summary.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "sim/app/memory_text.h"
#include "sim/app/summary_parts.h"

namespace ngpcsim::app {
namespace {

constexpr std::size_t kMostRows = 40, kNameWidth = 24, kEdgeBarWidth = 60;

/// Letters of the bar, in the order of the account.
struct EdgePart {
  const char* key;
  char letter;
  const char* meaning;
};
constexpr std::array<EdgePart, 9> kEdgeParts{{{"fill", '/', "fill"},
                                              {"stream", '#', "stream"},
                                              {"output_full", 'o', "results wait"},
                                              {"drain", 'd', "drain"},
                                              {"weights", 'w', "weight load"},
                                              {"dependency", 'p', "partial sums"},
                                              {"memory", 'm', "operands from memory"},
                                              {"write_back", 'b', "write back"},
                                              {"idle", '.', "idle"}}};

std::string cut(const std::string& name) { return name.size() <= kNameWidth ? name : fmt::format("{}..", std::string_view(name).substr(0, kNameWidth - 2)); }

std::uint64_t edges_of(const Json& edges) {
  std::uint64_t sum = 0;
  for (const EdgePart& part : kEdgeParts) sum += count(edges, part.key);
  return sum;
}

std::string bar(const Json& edges) {
  const std::uint64_t total = std::max<std::uint64_t>(edges_of(edges), 1);
  std::string text;
  std::uint64_t seen = 0;
  for (const EdgePart& part : kEdgeParts) {
    seen += count(edges, part.key);
    const auto end = static_cast<std::size_t>(static_cast<double>(seen) / static_cast<double>(total) * kEdgeBarWidth + 0.5);
    text.append(end - text.size(), part.letter);
  }
  return text;
}

std::string legend() {
  std::string text = "  ";
  for (const EdgePart& part : kEdgeParts) text += fmt::format("{} {}   ", part.letter, part.meaning);
  while (text.back() == ' ') text.pop_back();
  return text + "\n";
}

std::string shape(const Json& layer) {
  const std::uint64_t batch = count(layer, "batch");
  return fmt::format("{} x {} x {}{}", count(layer, "m"), count(layer, "n"), count(layer, "k"), batch == 1 ? "" : fmt::format(" ({} times)", batch));
}

std::string table(const Json& layers) {
  std::string text = fmt::format("\n  {:<24} {:>26} {:>6} {:>14} {:>10} {:>7} {:>9} {:>8}  {}\n", "name", "M x N x K", "split", "cycles", "ms", "MAC %", "TFLOP/s", "FLOP/B",
                                 "where the arrays' edges went");
  for (std::size_t i = 0; i < std::min(layers.size(), kMostRows); ++i) {
    const Json& l = layers[i];
    const std::string split = count(l, "parts") > 1 ? fmt::format("{} / {}", l.at("split").get<std::string>(), count(l, "parts")) : "none";
    text += fmt::format("  {:<24} {:>26} {:>6} {:>14} {:>10.4f} {:>7.1f} {:>9.3f} {:>8.1f}  {}\n", cut(l.at("name").get<std::string>()), shape(l), split, count(l, "cycles"), real(l, "time_ms"),
                        100.0 * real(l, "mac_utilisation"), real(l, "tflop_per_s"), real(l, "flop_per_byte"), bar(l.at("edges")));
  }
  if (layers.size() > kMostRows) text += fmt::format("  ... {} more: see result.json of --out\n", layers.size() - kMostRows);
  return text;
}

std::uint64_t per_part(const Json& layer, std::uint64_t sum) { return (sum + count(layer, "parts") - 1) / count(layer, "parts"); }

/// Names may hold commas and quotes: RFC 4180.
std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

}  // namespace

std::string gemm_summary(const Json& r) {
  const Json& g = r.at("gemm");
  const std::uint64_t n = count(g, "count");
  std::string text = fmt::format("{} on {}: {} {}, {} MACs, dataflow {}{}\n\n", r.at("chip").get<std::string>(), r.at("workload").get<std::string>(), n,
                                 n == 1 ? "multiplication" : "multiplications", count(g, "macs_useful"), g.at("dataflow").get<std::string>(),
                                 r.at("status") == "interrupted" ? " (INTERRUPTED: those that ended)" : "");
  text += line("time", fmt::format("{:.4f} ms, {} NGPC cycles at {:.3f} GHz", real(g, "time_ms"), count(r, "cycles"), real(r, "clock_ghz")));
  text += line("rate", fmt::format("{:.3f} TFLOP/s; {:.1f} % of the MACs of {} {}", real(g, "tflop_per_s"), 100.0 * real(g, "mac_utilisation"), count(r, "nfps"), count(r, "nfps") == 1 ? "NFP" : "NFPs"));
  text += line("memory", fmt::format("{:.3f} MB read, {:.3f} MB written, {:.1f} GB/s; {:.1f} FLOP/B asked for", static_cast<double>(count(r.at("memory"), "read_bytes")) * 1e-6,
                                     static_cast<double>(count(r.at("memory"), "write_bytes")) * 1e-6, real(r.at("memory"), "bandwidth_gb_s"), real(g, "flop_per_byte")));
  if (const std::string memory = memory_text(r.at("memory")); !memory.empty()) text += line("", memory);
  if (!r.at("speedup").is_null())
    text += line("speedup", fmt::format("{:.2f} x over {} ({:.4f} ms, {:.3f} TFLOP/s predicted)", real(r, "speedup"), r.at("gpu").at("name").get<std::string>(), real(r.at("gpu"), "time_ms"), real(r.at("gpu"), "tflop_per_s")));
  text += line("power", fmt::format("{:.2f} W = NGPC {:.2f} W + DRAM {:.2f} W", real(r, "power_w"), real(r.at("power"), "ngpc_w"), real(r.at("power"), "dram_w")));
  text += line("energy", fmt::format("{:.4f} mJ", real(r, "energy_mj"))) + line("area", fmt::format("{:.2f} mm2", real(r, "area_mm2")));
  return text + table(g.at("layers")) + legend() + "\n" + list_of("idealised", r.at("idealised")) + list_of("warning", r.at("warnings")) + list_of("assumed", r.at("assumptions"));
}

std::string scalesim_report(const Json& result) {
  std::string text = "LayerID, Total Cycles (incl. prefetch), Total Cycles, Stall Cycles, Overall Util %, Mapping Efficiency %, Compute Util %,\n";
  for (const Json& l : result.at("gemm").at("layers")) {
    const Json& edges = l.at("edges");
    const std::uint64_t stalls = per_part(l, count(edges, "memory") + count(edges, "output_full"));
    const double useful = static_cast<double>(count(l, "macs_useful")), clocked = static_cast<double>(count(l, "macs_clocked"));
    const double steps = static_cast<double>(count(edges, "fill") + count(edges, "stream")), active = static_cast<double>(count(l, "active_cycles"));
    const double mapping = clocked > 0.0 ? 100.0 * useful / clocked : 0.0, compute = active > 0.0 ? 100.0 * steps / active : 0.0;
    text += fmt::format("{}, {}, {}, {}, {:.4f}, {:.4f}, {:.4f},\n", cell(l.at("name").get<std::string>()), count(l, "cycles"), per_part(l, count(l, "active_cycles")), stalls,
                        mapping * compute / 100.0, mapping, compute);
  }
  return text;
}

}  // namespace ngpcsim::app
