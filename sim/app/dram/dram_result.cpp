#include "sim/app/dram/dram_result.h"

#include "models/dram/energy.h"
#include "sim/app/result/ratio.h"
#include "sim/app/result/run_result.h"
#include "sim/config/hash.h"

namespace ngpcsim::app {
namespace {

using models::dram::Counters;

/// Rates of a span of cycles in the device's clock.
struct Scale {
  double khz;
  [[nodiscard]] double ns(double cycles) const { return cycles * 1e6 / khz; }
  [[nodiscard]] Json gb_s(double bytes, std::uint64_t cycles) const { return ratio(bytes * khz * 1e-6, static_cast<double>(cycles)); }
};

Json span_json(const Latencies& l, const Scale& scale) {
  if (l.count() == 0) return nullptr;
  Json json{{"requests", l.count()}};
  const auto add = [&](const char* name, double cycles, const Json& exact) {
    json[std::string(name) + "_cycles"] = exact;
    json[std::string(name) + "_ns"] = scale.ns(cycles);
  };
  const auto whole = [&](const char* name, std::uint64_t cycles) { add(name, static_cast<double>(cycles), cycles); };
  whole("min", l.min());
  add("mean", l.mean(), l.mean());
  whole("p50", l.percentile(50));
  whole("p90", l.percentile(90));
  whole("p95", l.percentile(95));
  whole("p99", l.percentile(99));
  whole("p999", l.percentile(99.9));
  whole("max", l.max());
  return json;
}

Json rows_json(const Counters& c) { return {{"hits", c.hits}, {"misses", c.misses}, {"conflicts", c.conflicts}, {"unused", c.unused_rows}}; }

Json bus_json(const Counters& c) {
  return {{"read", c.read_cycles}, {"write", c.write_cycles}, {"turnaround", c.turnaround_cycles},
          {"idle", c.idle_cycles}, {"total", c.bus_cycles()}, {"utilisation", ratio(c.read_cycles + c.write_cycles, c.bus_cycles())}};
}

Json commands_json(const Counters& c) {
  Json json = Json::object();
  for (std::size_t i = 0; i < models::dram::kCommands; ++i) json[std::string(models::dram::kCommandNames[i])] = c.commands[i];
  return json;
}

Json energy_json(const DramFacts& facts, const Counters& c, double bytes) {
  const models::dram::EnergyReport e = models::dram::energy_of(facts.device, c);
  const double seconds = static_cast<double>(facts.record.end) / (static_cast<double>(facts.device.params().clock_khz) * 1e3);
  return {{"background_nj", e.background_nj},
          {"activate_nj", e.activate_nj},
          {"read_nj", e.read_nj},
          {"write_nj", e.write_nj},
          {"refresh_nj", e.refresh_nj},
          {"total_nj", e.total_nj()},
          {"pj_per_bit", ratio(e.total_nj() * 1e3, bytes * 8.0)},
          {"average_w", ratio(e.total_nj() * 1e-9, seconds)}};
}

Json channel_json(const DramFacts& facts, const Scale& scale, std::size_t index) {
  const Counters& c = facts.record.channels[index];
  const double bytes = static_cast<double>((c.reads() + c.writes()) * facts.device.geometry().burst_bytes);
  return {{"channel", index},
          {"bandwidth_gb_s", scale.gb_s(bytes, facts.record.cycles())},
          {"rows", rows_json(c)},
          {"bus", bus_json(c)},
          {"commands", commands_json(c)},
          {"forwarded", c.forwarded},
          {"merged", c.merged},
          {"energy", energy_json(facts, c, bytes)}};
}

Json trace_json(const DramFacts& facts) {
  const DramRunRecord& r = facts.record;
  return {{"file", facts.trace}, {"dialect", dialect_name(facts.dialect)}, {"requests", r.requests()}, {"reads", r.reads},
          {"writes", r.writes},  {"request_bytes", facts.request_bytes},   {"bytes", r.bytes},         {"first_cycle", r.first_cycle}};
}

std::vector<std::string> assumptions(const DramFacts& facts) {
  const models::dram::DramParams& p = facts.device.params();
  return {"requests are taken in order; a full queue holds back all that are behind (docs/dram.md, section 3)",
          "latency counts from the acceptance of a request's first burst to its answer; writes are answered when they are queued",
          fmt::format("energy {}", p.energy.method == models::dram::EnergyMethod::kIdd ? "from currents and voltages of the device file"
                                                                                       : "from a published figure per bit"),
          "no power-down, no self-refresh"};
}

}  // namespace

Json dram_result(const DramFacts& facts) {
  const DramRunRecord& r = facts.record;
  const Scale scale{static_cast<double>(facts.device.params().clock_khz)};
  Counters all;
  for (const Counters& c : r.channels) all += c;
  const double pin_gb_s = facts.device.pin_bytes_per_cycle() * scale.khz * 1e-6;
  const Json bandwidth = scale.gb_s(static_cast<double>(r.bytes), r.cycles());

  Json result = Json::object();
  result["schema_version"] = kSchemaVersion;
  result["version"] = program_version();
  result["config_hash"] = config::config_hash(facts.file.root.params);
  result["status"] = r.interrupted ? "interrupted" : "done";
  result["assumptions"] = assumptions(facts);
  result["device"] = facts.file.root.tag.name;
  result["capacity_bytes"] = facts.device.geometry().capacity();
  result["trace"] = trace_json(facts);
  result["cycles"] = r.cycles();
  result["clock_ghz"] = scale.khz * 1e-6;
  result["time_us"] = scale.ns(static_cast<double>(r.cycles())) * 1e-3;
  result["bandwidth_gb_s"] = bandwidth;
  result["pin_bandwidth_gb_s"] = pin_gb_s;
  result["bandwidth_percent"] = bandwidth.is_null() ? Json(nullptr) : Json(100.0 * bandwidth.get<double>() / pin_gb_s);
  result["idle_read_latency_cycles"] =
      facts.device.idle_read_latency((facts.request_bytes + facts.device.geometry().burst_bytes - 1) / facts.device.geometry().burst_bytes);
  result["read_latency"] = span_json(r.read_latency, scale);
  result["wait"] = span_json(r.wait, scale);
  result["rows"] = rows_json(all);
  result["bus"] = bus_json(all);
  result["commands"] = commands_json(all);
  result["forwarded"] = all.forwarded;
  result["merged"] = all.merged;
  result["energy"] = energy_json(facts, all, static_cast<double>(r.bytes));
  Json channels = Json::array();
  for (std::size_t c = 0; c < r.channels.size(); ++c) channels.push_back(channel_json(facts, scale, c));
  result["channels"] = channels;
  return result;
}

}  // namespace ngpcsim::app
