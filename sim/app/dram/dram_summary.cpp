#include <fmt/format.h>

#include "sim/app/dram/dram_result.h"
#include "sim/app/summary_parts.h"

namespace ngpcsim::app {
namespace {

std::string span(const Json& json) {
  std::string text;
  for (const char* name : {"min", "mean", "p50", "p95", "p99", "max"}) {
    const double cycles = real(json, (std::string(name) + "_cycles").c_str()), ns = real(json, (std::string(name) + "_ns").c_str());
    text += fmt::format("{}{} {:.0f} ({:.1f} ns)", text.empty() ? "" : "   ", name, cycles, ns);
  }
  return text;
}

std::string row_shares(const Json& rows) {
  const double all = static_cast<double>(count(rows, "hits") + count(rows, "misses") + count(rows, "conflicts"));
  const auto share = [&](const char* key) { return all == 0.0 ? 0.0 : 100.0 * static_cast<double>(count(rows, key)) / all; };
  return fmt::format("hits {} ({:.1f} %)   misses {} ({:.1f} %)   conflicts {} ({:.1f} %)", count(rows, "hits"), share("hits"), count(rows, "misses"),
                     share("misses"), count(rows, "conflicts"), share("conflicts"));
}

std::string bus_shares(const Json& bus) {
  const double total = static_cast<double>(count(bus, "total"));
  const auto share = [&](const char* key) { return total == 0.0 ? 0.0 : 100.0 * static_cast<double>(count(bus, key)) / total; };
  return fmt::format("read {:.1f} %   write {:.1f} %   turnaround {:.1f} %   idle {:.1f} %", share("read"), share("write"), share("turnaround"), share("idle"));
}

std::string channel_table(const Json& channels) {
  std::string text = fmt::format("\n  {:>7} {:>10} {:>8} {:>12} {:>12} {:>12} {:>10} {:>8}\n", "channel", "GB/s", "bus %", "hits", "misses", "conflicts",
                                 "refreshes", "pJ/bit");
  for (const Json& c : channels) {
    const Json& rows = c.at("rows");
    text += fmt::format("  {:>7} {:>10.3f} {:>8.1f} {:>12} {:>12} {:>12} {:>10} {:>8.2f}\n", count(c, "channel"), real(c, "bandwidth_gb_s"),
                        100.0 * real(c.at("bus"), "utilisation"), count(rows, "hits"), count(rows, "misses"), count(rows, "conflicts"),
                        count(c.at("commands"), "REF") + count(c.at("commands"), "REFPB"), real(c.at("energy"), "pj_per_bit"));
  }
  return text;
}

}  // namespace

std::string dram_summary(const Json& result) {
  const Json& trace = result.at("trace");
  const Json& energy = result.at("energy");
  std::string text =
      fmt::format("{} on {}: {} reads, {} writes of {} bytes{}\n", trace.at("file").get<std::string>(), result.at("device").get<std::string>(),
                  count(trace, "reads"), count(trace, "writes"), count(trace, "request_bytes"), result.at("status") == "interrupted" ? " (interrupted)" : "");
  text += line("bandwidth", fmt::format("{:.3f} GB/s, {:.1f} % of {:.1f} GB/s at the pins (GB: 10^9 bytes)", real(result, "bandwidth_gb_s"),
                                        real(result, "bandwidth_percent"), real(result, "pin_bandwidth_gb_s")));
  text += line("time", fmt::format("{} cycles of {:.4f} GHz, {:.3f} us", count(result, "cycles"), real(result, "clock_ghz"), real(result, "time_us")));
  if (!result.at("read_latency").is_null()) {
    text += line("latency", "of reads, in cycles: " + span(result.at("read_latency")));
    text += line("", fmt::format("{} cycles where everything is idle and closed", count(result, "idle_read_latency_cycles")));
  }
  text += line("wait", "for a place, in cycles: " + span(result.at("wait")));
  text += line("rows", row_shares(result.at("rows")));
  text += line("data bus", bus_shares(result.at("bus")));
  if (count(result, "forwarded") + count(result, "merged") > 0)
    text += line("queue", fmt::format("{} read bursts forwarded from writes, {} write bursts merged", count(result, "forwarded"), count(result, "merged")));
  text += line("energy", fmt::format("{:.3f} uJ, {:.2f} pJ/bit, {:.3f} W: background {:.3f}, activation {:.3f}, reads {:.3f}, writes {:.3f}, refresh {:.3f} uJ",
                                     real(energy, "total_nj") * 1e-3, real(energy, "pj_per_bit"), real(energy, "average_w"),
                                     real(energy, "background_nj") * 1e-3, real(energy, "activate_nj") * 1e-3, real(energy, "read_nj") * 1e-3,
                                     real(energy, "write_nj") * 1e-3, real(energy, "refresh_nj") * 1e-3));
  return text + channel_table(result.at("channels"));
}

}  // namespace ngpcsim::app
