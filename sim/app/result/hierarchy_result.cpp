#include "sim/app/result/hierarchy_result.h"

#include "sim/app/result/ratio.h"

namespace ngpcsim::app {
namespace {

using models::hierarchy::SliceCounters;
using models::hierarchy::Wait;

Json l2_json(const models::HierarchyRecord& record) {
  const SliceCounters& c = record.l2;
  return {{"slices", record.slices},
          {"pieces", c.pieces()},
          {"reads", c.reads},
          {"writes", c.writes},
          {"atomic_adds", c.atomics},
          {"hits", c.hits},
          {"merges", c.merges},
          {"misses", c.misses},
          {"allocations", c.allocations},
          {"bypasses", c.bypasses},
          {"hit_rate", ratio(c.hits, c.pieces())},
          {"prefetches", c.prefetches},
          {"evictions", c.evictions},
          {"dirty_evictions", c.dirty_evictions},
          {"busy", c.busy},
          {"waits",
           {{"output_full", c.waited(Wait::kOutputFull)},
            {"dram_full", c.waited(Wait::kDramFull)},
            {"mshr_targets", c.waited(Wait::kMshrTargets)},
            {"mshr_full", c.waited(Wait::kMshrFull)},
            {"ways_full", c.waited(Wait::kWaysFull)}}},
          {"total", record.edges * record.slices}};
}

Json dram_json(const models::HierarchyRecord& record) {
  const models::dram::Counters& c = record.dram;
  const double seconds = static_cast<double>(record.dram_cycles) / (static_cast<double>(record.dram_khz) * 1e3);
  const double bytes = static_cast<double>(record.l2.dram_read_bytes + record.l2.dram_write_bytes);
  return {{"read_bytes", record.l2.dram_read_bytes},
          {"write_bytes", record.l2.dram_write_bytes},
          {"bandwidth_gb_s", ratio(bytes * 1e-9, seconds)},
          {"pin_bandwidth_gb_s", record.dram_pin_gb_s},
          {"rows", {{"hits", c.hits}, {"misses", c.misses}, {"conflicts", c.conflicts}}},
          {"bus",
           {{"read", c.read_cycles}, {"write", c.write_cycles}, {"turnaround", c.turnaround_cycles}, {"idle", c.idle_cycles}, {"total", c.bus_cycles()}}},
          {"bus_utilisation", ratio(c.read_cycles + c.write_cycles, c.bus_cycles())},
          {"clock_ghz", static_cast<double>(record.dram_khz) * 1e-6}};
}

}  // namespace

void add_hierarchy(Json& memory, const std::optional<models::HierarchyRecord>& record) {
  memory["l2"] = record ? l2_json(*record) : Json(nullptr);
  memory["dram"] = record ? dram_json(*record) : Json(nullptr);
}

energy::DramActions dram_actions(const std::optional<models::HierarchyRecord>& record, std::uint64_t read_bytes, std::uint64_t write_bytes) {
  if (!record) return {.read_bytes = read_bytes, .write_bytes = write_bytes, .device = {}};
  const models::dram::EnergyReport& e = record->dram_energy;
  return {.read_bytes = record->l2.dram_read_bytes,
          .write_bytes = record->l2.dram_write_bytes,
          .device = energy::DramDeviceEnergy{
              .background_nj = e.background_nj, .activate_nj = e.activate_nj, .read_nj = e.read_nj, .write_nj = e.write_nj, .refresh_nj = e.refresh_nj}};
}

}  // namespace ngpcsim::app
